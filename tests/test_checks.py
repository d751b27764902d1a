import ipaddress
import os
import subprocess
import sys

import pytest
from django.test import override_settings
from django.urls import resolve

from costcodle.checks import admin_path_is_free, production_settings
from tests.make import ROOT

pytestmark = pytest.mark.engine_free

GOOD = {
    "SITE_ORIGIN": "https://costcodle.example",
    "ALLOWED_HOSTS": ["costcodle.example", "127.0.0.1"],
    "TRUSTED_PROXIES": (ipaddress.ip_network("127.0.0.1"),),
    "SECURE_SSL_REDIRECT": True,
    "METRICS_TOKEN": "0123456789abcdef",
}


def ids(**changes):
    with override_settings(**(GOOD | changes)):
        return [message.id for message in production_settings()]


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({}, []),
        ({"METRICS_TOKEN": ""}, []),
        ({"ALLOWED_HOSTS": ["*"]}, ["costcodle.W001"]),
        ({"ALLOWED_HOSTS": ["other.example"]}, ["costcodle.W002"]),
        ({"TRUSTED_PROXIES": ()}, ["costcodle.W003"]),
        ({"TRUSTED_PROXIES": (), "SECURE_SSL_REDIRECT": False}, []),
        ({"TRUSTED_PROXIES": (ipaddress.ip_network("0.0.0.0/0"),)}, ["costcodle.W004"]),
        ({"METRICS_TOKEN": "short"}, ["costcodle.W005"]),
    ],
)
def test_each_warning_has_its_cause(changes, expected):
    assert ids(**changes) == expected


@pytest.mark.parametrize(("path", "count"), [("admin/", 0), ("answers/", 1), ("nowhere/", 1)])
def test_admin_path_must_reach_the_admin(path, count):
    resolve("/livez")  # the URLs are read once, with the real path
    with override_settings(ADMIN_PATH=path):
        assert len(admin_path_is_free()) == count


@pytest.mark.parametrize("status", [0, 1])
def test_make_check_part(tmp_path, status):
    """The whole script, with a pip-audit that finds nothing, finds something or reaches nobody."""
    outputs = {0: "", 1: "Found 1 known vulnerability in 1 package"}
    done = run_check(tmp_path, outputs[status], status)
    assert done.returncode == status, done.stdout + done.stderr
    assert ("Found 1 known" in done.stdout) == bool(status)


def test_unreachable_advisories_are_named_and_no_failure(tmp_path):
    done = run_check(tmp_path, "ConnectionError: no route", 1)
    assert done.returncode == 0
    assert "NOT CHECKED" in done.stdout
    assert "System check identified no issues" in done.stdout


def run_check(folder, output, status):
    scripts = {
        "python": f'exec {sys.executable} "$@"',
        "pip-audit": f"echo '{output}'; exit {status}",
    }
    for name, line in scripts.items():
        (folder / name).write_text(f"#!/bin/sh\n{line}\n")
        (folder / name).chmod(0o755)
    environment = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
    return subprocess.run(
        ["bash", "deploy/check.sh", str(folder)],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
