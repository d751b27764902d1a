import pytest
from django.conf import settings
from django.test import Client

from costcodle import security

HEADERS = {
    "Content-Security-Policy": security.CONTENT_SECURITY_POLICY,
    "Permissions-Policy": security.PERMISSIONS_POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
}


@pytest.mark.parametrize("path", [f"/{settings.ADMIN_PATH}login/", "/nowhere/"])
@pytest.mark.django_db
def test_every_page_has_the_headers(path):
    response = Client().get(path)
    assert {name: response.headers.get(name) for name in HEADERS} == HEADERS
    assert response.headers["X-Frame-Options"] == "DENY"


@pytest.mark.engine_free
def test_policy_has_no_way_around_it():
    for word in ("unsafe", "nonce", "http:", "https:", "*"):
        assert word not in security.CONTENT_SECURITY_POLICY
    assert "default-src 'none'" in security.CONTENT_SECURITY_POLICY
