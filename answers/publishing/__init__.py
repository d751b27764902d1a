"""The fenced publication of answer pages.

Read `act` for the steps, `batch` and `../sql/publishing.sql` for the guarded statements, `page`
for what a page is made of, `attempts` and `landed` for locks and lost COMMITs, `run` for whole
runs.
"""

from answers.publishing.act import publish_puzzle, restore_puzzle, withdraw_puzzle
from answers.publishing.outcomes import NOT_DONE, Outcome, Result
from answers.publishing.read import due_numbers, site_revision
from answers.publishing.run import ClockSkew, check_clock, find_due, publish_all, watch
from answers.publishing.statements import ALIAS

__all__ = [
    "ALIAS",
    "NOT_DONE",
    "ClockSkew",
    "Outcome",
    "Result",
    "check_clock",
    "due_numbers",
    "find_due",
    "publish_all",
    "publish_puzzle",
    "restore_puzzle",
    "site_revision",
    "watch",
    "withdraw_puzzle",
]
