"""`manage.py demo`: what `make run` runs after installing."""

import contextlib
import signal
import socket
import subprocess
import sys
import time
from http.client import HTTPConnection, HTTPException
from threading import Thread
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import CommandError

from answers import publishing
from answers.bank.sample import load_sample
from answers.management.publishing import PublishingCommand
from costcodle import clock

HOST = "127.0.0.1"
SECONDS_TO_ANSWER = 5
SECONDS_TO_STOP = 25  # more than gunicorn's own graceful_timeout


class Command(PublishingCommand):
    help = (
        "Makes the site ready and serves it on this machine: migrates, loads the sample bank if"
        " the bank is empty, publishes what is over, then runs the web server and a publisher"
        " that wakes when the next puzzle closes. Ctrl-C ends both. PORT changes the port."
    )

    def handle(self, **options: Any) -> None:
        check_port_is_free(settings.PORT)
        self.stdout.write(
            "Making the site ready; loading the sample into an empty bank takes a while."
        )
        self.stdout.flush()
        call_command("migrate", verbosity=0, interactive=False)
        if (load := load_sample(clock.utc_now())) is not None:
            self.stdout.write(f"Loaded the sample bank: {len(load.created)} products.")
        self.publish()
        # A thread of its own, since this one waits for the end of either process.
        Thread(target=self.tell_address, daemon=True).start()
        sys.exit(run_together([web_server(), publisher()]))

    def publish(self) -> None:
        """Publishes what is over; the site starts also where a puzzle, or all of them, can't be."""
        try:
            publishing.check_clock()
        except publishing.ClockSkew as skew:
            self.tell_skew(skew, as_json=False)
            return
        counts = publishing.publish_all(publishing.find_due(), self.tell_not_done)
        self.tell_summary(counts, as_json=False)

    def tell_not_done(self, result: publishing.Result) -> None:
        if result.outcome in publishing.NOT_DONE:
            self.tell_outcome(result, as_json=False)

    def tell_address(self) -> None:
        """Says where the site is once it answers, which is after all that its start has to say."""
        while not answers(settings.PORT):
            time.sleep(0.1)
        self.stdout.write(
            f"Costcodle is on http://{HOST}:{settings.PORT}/ and its admin on"
            f" /{settings.ADMIN_PATH} (first `.venv/bin/python manage.py createsuperuser`)."
            " Ctrl-C ends both."
        )
        self.stdout.flush()


def check_port_is_free(port: int) -> None:
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((HOST, port))
        except OSError:
            raise CommandError(f"Port {port} is taken: try `make run PORT={port + 1}`.") from None


def answers(port: int) -> bool:
    """True once a worker of the web server has answered, whatever it said."""
    server = HTTPConnection(HOST, port, timeout=SECONDS_TO_ANSWER)
    with contextlib.closing(server), contextlib.suppress(OSError, HTTPException):
        server.request("GET", "/livez")
        server.getresponse()
        return True
    return False


def web_server() -> list[str]:
    bind = f"{HOST}:{settings.PORT}"
    return [sys.executable, "-m", "gunicorn", "--bind", bind, "costcodle.wsgi:application"]


def publisher() -> list[str]:
    return [sys.executable, "manage.py", "publish", "--watch"]


def run_together(commands: list[list[str]]) -> int:
    """Runs the commands until one ends or a signal comes, then ends the others too.

    Returns the exit code of the one that ended by itself, 0 after a signal.
    """
    stopping: list[int] = []
    processes: list[subprocess.Popen[bytes]] = []

    def stop(number: int, _: object) -> None:
        stopping.append(number)
        for process in processes:
            process.terminate()

    # The last two: a terminal that is closed, and Ctrl-\.
    for name in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT):
        signal.signal(name, stop)
    # A session of their own: Ctrl-C in the terminal reaches this process alone, which asks the
    # others once, instead of all of them twice.
    for command in commands:
        if not stopping:
            processes.append(
                subprocess.Popen(command, cwd=settings.BASE_DIR, start_new_session=True)
            )
    code = wait_for_any(processes)
    for process in processes:
        process.terminate()
    for process in processes:
        try:
            process.wait(SECONDS_TO_STOP)
        except subprocess.TimeoutExpired:
            process.kill()
    return 0 if stopping else code


def wait_for_any(processes: list["subprocess.Popen[bytes]"]) -> int:
    """Waits until one of the processes has ended and returns its exit code."""
    while True:
        for process in processes:
            with contextlib.suppress(subprocess.TimeoutExpired):
                return process.wait(0.2)
