"""No secret in logs, pages, headers or metrics, also when everything goes wrong."""

import subprocess
import sys

import pytest

from tests.all_secrets import SECRETS, leaks
from tests.make import ROOT, process_environment

pytestmark = pytest.mark.engine_free

WALK = """
import costcodle.wsgi
from django.test import Client
client = Client(SERVER_NAME="127.0.0.1", raise_request_exception=False, REMOTE_ADDR="203.0.113.9")
for path in ("/", "/answers/", "/answers/1/", "/play/", "/readyz", "/metrics", "/admin/login/",
             "/nowhere/", "/play/restore/?code=the-code-secret", "/robots.txt"):
    for answer in (client.get(path), client.post(path, {"puzzle": "1", "guess": "5"})):
        print(answer.status_code, path.partition("?")[0], answer.headers)
        print(b"".join(answer).decode(errors="replace"))
answer = client.get("/metrics", HTTP_AUTHORIZATION="Bearer the-metrics-secret")
assert answer.status_code == 200
print(answer.content.decode())
"""


def output_of(*command, **changes):
    done = subprocess.run(
        [sys.executable, *command],
        cwd=ROOT,
        env=process_environment(**(SECRETS | changes)),
        capture_output=True,
        text=True,
        check=False,
    )
    return done.stdout + done.stderr


@pytest.mark.parametrize("log_format", ["text", "json"])
def test_a_site_whose_database_and_cache_are_away(log_format):
    text = output_of("-c", WALK, LOG_FORMAT=log_format, ALLOWED_HOSTS="127.0.0.1")
    assert "costcodle_database_up 0.0" in text  # the walk came to its end
    assert leaks(text) == []


@pytest.mark.parametrize("command", ["publish", "runway", "migrate"])
def test_a_command_whose_database_is_away(command):
    text = output_of("manage.py", command)
    assert text
    assert leaks(text) == []


@pytest.mark.parametrize("name", ["DATABASE_URL", "PUBLISHER_DATABASE_URL", "EDGE_CACHE_URL"])
def test_a_value_that_cannot_be_read(name):
    text = output_of("manage.py", "check", **{name: "mysql://user:the-password-secret@host"})
    assert name in text
    assert leaks(text) == []
