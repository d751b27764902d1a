import os
import signal
import time

import pytest

from answers.management.stopping import SIGNALS, StopSignals

pytestmark = pytest.mark.engine_free


@pytest.fixture
def stop():
    yield StopSignals()
    while signal.sigtimedwait(SIGNALS, 0):
        pass
    signal.pthread_sigmask(signal.SIG_UNBLOCK, SIGNALS)


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


def test_signal_ends_the_sleep(stop):
    child = os.fork()
    if child == 0:
        time.sleep(0.2)
        os.kill(os.getppid(), signal.SIGTERM)
        os._exit(0)
    began = time.monotonic()
    stop.wait(60)
    os.waitpid(child, 0)
    assert stop.is_set()
    assert time.monotonic() - began < 50
