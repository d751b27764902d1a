from argparse import ArgumentParser
from typing import Any

from answers import publishing
from answers.management.plain import positive_number
from answers.management.publishing import OnePuzzleCommand


class Command(OnePuzzleCommand):
    help = (
        "Puts a withdrawn answer page back as it was. A puzzle that was withdrawn before it was"
        " ever published becomes due again."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("number", metavar="N", type=positive_number, help="the puzzle's number")
        parser.add_argument("--json", action="store_true", help="one JSON object a line on stdout")

    def handle(self, **options: Any) -> None:
        self.act(options["json"], lambda: publishing.restore_puzzle(options["number"]))
