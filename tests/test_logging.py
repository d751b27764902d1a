"""What the log lines look like, and what never stands in them."""

import json
import subprocess
import sys

import pytest

from tests.make import ROOT, make_puzzle, process_environment, run_manage

SCRIPT = """
import django, logging
django.setup()
log = logging.getLogger("costcodle.publication")
log.info("published", extra={"puzzle": 7, "outcome": "published", "duration_ms": 12})
try:
    1 / 0
except ZeroDivisionError:
    log.exception("it broke")
"""


def lines_of(**environment):
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT],
        cwd=ROOT,
        env=process_environment(DJANGO_SETTINGS_MODULE="costcodle.settings", **environment),
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stderr.splitlines()


@pytest.mark.engine_free
def test_json_is_one_object_a_line():
    first, second = map(json.loads, lines_of(LOG_FORMAT="json"))
    assert first["levelname"] == "INFO"
    assert first["name"] == "costcodle.publication"
    assert first["message"] == "published"
    assert (first["puzzle"], first["outcome"], first["duration_ms"]) == (7, "published", 12)
    assert "asctime" in first
    assert "ZeroDivisionError" in second["exc_info"]


@pytest.mark.engine_free
def test_text_is_a_line_for_people():
    first, *_ = lines_of(LOG_FORMAT="text")
    assert first.endswith("INFO costcodle.publication: published")


@pytest.mark.engine_free
def test_level_is_obeyed():
    assert len(lines_of(LOG_FORMAT="json", LOG_LEVEL="ERROR")) == 1


@pytest.mark.django_db(transaction=True, databases=["default", "publisher"])
def test_a_publication_is_one_event():
    make_puzzle(1)
    done = run_manage("publish", LOG_FORMAT="json", LOG_LEVEL="INFO")
    assert done.returncode == 0, done.stderr
    events = [json.loads(line) for line in done.stderr.splitlines() if line.startswith("{")]
    events = [event for event in events if event["name"] == "costcodle.publication"]
    assert len(events) == 1
    event = events[0]
    assert (event["puzzle"], event["outcome"]) == (1, "published")
    assert (event["fence"], event["revision"]) == (1, 1)
    assert event["duration_ms"] >= 0
