"""What `publish`, `withdraw` and `restore` share."""

import sys
from collections.abc import Callable, Mapping

from django.db import InterfaceError, OperationalError, connections

from answers import publishing
from answers.management.plain import PlainCommand


class PublishingCommand(PlainCommand):
    """A command that publishes: not with a clock that is far from the database server's."""

    def tell_skew(self, skew: publishing.ClockSkew, as_json: bool) -> None:
        self.stderr.write(str(skew))
        if as_json:
            self.write_json({"error": "clock_skew", "seconds": skew.seconds})

    def tell_outcome(self, result: publishing.Result, as_json: bool, dry_run: bool = False) -> None:
        """The line of one puzzle."""
        if as_json:
            self.write_json(result.as_json() | marked(dry_run))
        else:
            self.stdout.write(result.as_text() + (" (dry run)" if dry_run else ""))
        self.stdout.flush()

    def tell_summary(self, counts: Mapping[str, int], as_json: bool, dry_run: bool = False) -> None:
        """The last line. It lacks the revision when the database went away meanwhile.

        Where nothing was done either, the database's error is raised after it.
        """
        revision, error = None, None
        try:
            revision = publishing.site_revision(connections[publishing.ALIAS])
        except (OperationalError, InterfaceError) as away:
            error = away
        if as_json:
            told = {} if revision is None else {"revision": revision}
            summary = {str(outcome): count for outcome, count in counts.items()}
            self.write_json({"summary": summary} | told | marked(dry_run))
        else:
            done = ", ".join(f"{count} {outcome}" for outcome, count in counts.items())
            known = "unknown, the database can't be read" if revision is None else f"{revision}"
            end = " (dry run, nothing was written)" if dry_run else ""
            self.stdout.write(f"{done or 'Nothing is due'}; revision {known}.{end}")
        self.stdout.flush()
        if error and not counts.keys() - publishing.NOT_DONE:
            raise error


def marked(dry_run: bool) -> dict[str, bool]:
    return {"dry_run": True} if dry_run else {}


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
        self.tell_outcome(result, as_json)
        self.tell_summary({result.outcome: 1}, as_json)
        if result.outcome in publishing.NOT_DONE:
            sys.exit(1)
