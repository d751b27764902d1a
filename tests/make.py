"""Plain makers of rows and processes for tests; every value can be given."""

import os
import subprocess
import sys
import uuid
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.auth.models import Group, User
from django.db import connections
from django.db.models import F

from answers.models import AnswerPost, ProductFields, Puzzle, SiteState
from costcodle.clock import publishable_at
from stats.models import DailyResult

ROOT = Path(__file__).resolve().parent.parent
# Real input for those who have it: the original game's bank, camera photos. Never needed.
SHARED = Path(os.environ.get("COSTCODLE_SHARED", ROOT.parent / "shared/data"))
NO_SHARED = "the original game's bank and photos are not here (COSTCODLE_SHARED names their folder)"
FIRST_DAY = date(2026, 1, 1)
# What makes a page one with a photo, as publishing writes it.
PHOTO = {
    "image_key": "f" * 32,
    "image_width": 1200,
    "image_height": 900,
    "has_photo": True,
    "indexable": True,
    "card_key": "c" * 32,
}
# An instant at which puzzles 1 to 30 of `make_puzzle` are over and 31 is open.
NOW = datetime(2026, 1, 31, 12, 0, tzinfo=UTC)


def day_of(number: int) -> date:
    """The day that `make_puzzle` gives to a number."""
    return FIRST_DAY + timedelta(days=number - 1)


def day_long_ago(number: int) -> date:
    """For tests by the machine's own clock: over, whatever that says, and in the same order."""
    return date(2001, 1, 1) + timedelta(days=number)


def make_puzzle(number: int = 1, **fields: Any) -> Puzzle:
    values = {
        "day": day_of(number),
        "name": f"Product {number}",
        "size": "2 lb",
        "price_cents": 1199,
        "source": "a test shelf",
    }
    return Puzzle.objects.create(number=number, **(values | fields))


def raise_revision() -> None:
    """Raises the site's revision as a publication does."""
    SiteState.objects.update(
        publication_revision=F("publication_revision") + 1, commit_token=uuid.uuid4().hex
    )


def make_photo_ready(number: int, key: str = "f" * 32) -> None:
    """Marks a puzzle's photo ready without any file, as the bank would after processing one."""
    puzzle = Puzzle.objects.get(number=number)
    puzzle.image_key, puzzle.image_state = key, "ready"
    puzzle.image_width, puzzle.image_height = 1200, 900
    puzzle.version += 1
    puzzle.save()


def make_post(number: int = 1, **fields: Any) -> AnswerPost:
    """A published page and its puzzle, written without the publish job."""
    puzzle = Puzzle.objects.filter(number=number).first() or make_puzzle(number)
    return AnswerPost.objects.create(**post_values(puzzle, **fields))


def make_posts(count: int, **fields: Any) -> None:
    """The published pages of numbers 1 to `count` and their puzzles, in two statements."""
    puzzles = [
        Puzzle(number=number, day=day_of(number), name=f"Product {number}", price_cents=1199)
        for number in range(1, count + 1)
    ]
    Puzzle.objects.bulk_create(puzzles)
    AnswerPost.objects.bulk_create(AnswerPost(**post_values(each, **fields)) for each in puzzles)


def post_values(puzzle: Puzzle, **fields: Any) -> dict[str, Any]:
    published_at = publishable_at(puzzle.day)
    shown = [field.name for field in ProductFields._meta.get_fields()]
    values = {name: getattr(puzzle, name) for name in shown} | {
        "puzzle": puzzle,
        "day": puzzle.day,
        "content_version": 1,
        "bank_version": puzzle.version,
        "indexable": False,
        "has_photo": False,
        "commit_token": uuid.uuid4().hex,
        "published_at": published_at,
        "updated_at": published_at,
    }
    return values | fields


def process_environment(**changes: str) -> dict[str, str]:
    """The environment with which another process works on the database of this test run."""
    database = connections["default"].settings_dict
    if connections["default"].vendor == "sqlite":
        url = f"sqlite:///{database['NAME']}"
    else:
        host = database["HOST"] or database["OPTIONS"].get("host", "")
        login = f"{database['USER']}:{database['PASSWORD']}"
        url = f"postgres://{login}@/{database['NAME']}?host={host}"
        if database["PORT"]:
            url = f"postgres://{login}@{host}:{database['PORT']}/{database['NAME']}"
    given = {
        "DATABASE_URL": url,
        "SECRET_KEY": settings.SECRET_KEY,
        "MEDIA_ROOT": str(settings.MEDIA_ROOT),
    }
    return os.environ | given | changes


def run_manage(*arguments: str, **changes: str) -> subprocess.CompletedProcess[str]:
    """Runs `manage.py` as cron would, in a process of its own, on this test run's database."""
    return subprocess.run(
        [sys.executable, "manage.py", *arguments],
        cwd=ROOT,
        env=process_environment(**changes),
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


def make_staff(role: str = "", **fields: Any) -> User:
    """A user of the admin: "Viewer", "Editor", "Publisher" or "superuser".

    Without a password, which takes long to hash: log in by `client.force_login`.
    """
    values = {"username": role.lower() or "staff", "is_staff": True}
    user = User.objects.create_user(**(values | fields), is_superuser=role == "superuser")
    if role not in ("", "superuser"):
        user.groups.add(Group.objects.get(name=role))
    return user


def make_many_results(number: int, count: int, seed: int = 0) -> None:
    """Fills slots 1 to `count` in one statement; `seed` shifts who won and how fast."""
    with connections["default"].cursor() as cursor:
        cursor.execute(
            "INSERT INTO daily_results"
            " (puzzle_id, session_id, slot, outcome, guesses_used, created_at)"
            " WITH RECURSIVE slots (slot) AS"
            " (SELECT 1 UNION ALL SELECT slot + 1 FROM slots WHERE slot < %(count)s)"
            " SELECT puzzles.number, 'made-' || slot, slot,"
            " CASE WHEN (slot + %(seed)s) %% 7 = 0 THEN 'lost' ELSE 'won' END,"
            " CASE WHEN (slot + %(seed)s) %% 7 = 0 THEN 6 ELSE 1 + (slot / 2) %% 6 END,"
            " puzzles.day FROM puzzles, slots WHERE puzzles.number = %(number)s",
            {"number": number, "count": count, "seed": seed},
        )


def make_results(number: int, won_with: tuple[int, ...] = (0,) * 6, lost: int = 0) -> None:
    """So many games won with 1, 2, … 6 guesses, and so many lost."""
    games = [("won", used) for used, count in enumerate(won_with, 1) for _ in range(count)]
    DailyResult.objects.bulk_create(
        DailyResult(
            puzzle_id=number,
            session_id=f"made-{slot}",
            slot=slot,
            outcome=outcome,
            guesses_used=used,
            created_at=NOW,
        )
        for slot, (outcome, used) in enumerate(games + [("lost", 6)] * lost, 1)
    )
