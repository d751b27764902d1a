"""What `withdraw` and `restore` share: one puzzle, one outcome line, one summary."""

import sys
from collections.abc import Callable

from django.db import connections

from answers import publishing
from answers.management.plain import PlainCommand


class OnePuzzleCommand(PlainCommand):
    def act(self, as_json: bool, action: Callable[[], publishing.Result]) -> None:
        """Runs `action`, prints its outcome and the summary, and exits 1 when it wasn't done."""
        try:
            publishing.check_clock()
        except publishing.ClockSkew as skew:
            self.stderr.write(str(skew))
            if as_json:
                self.write_json({"error": "clock_skew", "seconds": skew.seconds})
            sys.exit(1)
        result = action()
        revision = publishing.site_revision(connections[publishing.ALIAS])
        if as_json:
            self.write_json(result.as_json())
            self.write_json({"summary": {str(result.outcome): 1}, "revision": revision})
        else:
            self.stdout.write(result.as_text())
            self.stdout.write(f"1 {result.outcome}; revision {revision}.")
        if result.outcome in publishing.NOT_DONE:
            sys.exit(1)
