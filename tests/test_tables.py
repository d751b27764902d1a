"""Each constraint refuses its bad row by name, on both engines."""

import re
from datetime import timedelta

import pytest
from django.db import IntegrityError, connection, models, transaction

from answers.models import AnswerPost, PublicationItem, PublicationLog, Puzzle, SiteState
from leases.models import JobLease
from stats.models import SLOTS_PER_PUZZLE, DailyResult
from tests.make import FIRST_DAY, NOW, PHOTO, day_of, make_post, make_puzzle

pytestmark = pytest.mark.django_db

MODELS = (Puzzle, PublicationItem, AnswerPost, PublicationLog, SiteState, JobLease, DailyResult)


def make_log(**fields):
    values = {
        "revision": 1,
        "puzzle_id": 1,
        "action": "publish",
        "content_version": 1,
        "fence": 1,
        "owner_id": "somebody",
        "commit_token": "a" * 32,
        "created_at": NOW,
    }
    return PublicationLog.objects.create(**(values | fields))


def make_item(**fields):
    return PublicationItem.objects.create(**({"puzzle_id": 1, "updated_at": NOW} | fields))


def make_lease(**fields):
    values = {"key": "k", "owner_id": "somebody", "fence": 1, "expires_at": 0, "updated_at": 0}
    return JobLease.objects.create(**(values | fields))


def make_result(**fields):
    values = {
        "puzzle_id": 1,
        "session_id": "s",
        "slot": 1,
        "outcome": "won",
        "guesses_used": 3,
        "created_at": NOW,
    }
    return DailyResult.objects.create(**(values | fields))


def make_far_puzzle(number):
    """A puzzle whose number is too high to have the day that `make_puzzle` would give it."""
    day = FIRST_DAY - timedelta(days=1)
    return Puzzle.objects.create(number=number, day=day, name="Far", price_cents=1)


def make_second_post(**fields):
    """Page 2 with the values of page 1, but for what is given."""
    return make_post(2, **fields)


# Constraint: the rows that it refuses, beside those of the fixture `rows`.
REFUSED = {
    "puzzles_number_range": [
        lambda: make_puzzle(0),
        lambda: make_far_puzzle(1_000_000_000),
    ],
    "puzzles_price_range": [
        lambda: make_puzzle(3, price_cents=0),
        lambda: make_puzzle(3, price_cents=-1),
        lambda: make_puzzle(3, price_cents=10_000_000),
    ],
    "puzzles_image_state": [lambda: make_puzzle(3, image_state="lost")],
    "puzzles_ready_has_key": [lambda: make_puzzle(3, image_state="ready")],
    "puzzles_version_positive": [lambda: make_puzzle(3, version=0)],
    "puzzles_day_key": [lambda: make_puzzle(3, day=day_of(1))],
    "puzzles_pkey": [lambda: make_puzzle(1, day=day_of(3))],
    "publication_items_state": [lambda: make_item(puzzle_id=2, state="done")],
    "publication_items_counters": [
        lambda: make_item(puzzle_id=2, fence=-1),
        lambda: make_item(puzzle_id=2, attempts=-1),
    ],
    "publication_items_pkey": [lambda: make_item()],
    # A second page for one puzzle, and a second page for one day.
    "answer_posts_pkey": [lambda: make_post(1, day=day_of(5))],
    "answer_posts_day_key": [lambda: make_second_post(day=day_of(1))],
    "answer_posts_token_once": [lambda: make_second_post(commit_token="a" * 32)],
    "answer_posts_version_positive": [lambda: make_second_post(content_version=0)],
    "answer_posts_price_positive": [lambda: make_second_post(price_cents=0)],
    "answer_posts_photo_named": [
        lambda: make_second_post(**PHOTO | {"image_key": ""}),
        lambda: make_second_post(image_key="f" * 32),
    ],
    "answer_posts_index_photo": [lambda: make_second_post(indexable=True)],
    # A publication that is done twice: once more as the same version, with the same token, under
    # the same revision, or as a first version that isn't the first.
    "publication_log_version_once": [lambda: make_log(revision=2, commit_token="b" * 32)],
    "publication_log_token_once": [
        lambda: make_log(revision=2, action="update", content_version=2)
    ],
    "publication_log_pkey": [
        lambda: make_log(action="update", content_version=2, commit_token="b" * 32)
    ],
    "publication_log_publish_first": [
        lambda: make_log(revision=2, content_version=2, commit_token="b" * 32),
        lambda: make_log(revision=2, puzzle_id=2, action="update", commit_token="b" * 32),
        lambda: make_log(revision=2, action="replace", content_version=2, commit_token="b" * 32),
    ],
    "publication_log_revision_positive": [
        lambda: make_log(revision=0, puzzle_id=2, commit_token="b" * 32)
    ],
    "site_state_one_row": [lambda: SiteState.objects.create(id=2, commit_token="b" * 32)],
    "site_state_pkey": [lambda: SiteState.objects.create(id=1, commit_token="b" * 32)],
    "site_state_revision_counts": [lambda: SiteState.objects.update(publication_revision=-1)],
    "job_leases_fence_positive": [lambda: make_lease(key="other", fence=0)],
    "job_leases_pkey": [lambda: make_lease()],
    "daily_results_session_once": [lambda: make_result(slot=2)],
    "daily_results_slot_once": [lambda: make_result(session_id="t")],
    "daily_results_slot_cap": [
        lambda: make_result(session_id="t", slot=0),
        lambda: make_result(session_id="t", slot=SLOTS_PER_PUZZLE + 1),
    ],
    "daily_results_guesses": [
        lambda: make_result(session_id="t", slot=2, guesses_used=0),
        lambda: make_result(session_id="t", slot=2, guesses_used=7, outcome="won"),
    ],
    "daily_results_outcome": [
        lambda: make_result(session_id="t", slot=2, outcome="lost", guesses_used=5),
        lambda: make_result(session_id="t", slot=2, outcome="drew", guesses_used=6),
    ],
}
CASES = [(name, index) for name, rows in REFUSED.items() for index in range(len(rows))]


