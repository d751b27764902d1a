"""The manners that all commands share: sentences instead of tracebacks, exit codes 0, 1 and 2."""

import argparse
import json
import logging
import sys
from typing import Any

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError, InterfaceError

from answers.numbers import read_number
from answers.publishing.faults import is_busy


def positive_number(text: str) -> int:
    """For argparse: a puzzle number, 1 to 999999999."""
    number = read_number(text)
    if number is None:
        raise argparse.ArgumentTypeError(f"{text!r} is not a puzzle number; write 1, 2, 3 …")
    return number


def is_no_outcome(record: logging.LogRecord) -> bool:
    """Lets warnings through, but not the event of a puzzle's outcome."""
    return not hasattr(record, "outcome")


class PlainCommand(BaseCommand):
    """A command whose errors are one sentence on stderr and whose exit code says what was done."""

    # A faulty deploy setting must not keep an answer back; `make check` and the web server look.
    requires_system_checks: list[str] = []
    _called_from_command_line: bool  # Django sets it; its stubs don't know it

    def run_from_argv(self, argv: list[str]) -> None:
        try:
            super().run_from_argv(argv)
        except (DatabaseError, InterfaceError) as error:
            first_line = str(error).strip().splitlines()[0] if str(error).strip() else "no answer"
            mend = "check DATABASE_URL, that the server runs, and that manage.py migrate has run."
            if is_busy(error):
                mend = "somebody else keeps it locked, so run it again."
            sys.stderr.write(f"The database can't be used ({first_line}): {mend}\n")
            sys.exit(1)
        except BrokenPipeError:
            sys.exit(1)
        except OSError as error:
            sys.stderr.write(f"It ended early ({error}): mend that and run it again.\n")
            sys.exit(1)
        except KeyboardInterrupt:
            sys.stderr.write("Interrupted; run it again to go on.\n")
            sys.exit(1)

    def execute(self, *args: Any, **options: Any) -> str | None:
        if self._called_from_command_line and settings.LOG_FORMAT == "text":
            # The outcome lines on stdout say it already; a JSON log keeps its events.
            logging.getLogger("costcodle.publication").addFilter(is_no_outcome)
        try:
            return super().execute(*args, **options)
        except CommandError as error:
            if self._called_from_command_line and not options.get("traceback"):
                sys.stderr.write(f"{error}\n")
                sys.exit(error.returncode)
            raise
        except ImproperlyConfigured as error:
            raise CommandError(str(error), returncode=2) from error

    def write_json(self, value: dict[str, Any]) -> None:
        """One JSON object on a line of stdout."""
        self.stdout.write(json.dumps(value, ensure_ascii=False))
