import os
import signal
from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import freezegun
import hypothesis
import pytest
from django.conf import settings
from django.core.cache import cache, caches
from django.test import Client
from freezegun import freeze_time

from answers.bank import images
from answers.management.stopping import SIGNALS
from answers.models import Puzzle
from stats.begun import known_days
from stats.so_far import last_counts
from tests import engine
from tests.browser import browser, page, server, site  # noqa: F401  fixtures
from tests.make import NO_SHARED, NOW, SHARED, make_staff

# The same examples in every run, and as much time for each as a busy machine takes: Hypothesis's
# own limit of 200 ms fails what is right.
hypothesis.settings.register_profile(
    "suite",
    derandomize=True,
    database=None,
    deadline=None,
    suppress_health_check=[hypothesis.HealthCheck.too_slow],
)
hypothesis.settings.load_profile("suite")
# A clock frozen in a fixture is none of pytest's business: else its durations are nonsense.
freezegun.configure(extend_ignore_list=["_pytest.timing"])


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Each engine's run leaves out what is only about the other, and the second what needs none."""
    if engine.ENGINE != "sqlite":
        items[:] = [item for item in items if not item.get_closest_marker("engine_free")]
    for_one = [(item, item.get_closest_marker("only")) for item in items]
    items[:] = [item for item, only in for_one if not only or only.args == (engine.ENGINE,)]


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    """Where a machine has all that can be installed, a skipped test is a fault."""
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if os.environ.get("COSTCODLE_NOTHING_SKIPPED") and reporter:
        skipped = [str(report.longrepr) for report in reporter.stats.get("skipped", [])]
        if not all(NO_SHARED in reason for reason in skipped):
            session.exitstatus = pytest.ExitCode.TESTS_FAILED


@pytest.fixture(scope="session")
def django_db_modify_db_settings(django_db_modify_db_settings_parallel_suffix: None) -> None:
    """Each process of the suite has a database of its own, for it and for those that it starts.

    SQLite's is a file too, since other processes and other connections must see it.
    """
    if engine.ENGINE == "sqlite":
        settings.DATABASES["default"]["TEST"]["NAME"] = str(engine.FOLDER / "test.sqlite3")


@pytest.fixture(scope="session", autouse=True)
def collected_static_files() -> Iterator[None]:
    """Pages are rendered with hashed names as in production, so a missing file fails a test."""
    from django.core.management import call_command

    settings.STATIC_ROOT = engine.FOLDER / "static"
    call_command("collectstatic", interactive=False, verbosity=0)
    yield


@pytest.fixture(autouse=True)
def empty_cache() -> None:
    """Rows that a test rolls back raise no revision, so the next test begins with no entries.

    Guesses of tests in the same frozen minute would add up to too many.
    """
    cache.clear()
    caches["limits"].clear()
    known_days.clear()
    last_counts.clear()


@pytest.fixture
def noon(settings: Any) -> Iterator[None]:
    """The clock stands at make.NOW: puzzles 1 to 30 are over and 31 is open."""
    settings.MAX_CLOCK_SKEW = timedelta(0)  # a PostgreSQL server's clock goes on
    with freeze_time(NOW):
        yield


@pytest.fixture
def signals_given_back() -> Iterator[None]:
    """For a test that makes a StopSignals: that takes the process's signals for good."""
    before = {number: signal.getsignal(number) for number in SIGNALS}
    yield
    os.close(signal.set_wakeup_fd(-1))
    for number, handler in before.items():
        signal.signal(number, handler)


@pytest.fixture
def editor(client: Client) -> Client:
    """A browser in which an editor has logged in to the admin."""
    client.force_login(make_staff("Editor"))
    return client


@pytest.fixture
def viewer(client: Client) -> Client:
    """A browser in which a viewer has logged in to the admin."""
    client.force_login(make_staff("Viewer"))
    return client


@pytest.fixture
def attached(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The numbers of the puzzles that a load gives a photo, without the work of making one."""
    numbers: list[int] = []

    def attach(number: int, content: bytes, now: datetime) -> Puzzle:
        numbers.append(number)
        return Puzzle.objects.get(number=number)

    monkeypatch.setattr(images, "attach_photo", attach)
    return numbers


@pytest.fixture
def shared_data() -> Path:
    """The folder of real input; its test is skipped where it is absent."""
    if not SHARED.is_dir():
        pytest.skip(NO_SHARED)
    return SHARED
