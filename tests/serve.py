"""Real servers for tests: gunicorn as in production, on this test run's database."""

import contextlib
import socket
import subprocess
import sys
import tempfile
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.make import ROOT, process_environment
from tests.waiting import wait_until


@dataclass(frozen=True)
class Server:
    origin: str
    process: subprocess.Popen[str]

    def get(self, path: str, **headers: str) -> tuple[int, bytes]:
        request = urllib.request.Request(self.origin + path, headers=headers)  # noqa: S310
        try:
            with urllib.request.urlopen(request, timeout=20) as answer:  # noqa: S310
                return answer.status, answer.read()
        except urllib.error.HTTPError as error:
            with error:
                return error.code, error.read()


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def descendants(pid: int) -> set[int]:
    """The processes that a process has started, and those that they have."""
    found: set[int] = set()
    with contextlib.suppress(FileNotFoundError, ProcessLookupError):  # it has just ended
        for task in Path(f"/proc/{pid}/task").iterdir():
            for child in map(int, (task / "children").read_text().split()):
                found |= {child} | descendants(child)
    return found


@contextmanager
def gunicorn(
    *arguments: str, application: str = "costcodle.wsgi", **environment: str
) -> Iterator[Server]:
    """A running gunicorn with the project's gunicorn.conf.py; it has ended at the end."""
    port = free_port()
    command = ["-m", "gunicorn", application, "--bind", f"127.0.0.1:{port}", *arguments]
    # A file: nobody reads a pipe meanwhile, and a server whose log filled one would stand still.
    with tempfile.TemporaryFile("w+") as log:
        process = subprocess.Popen(
            [sys.executable, *command],
            cwd=ROOT,
            env=process_environment(**environment),
            stderr=log,
            text=True,
        )
        try:
            server = Server(f"http://127.0.0.1:{port}", process)
            wait_until_up(server)
            yield server
        finally:
            process.terminate()
            process.wait(timeout=60)
            log.seek(0)
            sys.stderr.write(log.read())  # pytest shows it where a test failed


def wait_until_up(server: Server, seconds: int = 120) -> None:
    def is_up() -> bool:
        try:
            return server.get("/livez")[0] == 200
        except OSError:
            if server.process.poll() is not None:
                raise RuntimeError(f"the server ended with {server.process.returncode}") from None
            return False

    wait_until(is_up, seconds=seconds)
