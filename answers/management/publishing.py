"""What `publish`, `withdraw` and `restore` share."""

import sys
from collections.abc import Callable

from django.db import connections

from answers import publishing
from answers.management.plain import PlainCommand


class PublishingCommand(PlainCommand):
    """A command that publishes: not with a clock that is far from the database server's."""

    def tell_skew(self, skew: publishing.ClockSkew, as_json: bool) -> None:
        self.stderr.write(str(skew))
        if as_json:
            self.write_json({"error": "clock_skew", "seconds": skew.seconds})


class OnePuzzleCommand(PublishingCommand):
    """One puzzle, one outcome line, one summary."""

    def act(self, as_json: bool, action: Callable[[], publishing.Result]) -> None:
        """Runs `action`, prints its outcome and the summary, and exits 1 when it wasn't done."""
        try:
            publishing.check_clock()
        except publishing.ClockSkew as skew:
            self.tell_skew(skew, as_json)
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
