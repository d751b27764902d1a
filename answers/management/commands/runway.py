"""`manage.py runway`: how many days the question bank still lasts."""

import argparse
import sys
from typing import Any

from answers.bank.runway import DAYS_WANTED, Runway, read_runway
from answers.management.plain import PlainCommand
from answers.models import Puzzle
from costcodle import clock

ROWS_SHOWN = 30


def whole_number(text: str) -> int:
    """For argparse: a number of days."""
    if not (text.isascii() and text.isdigit() and int(text) < 10_000):
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of days; write one like 14")
    return int(text)


class Command(PlainCommand):
    help = (
        "Tells for how many days ahead, from tomorrow on and without a gap, there is a puzzle."
        " Lists the days without one and the puzzles without a ready photo. Exit code 1 when"
        " there are fewer days than wanted, so that cron can send a letter in time."
    )

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument(
            "--days",
            metavar="N",
            type=whole_number,
            default=DAYS_WANTED,
            help=f"how many days ahead are wanted (default: {DAYS_WANTED})",
        )
        parser.add_argument("--json", action="store_true", help="one JSON object on stdout")

    def handle(self, **options: Any) -> None:
        wanted: int = options["days"]
        runway = read_runway(clock.utc_now())
        if options["json"]:
            self.write_json(as_json(runway, wanted))
        else:
            self.stdout.write(as_table(runway, wanted))
        if runway.days < wanted:
            sys.exit(1)


def as_json(runway: Runway, wanted: int) -> dict[str, Any]:
    return {
        "today": str(runway.today),
        "days": runway.days,
        "wanted": wanted,
        "last_day": runway.last_day and str(runway.last_day),
        "gaps": [str(day) for day in runway.gaps],
        "without_photo": [
            {"puzzle": puzzle.number, "day": str(puzzle.day), "image_state": puzzle.image_state}
            for puzzle in runway.without_photo
        ],
    }


def as_table(runway: Runway, wanted: int) -> str:
    verdict = "enough" if runway.days >= wanted else "too few: load or create puzzles"
    lines = [
        f"Today           {runway.today}",
        f"Days ahead      {runway.days} without a gap, {wanted} wanted: {verdict}",
        f"Last day        {runway.last_day or 'none'}",
        f"Without puzzle  {counted(len(runway.gaps), 'day')}",
        *shortened([f"  {day}" for day in runway.gaps]),
        f"Without photo   {counted(len(runway.without_photo), 'puzzle')}",
        *shortened([photo_line(puzzle) for puzzle in runway.without_photo]),
    ]
    return "\n".join(lines)


def counted(count: int, thing: str) -> str:
    return f"{count} {thing}" if count == 1 else f"{count} {thing}s"


def photo_line(puzzle: Puzzle) -> str:
    return f"  {puzzle.day}  #{puzzle.number}  {puzzle.image_state}  {puzzle.name}"


def shortened(lines: list[str]) -> list[str]:
    if len(lines) <= ROWS_SHOWN:
        return lines
    return [*lines[:ROWS_SHOWN], f"  and {len(lines) - ROWS_SHOWN} more (--json has all)"]
