"""Each file of deploy/, by the program that reads it where that is on this machine."""

import re
import sqlite3
import subprocess
import sys
from contextlib import closing
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from django.core.management import get_commands

from tests import litestream
from tests.front import DEPLOY, need, nginx_command, nginx_site
from tests.make import ROOT

pytestmark = pytest.mark.engine_free

CHECKED = {
    *("production.env.example", "check.sh"),  # tests/test_checks.py
    *("postgresql/roles.sql", "postgresql/grants.sql"),  # tests/test_least_privilege.py
    *("crontab", "Caddyfile", "nginx.conf", "litestream.yml"),
    *(f"systemd/costcodle-{unit}" for unit in ("web.service", "watch.service")),
    *(f"systemd/costcodle-{unit}" for unit in ("publish.service", "publish.timer")),
}


def run(*command, **options):
    return subprocess.run(command, capture_output=True, text=True, check=False, **options)


def test_every_file_has_a_check():
    files = {str(path.relative_to(DEPLOY)) for path in DEPLOY.rglob("*") if path.is_file()}
    assert files == CHECKED


@pytest.mark.parametrize("unit", sorted(DEPLOY.glob("systemd/*")), ids=lambda path: path.name)
def test_systemd_unit(unit, tmp_path):
    program = need("systemd-analyze")
    for path in DEPLOY.glob("systemd/*"):
        text = path.read_text().replace(
            "/opt/costcodle/.venv/bin", str(Path(sys.executable).parent)
        )
        (tmp_path / path.name).write_text(text)
    done = run(program, "verify", "--recursive-errors=no", str(tmp_path / unit.name))
    assert done.returncode == 0, done.stderr
    assert unit.name not in done.stderr, done.stderr  # unknown names are only warnings


def test_timer_and_cron_run_at_the_closing_instant():
    """Both wake at 00:10:00 UTC, and cron in any time zone of whole and half hours."""
    program = need("systemd-analyze")
    timer = (DEPLOY / "systemd/costcodle-publish.timer").read_text()
    calendar = re.search(r"^OnCalendar=(.+)$", timer, re.MULTILINE)[1]
    done = run(program, "calendar", "--base-time=2026-12-02 00:09:59 UTC", calendar)
    assert "00:10:00 UTC" in done.stdout, done.stdout + done.stderr
    minutes = (DEPLOY / "crontab").read_text().splitlines()[-1].split()[0]
    assert minutes == "*/5"


def test_caddyfile(tmp_path):
    program = need("caddy")
    done = run(
        *(program, "validate", "--adapter", "caddyfile", "--config", str(DEPLOY / "Caddyfile")),
        env={"HOME": str(tmp_path), "XDG_DATA_HOME": str(tmp_path), "PATH": "/usr/bin:/bin"},
    )
    assert done.returncode == 0, done.stderr


def test_nginx(tmp_path):
    """`nginx -t` of the file with its own ports, IPv6 too; tests/test_proxies.py runs it."""
    done = run(*nginx_command(tmp_path, nginx_site(tmp_path)), "-t")
    assert done.returncode == 0, done.stderr
    assert "[warn]" not in done.stderr, done.stderr


def test_litestream(tmp_path):
    """It copies the database of the systemd units and keeps 30 days, as Litestream itself says.

    tests/test_restore_drill.py restores from it.
    """
    unit = (DEPLOY / "systemd/costcodle-web.service").read_text()
    folder = re.search(r"^WorkingDirectory=(.+)$", unit, re.M)[1]
    assert f"  - path: {folder}/var/costcodle.sqlite3\n" in (DEPLOY / "litestream.yml").read_text()
    database = tmp_path / "site.sqlite3"
    with closing(sqlite3.connect(database)) as site:
        site.executescript("PRAGMA journal_mode = wal; CREATE TABLE a (b);")
    config = litestream.write_config(tmp_path, database)
    once = ("-once", "-enforce-retention", "-log-level", "debug")
    done = litestream.run("replicate", "-config", config, *once)
    assert done.returncode == 0, done.stdout
    line = next(line for line in done.stdout.splitlines() if "enforcing snapshot retention" in line)
    now, oldest = map(datetime.fromisoformat, re.findall(r"time(?:stamp)?=(\S+)", line))
    assert now - oldest == timedelta(days=30)


def test_proxies_pass_the_host_and_hide_metrics():
    """What the app relies on: the Host as it came, the client's address, no public metrics."""
    nginx, caddy = (DEPLOY / "nginx.conf").read_text(), (DEPLOY / "Caddyfile").read_text()
    for header in (
        "Host $host",
        "X-Forwarded-For $proxy_add_x_forwarded_for",
        "X-Forwarded-Proto $scheme",
    ):
        assert f"proxy_set_header {header};" in nginx
    assert "location = /metrics" in nginx
    assert "respond /metrics 404" in caddy


def test_operations_page_names_only_files_and_commands_that_exist():
    text = (ROOT / "docs/operations.md").read_text()
    paths = set(re.findall(r"`((?:deploy|tests|docs)/[\w./-]+)`", text))
    paths |= set(re.findall(r"-f (deploy/\S+\.sql)", text))
    assert paths
    assert [path for path in sorted(paths) if not (ROOT / path).exists()] == []
    commands = set(re.findall(r"manage\.py (\w+)", text))
    assert commands >= {"publish", "withdraw", "restore", "runway", "loadbank"}
    assert commands <= set(get_commands())
