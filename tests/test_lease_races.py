"""Eight processes that fight for one lease on a real database."""

import subprocess
import sys
from dataclasses import dataclass

import pytest

from leases.models import JobLease
from tests.make import ROOT, process_environment

pytestmark = pytest.mark.django_db(transaction=True)

PROCESSES, EACH = 8, 12


@dataclass(frozen=True)
class Term:
    owner_id: str
    fence: int
    alone: bool
    released: bool


def fight(*mode: str) -> list[Term]:
    """The terms that the takers of tests/lease_takers.py had."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.lease_takers", str(PROCESSES), str(EACH), *mode],
        cwd=ROOT,
        env=process_environment(DJANGO_SETTINGS_MODULE="costcodle.settings"),
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    words = [line.split() for line in done.stdout.splitlines()]
    return [Term(one[0], int(one[1]), one[2] == "1", one[3] == "1") for one in words]


def test_each_term_is_one_owners_and_has_its_own_fence():
    terms = fight()
    assert len({term.owner_id for term in terms}) == PROCESSES
    assert sorted(term.fence for term in terms) == list(range(1, PROCESSES * EACH + 1))
    assert all(term.alone and term.released for term in terms)
    assert JobLease.objects.get().fence == PROCESSES * EACH


def test_without_the_condition_terms_overlap():
    """The control: the fight is real, and `expires_at <= updated_at` is what decides it."""
    terms = fight("open")
    assert not all(term.alone and term.released for term in terms)
