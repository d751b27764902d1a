"""`manage.py demo` as `make run` starts it: a fresh database, a real server, and its end."""

import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from answers.bank.sample import DAYS_BEFORE
from answers.publishing import page
from costcodle.management.commands.demo import Command
from tests.make import ROOT, day_of, make_puzzle
from tests.serve import Server, descendants, free_port, wait_until_up
from tests.waiting import wait_until

pytestmark = pytest.mark.engine_free

# Sample puzzles that are over: in the ten minutes after midnight yesterday's is not.
OVER = {DAYS_BEFORE - 1, DAYS_BEFORE}


@dataclass(frozen=True)
class Demo(Server):
    output: Path

    def printed(self) -> str:
        return self.output.read_text()


def environment(folder: Path, port: int) -> dict[str, str]:
    """What decides where the demo stands; everything else is the default."""
    given = {
        "PORT": str(port),
        "DATABASE_URL": f"sqlite:///{folder}/demo.sqlite3",
        "MEDIA_ROOT": str(folder / "photos"),
        "SITE_ORIGIN": "",
    }
    return os.environ | given


@contextmanager
def demo(folder: Path) -> Iterator[Demo]:
    """A running demo on the database of `folder`; it is ended by Ctrl-C, as a person would."""
    port, output = free_port(), folder / "output"
    with output.open("w") as file:
        process = subprocess.Popen(
            [sys.executable, "manage.py", "demo"],
            cwd=ROOT,
            env=environment(folder, port),
            stdout=file,
            stderr=subprocess.STDOUT,
            text=True,
        )
    running = Demo(f"http://127.0.0.1:{port}", process, output)
    try:
        wait_until_up(running, seconds=240)  # it draws 45 photos first
        yield running
    finally:
        process.send_signal(signal.SIGINT)
        process.wait(60)


def wait_for_address(running: Demo) -> list[str]:
    """The lines that the demo has printed when it says where it is."""
    wait_until(lambda: f"Costcodle is on {running.origin}/" in running.printed(), "the address")
    return running.printed().splitlines()


def is_running(pid: int) -> bool:
    return Path(f"/proc/{pid}").exists()


def port_is_free(origin: str) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", int(origin.rpartition(":")[2]))) != 0


def numbers_in_archive(server: Server) -> set[int]:
    status, page = server.get("/answers/")
    assert status == 200
    return set(map(int, re.findall(rb"/answers/(\d+)/", page)))


def test_from_nothing_to_a_site_and_back(tmp_path):
    with demo(tmp_path) as first:
        lines = wait_for_address(first)
        assert lines[-1].startswith(f"Costcodle is on {first.origin}/")  # after gunicorn's own
        assert any("Listening at" in line for line in lines)
        assert any(line.startswith("Loaded the sample bank") for line in lines)
        assert [line for line in lines if "published" in line] in [
            [f"{over} published; revision {over}."] for over in OVER
        ]
        # The pages of finished puzzles are public, today's and tomorrow's are not.
        newest = max(numbers_in_archive(first))
        assert newest in OVER
        status, page = first.get(f"/answers/{newest}/")
        assert status == 200
        assert f'rel="canonical" href="{first.origin}/answers/{newest}/"'.encode() in page
        photo = re.search(rb'/media/[^" ]+', page)
        assert first.get(photo[0].decode())[0] == 200
        assert first.get(f"/answers/{newest + 3}/")[0] == 404
        assert first.get("/")[0] == first.get("/play/")[0] == first.get("/readyz")[0] == 200
        # gunicorn, its worker and the publisher.
        children = descendants(first.process.pid)
        assert len(children) >= 3
    assert first.process.returncode == 0
    assert "Traceback" not in first.printed()
    assert not [child for child in children if is_running(child)]
    assert port_is_free(first.origin)
    assert any((tmp_path / "photos").iterdir())

    with demo(tmp_path) as second:
        assert "Loaded the sample bank" not in second.printed()
        assert "published" not in second.printed().replace("Nothing is due", "")
        assert numbers_in_archive(second)
    assert second.process.returncode == 0


@pytest.mark.django_db(transaction=True, databases=["default", "publisher"])
def test_what_failed_is_told_and_what_was_published_is_counted(monkeypatch, capsys):
    for number in (1, 2, 3):
        make_puzzle(number)

    def compute_page(snapshot, *rest):
        if snapshot.product.day == day_of(2):
            raise ValueError("no page for that")
        return page.compute_page(snapshot, *rest)

    monkeypatch.setattr("answers.publishing.act.compute_page", compute_page)
    Command().publish()
    assert capsys.readouterr().out == (
        "#2 failed (fence 1): no page for that\n2 published, 1 failed; revision 2.\n"
    )


# The command's own loop, around two children that would stay for ever.
TWO_SLEEPERS = """
import sys, django
django.setup()
from costcodle.management.commands.demo import run_together
sleeper = [sys.executable, "-c", "import time; time.sleep(600)"]
sys.exit(run_together([sleeper, sleeper]))
"""


def two_sleepers(tmp_path: Path) -> "subprocess.Popen[bytes]":
    settings = {"DJANGO_SETTINGS_MODULE": "costcodle.settings"}
    return subprocess.Popen(
        [sys.executable, "-c", TWO_SLEEPERS],
        cwd=ROOT,
        env=environment(tmp_path, free_port()) | settings,
    )


def wait_for_two_children(process: "subprocess.Popen[bytes]") -> set[int]:
    wait_until(lambda: len(descendants(process.pid)) == 2, "both children")
    return descendants(process.pid)


@pytest.mark.parametrize("number", [signal.SIGHUP, signal.SIGQUIT, signal.SIGTERM, signal.SIGINT])
def test_whatever_ends_the_terminal_ends_both(tmp_path, number):
    with two_sleepers(tmp_path) as process:
        children = wait_for_two_children(process)
        process.send_signal(number)
        assert process.wait(60) == 0
    assert not [child for child in children if is_running(child)]


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL])
def test_death_of_one_child_ends_the_other(tmp_path, number):
    with two_sleepers(tmp_path) as process:
        children = wait_for_two_children(process)
        os.kill(min(children), number)
        assert process.wait(60) != 0
    assert not [child for child in children if is_running(child)]


def test_taken_port_is_told_in_one_sentence(tmp_path):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        done = subprocess.run(
            [sys.executable, "manage.py", "demo"],
            cwd=ROOT,
            env=environment(tmp_path, port),
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )
    assert done.returncode == 1
    assert done.stdout == ""
    assert done.stderr == f"Port {port} is taken: try `make run PORT={port + 1}`.\n"
    # It looks before it makes anything.
    assert not (tmp_path / "demo.sqlite3").exists()
