"""`manage.py publish`: what cron runs just after each day is over."""

import contextlib
import sys
from argparse import ArgumentParser
from collections import Counter
from typing import Any

from tqdm import tqdm

from answers import publishing
from answers.management.plain import positive_number
from answers.management.publishing import PublishingCommand
from answers.management.stopping import StopSignals

BAR_FROM = 20  # a progress bar is worth it beyond this many puzzles


class Command(PublishingCommand):
    help = (
        "Publishes the answer page of every puzzle that is over, and updates pages whose puzzle"
        " was corrected since. Safe to run at any time, any number of times and from several"
        " machines at once. Exit code 1 when a puzzle failed or was lost to a rival half-way."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--puzzle",
            metavar="N",
            type=positive_number,
            action="append",
            help="only this puzzle; may be given several times",
        )
        parser.add_argument(
            "--dry-run", action="store_true", help="say what would be done and write nothing"
        )
        parser.add_argument("--json", action="store_true", help="one JSON object a line on stdout")
        parser.add_argument(
            "--watch",
            action="store_true",
            help="stay, and publish at each closing instant and every minute; SIGTERM ends it",
        )

    def handle(self, **options: Any) -> None:
        self.named: list[int] | None = options["puzzle"]
        self.dry_run: bool = options["dry_run"]
        self.as_json: bool = options["json"]
        self.has_run = False
        self.stop: StopSignals | None = None
        if options["watch"]:
            self.stop = StopSignals()
            publishing.watch(self.run_watched, self.stop)
            return
        try:
            counts = self.run_once()
        except publishing.ClockSkew as skew:
            self.tell_skew(skew, self.as_json)
            sys.exit(1)
        self.tell_summary(counts, self.as_json, self.dry_run)
        if counts.keys() & publishing.NOT_DONE:
            sys.exit(1)

    def run_once(self) -> Counter[str]:
        publishing.check_clock()
        numbers = publishing.find_due() if self.named is None else sorted(set(self.named))
        with tqdm(
            numbers,
            unit="page",
            disable=len(numbers) <= BAR_FROM or not sys.stderr.isatty(),
            file=sys.stderr,
        ) as bar:
            return publishing.publish_all(bar, self.report, dry_run=self.dry_run, stop=self.stop)

    def run_watched(self) -> None:
        try:
            counts = self.run_once()
        except publishing.ClockSkew as skew:
            self.tell_skew(skew, self.as_json)
            if not self.has_run:
                sys.exit(1)
            return  # a clock that was right may come right again
        self.has_run = True
        if counts.total():
            with contextlib.suppress(OSError):
                self.tell_summary(counts, self.as_json, self.dry_run)

    def report(self, result: publishing.Result) -> None:
        if result.outcome is publishing.Outcome.UNCHANGED and self.named is None:
            return
        with (
            tqdm.external_write_mode(file=sys.stderr),  # else a line would end inside the bar
            contextlib.suppress(OSError),  # a log on a full disk keeps no page back
        ):
            self.tell_outcome(result, self.as_json, self.dry_run)
