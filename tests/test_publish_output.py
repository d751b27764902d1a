"""`manage.py publish` when its output, its user or a row of the site fails it."""

import subprocess
import sys

import pytest

from answers.models import AnswerPost, SiteState
from tests.make import ROOT, make_puzzle, process_environment, run_manage

pytestmark = pytest.mark.django_db(transaction=True, databases=["default", "publisher"])


@pytest.mark.parametrize("output", [">/dev/full", ">&-", "| true"])
def test_output_that_can_not_be_written_stops_no_page(output):
    """A log on a full disk, a closed stdout, a reader that has gone."""
    for number in (1, 2, 3):
        make_puzzle(number)
    command = f"{sys.executable} manage.py publish {output}"
    done = subprocess.run(
        ["bash", "-c", command],
        cwd=ROOT,
        env=process_environment(),
        capture_output=True,
        text=True,
        check=False,
    )
    assert "Traceback" not in done.stderr
    assert AnswerPost.objects.count() == 3


@pytest.mark.parametrize(
    "command", [("publish",), ("withdraw", "1", "--reason", "x"), ("restore", "1"), ("runway",)]
)
@pytest.mark.engine_free
def test_a_sqlite_file_that_is_away_is_one_sentence_and_stays_away(tmp_path, command):
    file = tmp_path / "away.sqlite3"
    done = run_manage(*command, DATABASE_URL=f"sqlite:///{file}", PUBLISHER_DATABASE_URL="")
    assert (done.returncode, done.stderr.count("\n")) == (1, 1), done.stderr
    assert "unable to open database file" in done.stderr
    assert list(tmp_path.iterdir()) == []


@pytest.mark.engine_free
def test_migrate_makes_a_sqlite_file(tmp_path):
    file = tmp_path / "new.sqlite3"
    done = run_manage("migrate", DATABASE_URL=f"sqlite:///{file}", PUBLISHER_DATABASE_URL="")
    assert (done.returncode, file.exists()) == (0, True), done.stderr


def test_site_without_its_state_row_is_one_sentence():
    make_puzzle(1)
    SiteState.objects.all().delete()
    done = run_manage("publish")
    assert done.returncode == 1
    assert (done.stderr.count("\n"), "manage.py migrate" in done.stderr) == (1, True)


def test_interrupted_run_gives_its_lease_back_and_says_a_sentence():
    make_puzzle(1)
    code = (
        "import sys, django; django.setup()\n"
        "from django.core.management import execute_from_command_line\n"
        "from answers.publishing import act\n"
        "def interrupt(*_): raise KeyboardInterrupt\n"
        "act.compute_page = interrupt\n"
        "execute_from_command_line(['manage.py', 'publish'])\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env=process_environment(DJANGO_SETTINGS_MODULE="costcodle.settings"),
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr.count("\n")) == (1, 1)
    assert run_manage("publish").stdout.startswith("#1 published")
