"""SIGTERM and SIGINT as a question that a loop asks, not as code that runs in between.

A handler would run at any instruction, also between a batch and its COMMIT, and one that sets an
Event can hang on the Event's own lock. Blocked signals wait until they are asked for.
"""

import signal

SIGNALS = {signal.SIGTERM, signal.SIGINT}


class StopSignals:
    """Blocks the two signals from its making on; then `is_set` and `wait` work like an Event's."""

    def __init__(self) -> None:
        self._stopped = False
        signal.pthread_sigmask(signal.SIG_BLOCK, SIGNALS)

    def is_set(self) -> bool:
        """True once one of the signals has come."""
        return self._stopped or bool(signal.sigpending() & SIGNALS)

    def wait(self, seconds: float) -> None:
        """Sleeps for `seconds`, or until one of the signals comes."""
        if not self.is_set():
            self._stopped = signal.sigtimedwait(SIGNALS, seconds) is not None
