"""Restarts lose no request: a client loops while workers are replaced."""

import os
import signal
import threading
import time
from http.client import HTTPException

import pytest

from tests.serve import descendants, gunicorn
from tests.waiting import wait_until

pytestmark = pytest.mark.django_db(transaction=True, databases=["default", "publisher"])


class Clients:
    """Threads that ask for pages, each on a new connection, and keep what went wrong."""

    def __init__(self, server, number=3):
        self.server, self.faults, self.answered = server, [], 0
        self.done = threading.Event()
        self.threads = [threading.Thread(target=self.loop) for _ in range(number)]

    def loop(self):
        while not self.done.is_set():
            try:
                status, _ = self.server.get("/robots.txt")
            except (OSError, HTTPException) as error:  # the second: an answer cut off in its middle
                self.faults.append(repr(error))
            else:
                self.answered += 1
                if status != 200:
                    self.faults.append(status)
            time.sleep(0.01)

    def __enter__(self):
        for thread in self.threads:
            thread.start()
        return self

    def __exit__(self, *_error):
        self.done.set()
        for thread in self.threads:
            thread.join()

    def wait_for(self, more):
        goal = self.answered + more
        wait_until(lambda: self.answered >= goal, f"{more} more answers")


def workers_of(server):
    return descendants(server.process.pid)


def wait_for_new_workers(server, old, number=2):
    def all_are_new():
        now = workers_of(server)
        return len(now) == number and not now & old

    wait_until(all_are_new)


def slow_server(workers=2):
    return gunicorn("--workers", str(workers), application="tests.slow_wsgi")


def test_control_killed_workers_lose_requests():
    """Without grace requests are lost, and the clients notice."""
    with slow_server() as server, Clients(server) as clients:
        for _ in range(10):  # once may meet no request under way
            clients.wait_for(5)
            for pid in workers_of(server):
                os.kill(pid, signal.SIGKILL)
            clients.wait_for(5)
            if clients.faults:
                break
    assert clients.faults


def test_reload_loses_no_request():
    with slow_server() as server, Clients(server) as clients:
        for _ in range(2):
            old = workers_of(server)
            server.process.send_signal(signal.SIGHUP)
            wait_for_new_workers(server, old)
            clients.wait_for(10)
    assert clients.faults == []
    assert clients.answered > 20


def test_replacing_workers_one_by_one_loses_no_request():
    with slow_server() as server, Clients(server) as clients:
        for pid in sorted(workers_of(server)):
            os.kill(pid, signal.SIGTERM)
            wait_for_new_workers(server, {pid})
            clients.wait_for(10)
    assert clients.faults == []


def test_last_request_of_a_stopping_server_is_answered():
    with slow_server(workers=1) as server, Clients(server, number=1) as clients:
        clients.wait_for(3)
        server.process.terminate()
        server.process.wait(timeout=60)
    # After the end connections are refused; none that was taken was dropped half-way.
    assert all("refused" in str(fault) for fault in clients.faults)
