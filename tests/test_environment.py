"""Wrong values stop the start with one sentence that names them."""

import re
import subprocess
import sys

import pytest
from django.core.exceptions import ImproperlyConfigured

from costcodle.environment import Environment
from tests.make import ROOT, process_environment, run_manage

pytestmark = pytest.mark.engine_free


def read(monkeypatch, tmp_path, value):
    monkeypatch.setenv("NAME", value)
    return Environment(tmp_path)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("SECRET_KEY", ""),
        ("SECRET_KEY", "   "),
        ("DEBUG", "yes"),
        ("DEBUG", "True"),
        ("DEBUG", "2"),
        ("ENVIRONMENT", "prod one"),
        ("BUILD_VERSION", "a/b"),
        ("PORT", "99999"),
        ("SITE_ORIGIN", "costcodle.example"),
        ("SITE_ORIGIN", "https://costcodle.example/path"),
        ("SITE_ORIGIN", "ftp://costcodle.example"),
        ("SITE_ORIGIN", "https://user@costcodle.example"),
        ("ALLOWED_HOSTS", "https://costcodle.example"),
        ("ALLOWED_HOSTS", "costcodle.example:8000"),
        ("CSRF_TRUSTED_ORIGINS", "costcodle.example"),
        ("TRUSTED_PROXIES", "localhost"),
        ("TRUSTED_PROXIES", "10.0.0.0/33"),
        ("ADMIN_PATH", "a b"),
        ("ADMIN_PATH", "//"),
        ("GUESSES_PER_MINUTE", "-1"),
        ("GUESSES_PER_MINUTE", "1.5"),
        ("LEASE_SECONDS", "0"),
        ("LEASE_SECONDS", "٣"),
        ("MAX_CLOCK_SKEW_SECONDS", "half"),
        ("LOG_FORMAT", "xml"),
        ("LOG_LEVEL", "info please"),
        ("DATABASE_URL", "mysql://localhost/costcodle"),
        ("DATABASE_URL", "costcodle"),
        ("DATABASE_URL", "postgres://[::1/costcodle"),
        ("DATABASE_URL", "sqlite:////proc/nowhere/costcodle.sqlite3"),
        ("DATABASE_URL", "sqlite:///var/costcodle.sqlite3?mode=ro"),
        ("DATABASE_URL", "sqlite://:memory:"),
        ("EDGE_CACHE_URL", "memcached://localhost"),
    ],
)
def test_wrong_value_ends_the_start_with_a_sentence(name, value):
    done = run_manage("check", **{name: value})
    assert done.returncode == 2
    assert name in done.stderr
    assert "Traceback" not in done.stderr
    assert done.stderr.count("\n") == 1


def test_wsgi_entry_says_the_same():
    done = subprocess.run(
        [sys.executable, "-c", "import costcodle.wsgi"],
        cwd=ROOT,
        env=process_environment(DEBUG="maybe"),
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (1, "DEBUG is 'maybe': write true, false, 1 or 0.\n")


def test_empty_value_means_the_default(monkeypatch, tmp_path):
    env = read(monkeypatch, tmp_path, " ")
    assert env.text("NAME", "default") == "default"
    assert env.whole_number("NAME", 7) == 7
    assert env.boolean("NAME", True) is True
    assert env.path("NAME", "admin/") == "admin/"


def test_secret_may_begin_with_a_dollar_sign(monkeypatch, tmp_path):
    assert read(monkeypatch, tmp_path, "$HOME").text("NAME") == "$HOME"


def test_secret_of_a_url_is_not_shown(monkeypatch, tmp_path):
    env = read(monkeypatch, tmp_path, "postgres://user:secret@")
    with pytest.raises(ImproperlyConfigured) as refusal:
        env.database("NAME", "")
    assert "secret" not in str(refusal.value)


@pytest.mark.parametrize(("query", "seconds"), [("", 5), ("?connect_timeout=20", 20)])
def test_a_database_host_that_is_silent_is_given_up(monkeypatch, tmp_path, query, seconds):
    env = read(monkeypatch, tmp_path, f"postgres://user:secret@host/name{query}")
    assert env.database("NAME", "")["OPTIONS"]["connect_timeout"] == seconds


def test_the_environment_goes_before_the_file(monkeypatch, tmp_path):
    (tmp_path / ".env").write_text("NAME=file\nONLY_IN_FILE=here\n")
    monkeypatch.setenv("ONLY_IN_FILE", "")
    monkeypatch.delenv("ONLY_IN_FILE")
    env = read(monkeypatch, tmp_path, "environment")
    assert (env.text("NAME"), env.text("ONLY_IN_FILE")) == ("environment", "here")


@pytest.mark.parametrize(
    ("value", "expected"),
    [("/back/room/", "back/room/"), ("admin", "admin/"), ("", "admin/")],
)
def test_path_has_one_slash_behind_it(monkeypatch, tmp_path, value, expected):
    assert read(monkeypatch, tmp_path, value).path("NAME", "admin/") == expected


def names_in_settings():
    text = (ROOT / "costcodle/settings.py").read_text()
    return set(re.findall(r'env\.\w+\(\s*"([A-Z_]+)"', text))


def test_example_names_every_setting_and_no_other():
    text = (ROOT / ".env.example").read_text()
    assert set(re.findall(r"^#?([A-Z_]+)=", text, re.MULTILINE)) == names_in_settings()


def test_operations_page_names_every_setting_and_no_other():
    text = (ROOT / "docs/operations.md").read_text()
    table = text[text.index("## Environment") :]
    table = table[: table.index("\n## ")]
    assert set(re.findall(r"^\| `([A-Z_]+)`", table, re.MULTILINE)) == names_in_settings()


def test_production_example_names_only_settings():
    text = (ROOT / "deploy/production.env.example").read_text()
    assert set(re.findall(r"^([A-Z_]+)=", text, re.MULTILINE)) <= names_in_settings()


def test_defaults_of_the_example_are_the_real_ones(monkeypatch):
    """What `.env.example` shows commented out, set, gives the same settings as nothing."""
    text = (ROOT / ".env.example").read_text()
    shown = dict(re.findall(r"^#([A-Z_]+)=(.*)$", text, re.MULTILINE))
    script = (
        "from costcodle import settings as s\n"
        "print({n: str(getattr(s, n)) for n in dir(s) if n.isupper() and n != 'BUILD_VERSION'})"
    )

    def settings_with(changes):
        environment = process_environment(SECRET_KEY="x" * 50)
        for name in names_in_settings() - {"SECRET_KEY"}:
            environment.pop(name, None)
        done = subprocess.run(
            [sys.executable, "-c", script],
            cwd=ROOT,
            env=environment | changes,
            capture_output=True,
            text=True,
            check=True,
        )
        return done.stdout

    assert settings_with(shown) == settings_with({})
