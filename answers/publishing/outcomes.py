"""What became of one puzzle. Losing a race is an outcome, not an exception."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Any


class Outcome(StrEnum):
    PUBLISHED = "published"
    UPDATED = "updated"
    WITHDRAWN = "withdrawn"
    RESTORED = "restored"
    UNCHANGED = "unchanged"
    BUSY = "busy"  # another holder has the lease, or the database stayed locked
    LEASE_LOST = "lease_lost"  # the lease changed hands or expired; nothing was changed
    CONFLICT = "conflict"  # page, ledger, bank or photo changed meanwhile; nothing was changed
    FAILED = "failed"  # an error, with its message


# Outcomes that end a command with exit code 1.
NOT_DONE = {Outcome.LEASE_LOST, Outcome.CONFLICT, Outcome.FAILED}


@dataclass(frozen=True)
class Result:
    """The outcome of one puzzle; what does not apply is None."""

    puzzle: int
    outcome: Outcome
    fence: int | None = None
    content_version: int | None = None
    revision: int | None = None
    message: str | None = None

    def as_json(self) -> dict[str, Any]:
        """The keys of the command's JSON lines; keys without a value are left out."""
        return {name: value for name, value in vars(self).items() if value is not None}

    def as_text(self) -> str:
        """One line for people."""
        details = [
            f"{label} {value}"
            for label, value in (
                ("version", self.content_version),
                ("revision", self.revision),
                ("fence", self.fence),
            )
            if value is not None
        ]
        line = f"#{self.puzzle} {self.outcome}"
        if details:
            line += f" ({', '.join(details)})"
        return f"{line}: {self.message}" if self.message else line
