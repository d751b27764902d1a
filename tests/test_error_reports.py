import sys
from types import SimpleNamespace

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.test import override_settings

from costcodle.error_reports import start_error_reports, without_visitor

pytestmark = pytest.mark.engine_free

DSN = "https://key@sentry.example/1"


def test_nothing_starts_without_a_dsn(monkeypatch):
    monkeypatch.setitem(sys.modules, "sentry_sdk", None)
    start_error_reports()


@override_settings(SENTRY_DSN=DSN)
def test_missing_package_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "sentry_sdk", None)
    with pytest.raises(ImproperlyConfigured, match="sentry-sdk is missing"):
        start_error_reports()


@override_settings(SENTRY_DSN="not a dsn")
def test_unreadable_dsn_is_named_and_not_shown(monkeypatch):
    def init(**_options):
        raise ValueError("Unsupported scheme")

    monkeypatch.setitem(sys.modules, "sentry_sdk", SimpleNamespace(init=init))
    with pytest.raises(ImproperlyConfigured, match="SENTRY_DSN") as refusal:
        start_error_reports()
    assert "not a dsn" not in str(refusal.value)


@override_settings(SENTRY_DSN=DSN, ENVIRONMENT="production", BUILD_VERSION="v1")
def test_reports_say_nothing_of_the_visitor(monkeypatch):
    given = {}
    monkeypatch.setitem(sys.modules, "sentry_sdk", SimpleNamespace(init=given.update))
    start_error_reports()
    assert given == {  # what arrives of it: tests/test_error_reports_sent.py
        "dsn": DSN,
        "environment": "production",
        "release": "v1",
        "send_default_pii": False,
        "include_local_variables": False,
        "max_breadcrumbs": 0,
        "before_send": without_visitor,
    }
