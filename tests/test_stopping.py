import os
import signal
import threading
import time

import pytest

from answers.management.stopping import SIGNALS, StopSignals

pytestmark = pytest.mark.engine_free


@pytest.fixture
def stop(signals_given_back):
    return StopSignals()


def test_no_signal_no_stop(stop):
    stop.wait(0.01)
    assert not stop.is_set()


@pytest.mark.parametrize("number", SIGNALS)
def test_signal_stops_and_stays(stop, number):
    os.kill(os.getpid(), number)
    assert stop.is_set()
    stop.wait(60)
    stop.wait(60)
    assert stop.is_set()


@pytest.mark.parametrize("taken_by", ["main thread", "another thread"])
def test_signal_ends_the_sleep(stop, taken_by):
    """The system may hand a process's signal to any of its threads."""
    if taken_by == "main thread":
        ident = threading.get_ident()
    else:
        idle = threading.Thread(target=threading.Event().wait, args=(20,), daemon=True)
        idle.start()
        ident = idle.ident
    threading.Timer(0.2, signal.pthread_kill, (ident, signal.SIGTERM)).start()
    began = time.monotonic()
    stop.wait(60)
    assert time.monotonic() - began < 50
    assert stop.is_set()
