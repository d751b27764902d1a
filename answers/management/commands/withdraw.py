from argparse import ArgumentParser
from typing import Any

from django.core.management.base import CommandError

from answers import publishing
from answers.management.plain import positive_number
from answers.management.publishing import OnePuzzleCommand


class Command(OnePuzzleCommand):
    help = (
        "Takes the answer page of one puzzle down: it answers 410 Gone from then on. A page that"
        " was never published is kept from being published. `manage.py restore` puts it back."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("number", metavar="N", type=positive_number, help="the puzzle's number")
        parser.add_argument(
            "--reason", required=True, metavar="TEXT", help="why; kept in the publication log"
        )
        parser.add_argument("--json", action="store_true", help="one JSON object a line on stdout")

    def handle(self, **options: Any) -> None:
        reason = options["reason"].strip()
        if not reason or len(reason) > 500 or "\0" in reason:
            raise CommandError("Write a reason of 1 to 500 characters.", returncode=2)
        self.act(options["json"], lambda: publishing.withdraw_puzzle(options["number"], reason))