@pytest.fixture
def rows():
    """One good row in each table."""
    make_post(1, commit_token="a" * 32)
    make_puzzle(2)
    make_item()
    make_log()
    make_lease()
    make_result()


def violated(error: IntegrityError) -> str:
    """The constraint's name. SQLite names the columns of a unique one instead."""
    if connection.vendor == "postgresql":
        name = error.__cause__.diag.constraint_name
        # Django adds a random part to the names of unique columns.
        return re.sub(r"_[0-9a-f]{8}(?=_uniq$)|_uniq$|_[0-9a-f]{8}$", "", name)
    kind, _, what = str(error).partition(" constraint failed: ")
    return what if kind == "CHECK" else columns_to_name(what.split(", "))


def columns_to_name(columns: list[str]) -> str:
    table, names = columns[0].partition(".")[0], [one.partition(".")[2] for one in columns]
    model = next(model for model in MODELS if model._meta.db_table == table)
    for constraint in model._meta.constraints:
        if isinstance(constraint, models.UniqueConstraint):
            fields = [model._meta.get_field(field).column for field in constraint.fields]
            if fields == names:
                return constraint.name
    is_key = names == [model._meta.pk.column]
    return f"{table}_pkey" if is_key else f"{table}_{names[0]}_key"


@pytest.mark.parametrize(("name", "index"), CASES)
def test_bad_row_is_refused_by_its_constraint(rows, name, index):
    with pytest.raises(IntegrityError) as refusal, transaction.atomic():
        REFUSED[name][index]()
    assert violated(refusal.value) == name


def test_every_constraint_has_a_row_that_it_refuses():
    declared = {each.name for model in MODELS for each in model._meta.constraints}
    assert declared <= REFUSED.keys()


def test_good_neighbours_are_taken(rows):
    """The rows at the other side of each limit."""
    make_far_puzzle(999_999_999)
    make_puzzle(3, price_cents=9_999_999, image_state="ready", image_key="f" * 32)
    make_post(2, **PHOTO)
    make_log(revision=2, action="update", content_version=2, commit_token="b" * 32)
    make_log(revision=3, puzzle_id=2, commit_token="c" * 32)
    make_result(session_id="t", slot=SLOTS_PER_PUZZLE, outcome="lost", guesses_used=6)
    make_result(puzzle_id=2)


def test_puzzle_with_a_history_can_not_be_deleted(rows):
    with pytest.raises(models.ProtectedError):
        Puzzle.objects.get(number=1).delete()
