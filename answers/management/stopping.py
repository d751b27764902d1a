"""SIGTERM and SIGINT as a question that a loop asks, never as an end in the middle of something."""

import os
import select
import signal
from types import FrameType

SIGNALS = (signal.SIGTERM, signal.SIGINT)


class StopSignals:
    """Takes the two signals over from its making on; then `is_set` and `wait` work like an Event's.

    Not an Event: a handler that sets one can hang on the Event's own lock when the signal comes
    inside its `wait`. Here the handler is one assignment, and the sleep ends by a byte that Python
    writes into a pipe when a signal arrives, whichever thread the system hands it to.
    """

    def __init__(self) -> None:
        self._stopped = False
        self._wakes, wake = os.pipe()
        os.set_blocking(wake, False)
        signal.set_wakeup_fd(wake)
        for number in SIGNALS:
            signal.signal(number, self._note)

    def _note(self, number: int, frame: FrameType | None) -> None:
        self._stopped = True

    def is_set(self) -> bool:
        """True once one of the signals has come."""
        return self._stopped

    def wait(self, seconds: float) -> None:
        """Sleeps for `seconds`, or until one of the signals comes."""
        if not self._stopped:
            select.select([self._wakes], [], [], seconds)
