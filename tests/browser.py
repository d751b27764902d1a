"""Fixtures for tests in a real browser: the site as a process of its own, Chromium, one page.

The server works on the database of this test run, so a test makes its rows with the ORM and the
server shows them. Its wall clock can be moved: `site.set_clock(instant)`.
"""

import mmap
import struct
import subprocess
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from tests import engine
from tests.make import ROOT, process_environment
from tests.serve import Server, free_port, wait_until_up

CHROMIUM = Path("/usr/bin/chromium")
FLAGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
MISSING = "Chromium is not on this machine: apt-get install chromium."


class Site:
    """A running server and its clock."""

    def __init__(self, port: int, offset: mmap.mmap) -> None:
        self.url = f"http://127.0.0.1:{port}"
        self._offset = offset

    def set_clock(self, now: datetime) -> None:
        """From here on the server believes that it is `now`."""
        seconds = round((now - datetime.now(UTC)).total_seconds())
        self._offset[:] = struct.pack("q", seconds)


@pytest.fixture(scope="module")
def server(django_db_setup: None) -> Iterator[Site]:
    """One gunicorn for the browser tests of a module.

    Not for the whole run: a process keeps the ids of Django's content types, and each test that
    empties the tables gives them new ones. At most one test of a module may change rows in admin.
    """
    library = engine.FOLDER / "shifted_clock.so"
    source = ROOT / "tests" / "shifted_clock.c"
    subprocess.run(["gcc", "-shared", "-fPIC", "-o", library, source, "-ldl"], check=True)
    offset_file = engine.FOLDER / "clock_offset"
    offset_file.write_bytes(struct.pack("q", 0))
    port = free_port()
    environment = process_environment(
        SITE_ORIGIN=f"http://127.0.0.1:{port}",
        LD_PRELOAD=str(library),
        CLOCK_OFFSET_FILE=str(offset_file),
        GUESSES_PER_MINUTE="0",
    )
    command = "-m gunicorn costcodle.wsgi:application --workers 1 --threads 4 --no-control-socket"
    with offset_file.open("r+b") as file, mmap.mmap(file.fileno(), 8) as offset:
        process = subprocess.Popen(
            [sys.executable, *command.split(), "--bind", f"127.0.0.1:{port}"],
            cwd=ROOT,
            env=environment,
            text=True,
        )
        try:
            site = Site(port, offset)
            wait_until_up(Server(site.url, process))
            yield site
        finally:
            process.terminate()
            process.wait(timeout=60)


@pytest.fixture
def site(server: Site, transactional_db: None) -> Iterator[Site]:
    yield server
    server.set_clock(datetime.now(UTC))


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    """Chromium, for one module: its event loop may not outlive it."""
    if not CHROMIUM.exists():
        pytest.skip(MISSING)
    from playwright.sync_api import sync_playwright

    # Playwright's loop runs in this thread, so Django takes every query for an asynchronous one.
    with pytest.MonkeyPatch.context() as patch, sync_playwright() as playwright:
        patch.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "true")
        chromium = playwright.chromium.launch(executable_path=str(CHROMIUM), args=FLAGS)
        yield chromium
        chromium.close()


@pytest.fixture
def page(browser: Any, site: Site) -> Iterator[Any]:
    """A page of a new browser profile; any error on its console fails the test."""
    context = browser.new_context(base_url=site.url, viewport={"width": 390, "height": 844})
    page = context.new_page()
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on("console", lambda line: line.type == "error" and errors.append(line.text))
    page.errors = errors
    yield page
    context.close()
    assert not errors


def guess(page: Any, text: str) -> None:
    page.get_by_label("Your guess").fill(text)
    page.get_by_role("button", name="Guess").click()


def await_text(page: Any, text: str) -> None:
    """Waits until the page shows the text, on the board or above it."""
    page.locator(".game").get_by_text(text).first.wait_for()


def look_again(page: Any) -> None:
    """What a page is told when its tab comes to the front."""
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
