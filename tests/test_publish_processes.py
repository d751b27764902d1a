"""Many publishers at once, in real processes that are killed, stopped and continued."""

import contextlib
import json
import os
import random
import signal
import subprocess
import sys
import time
from collections import Counter

import pytest

from answers.models import AnswerPost, PublicationItem, PublicationLog
from answers.publishing import find_due
from leases.models import JobLease
from tests.invariants import check_invariants
from tests.make import ROOT, day_long_ago, make_puzzle, process_environment, run_manage

pytestmark = pytest.mark.django_db(transaction=True, databases=["default", "publisher"])


def make_due(count: int) -> None:
    for number in range(1, count + 1):
        make_puzzle(number, day=day_long_ago(number))


def start(*arguments: str, **changes: str) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [sys.executable, *arguments],
        cwd=ROOT,
        env=process_environment(PYTHONPATH=str(ROOT), **changes),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def finish(processes: "list[subprocess.Popen[str]]") -> Counter[str]:
    """Waits for all and counts the outcomes that they printed."""
    outcomes: Counter[str] = Counter()
    for process in processes:
        stdout, stderr = process.communicate(timeout=300)
        assert "Traceback" not in stderr, stderr
        for line in stdout.splitlines():
            with contextlib.suppress(json.JSONDecodeError):
                outcomes[json.loads(line).get("outcome", "summary")] += 1
    return outcomes


def test_two_crons_of_the_same_second():
    make_due(25)
    crons = [start("manage.py", "publish", "--json") for _ in range(2)]
    outcomes = finish(crons)
    assert outcomes["published"] == 25
    assert outcomes["failed"] == 0
    check_invariants()
    assert AnswerPost.objects.count() == 25


def chaos(publishers: int, pages: int, seconds: float, seed: int) -> Counter[str]:
    """Keeps `publishers` processes running; kills and freezes them at random for a while.

    Their leases last a second, so a frozen one comes back after a rival took its lease over.
    """
    dice = random.Random(seed)
    make_due(pages)
    events: Counter[str] = Counter()
    ends = time.monotonic() + seconds

    def launch() -> "subprocess.Popen[str]":
        return start("manage.py", "publish", "--json", LEASE_SECONDS="1")

    running = [launch() for _ in range(publishers)]
    frozen: list[tuple[float, subprocess.Popen[str]]] = []
    while time.monotonic() < ends and find_due():
        time.sleep(dice.uniform(0.02, 0.15))
        for due, process in [item for item in frozen if item[0] < time.monotonic()]:
            frozen.remove((due, process))
            process.send_signal(signal.SIGCONT)
            running.append(process)
            events["continued"] += 1
        if not running:
            continue
        process = dice.choice(running)
        running.remove(process)
        if process.poll() is not None:
            events["ended"] += 1
            finish([process])
            running.append(launch())
        elif dice.random() < 0.5:
            process.kill()
            process.communicate()
            events["killed"] += 1
            running.append(launch())
        else:
            process.send_signal(signal.SIGSTOP)
            frozen.append((time.monotonic() + dice.uniform(0.5, 2.5), process))
            events["stopped"] += 1
    for _, process in frozen:
        process.send_signal(signal.SIGCONT)
        running.append(process)
    finish(running)
    # What the dead have left behind is healed by a last run, once their leases are over. It has the
    # usual limits: those of a lease of one second end an innocent statement on a busy machine.
    time.sleep(1.1)
    assert run_manage("publish").returncode == 0
    return events


def check_chaos(pages: int) -> None:
    check_invariants()
    assert AnswerPost.objects.count() == PublicationLog.objects.count() == pages
    assert set(PublicationItem.objects.values_list("state", flat=True)) == {"published"}
    assert find_due() == []


def test_publishers_that_die_and_freeze():
    events = chaos(publishers=4, pages=60, seconds=8, seed=7)
    check_chaos(60)
    assert events["killed"] + events["stopped"] > 0


@pytest.mark.long
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_many_publishers_that_die_and_freeze(seed):
    events = chaos(publishers=8, pages=200, seconds=90, seed=seed)
    check_chaos(200)
    assert events["killed"] > 3
    assert events["stopped"] > 3


def test_exactly_once_does_not_come_from_the_lease():
    make_due(30)
    finish([start("-m", "tests.publish_without_lease") for _ in range(4)])
    for row in PublicationLog.objects.all():
        assert row.action == "publish"
    assert AnswerPost.objects.count() == PublicationLog.objects.count() == 30
    assert sorted(PublicationLog.objects.values_list("revision", flat=True)) == list(range(1, 31))


def test_frozen_job_comes_back_after_a_takeover():
    """SIGSTOP inside the gap; a rival takes the lease and publishes; SIGCONT changes nothing."""
    make_puzzle(1)
    code = (
        "import django; django.setup()\n"
        "from answers.publishing import act\n"
        "import os, signal\n"
        "compute = act.compute_page\n"
        "def freeze(*a):\n"
        "    page = compute(*a); os.kill(os.getpid(), signal.SIGSTOP); return page\n"
        "act.compute_page = freeze\n"
        "print(act.publish_puzzle(1).outcome)\n"
    )
    frozen = start("-c", code, DJANGO_SETTINGS_MODULE="costcodle.settings")
    os.waitid(os.P_PID, frozen.pid, os.WSTOPPED | os.WEXITED | os.WNOWAIT)
    JobLease.objects.update(expires_at=0)
    assert run_manage("publish").returncode == 0
    page = AnswerPost.objects.values().get()
    frozen.send_signal(signal.SIGCONT)
    stdout, stderr = frozen.communicate(timeout=60)
    assert stdout.strip() == "lease_lost", stderr
    assert AnswerPost.objects.values().get() == page
    check_invariants()
