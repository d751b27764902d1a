import pytest
from django.conf import settings
from django.test import Client, override_settings

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


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/livez", "/readyz", "/metrics", "/robots.txt"])
def test_probes_by_plain_http_are_not_redirected(path):
    with override_settings(SECURE_SSL_REDIRECT=True):
        status = Client().get(path).status_code
    assert (status == 301) == (path == "/robots.txt")


def test_https_pages_carry_hsts():
    response = Client().get("/robots.txt", secure=True)
    assert "Strict-Transport-Security" not in response.headers  # SITE_ORIGIN is http here
    with override_settings(SECURE_HSTS_SECONDS=31_536_000):
        response = Client().get("/robots.txt", secure=True)
    assert response.headers["Strict-Transport-Security"].startswith("max-age=31536000")
