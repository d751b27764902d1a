"""`publish --watch` sleeps between its wakings: counted in a process of its own, really waiting."""

import json
import signal
import subprocess
import sys
import time

import pytest

from tests.make import ROOT, process_environment

pytestmark = pytest.mark.engine_free

# The command itself with nothing to publish. It says when it is awake first, and at its end how
# often it woke after that and how many seconds of processor time it used.
SCRIPT = """
import django, json, resource, sys
django.setup()
from answers import publishing
from django.core.management import call_command

def used():
    usage = resource.getrusage(resource.RUSAGE_SELF)
    return usage.ru_utime + usage.ru_stime

wakings = []
def find_due():
    if not wakings:
        print("awake", flush=True)
    wakings.append(used())
    return []

publishing.find_due = find_due
call_command("publish", watch=True)
print(json.dumps({"wakings": len(wakings) - 1, "processor": used() - wakings[0]}))
"""


def test_wakes_no_more_than_twice_a_minute_and_uses_no_processor_between(tmp_path):
    process = subprocess.Popen(
        [sys.executable, "-c", SCRIPT],
        cwd=ROOT,
        env=process_environment(
            DJANGO_SETTINGS_MODULE="costcodle.settings",
            DATABASE_URL=f"sqlite:///{tmp_path}/none.sqlite3",
            PUBLISHER_DATABASE_URL="",
        ),
        stdout=subprocess.PIPE,
        text=True,
    )
    began = time.monotonic()
    assert process.stdout.readline() == "awake\n"
    time.sleep(3)
    process.send_signal(signal.SIGTERM)
    output, _ = process.communicate(timeout=60)
    minutes = (time.monotonic() - began) / 60
    told = json.loads(output)
    # A full minute may fall into the wait, and a timer may end a moment before it: twice then.
    assert told["wakings"] <= 2 + 2 * minutes
    assert told["processor"] < 0.3
