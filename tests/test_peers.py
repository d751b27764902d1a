import ipaddress

import pytest
from django.http import HttpResponse
from django.test import RequestFactory, override_settings

from costcodle.peers import PeerMiddleware

pytestmark = pytest.mark.engine_free

PROXIES = tuple(ipaddress.ip_network(text) for text in ("127.0.0.1", "10.0.0.0/8", "fd00::/8"))
FORWARDING = {
    "HTTP_X_FORWARDED_FOR": "203.0.113.9",
    "HTTP_X_FORWARDED_PROTO": "https",
    "HTTP_X_FORWARDED_HOST": "evil.example",
    "HTTP_X_FORWARDED_PORT": "444",
    "HTTP_FORWARDED": "for=203.0.113.9;proto=https",
    "HTTP_X_REAL_IP": "203.0.113.9",
    "HTTP_VIA": "1.1 somewhere",
}


def passed_on(peer, **headers):
    """The request that the middleware hands on."""
    seen = []

    def answer(request):
        seen.append(request)
        return HttpResponse()

    with override_settings(TRUSTED_PROXIES=PROXIES):
        request = RequestFactory().get("/", REMOTE_ADDR=peer, HTTP_HOST="testserver", **headers)
        PeerMiddleware(answer)(request)
    return seen[0]


def client(peer, chain):
    return passed_on(peer, HTTP_X_FORWARDED_FOR=chain).META["REMOTE_ADDR"]


@pytest.mark.parametrize("peer", ["127.0.0.1", "203.0.113.1", ""])
def test_no_forwarding_header_goes_further(peer):
    request = passed_on(peer, **FORWARDING)
    assert not [name for name in FORWARDING if name in request.META]
    assert request.get_host() == "testserver"


def test_other_peers_are_not_believed():
    request = passed_on("203.0.113.1", **FORWARDING)
    assert request.META["REMOTE_ADDR"] == "203.0.113.1"
    assert request.scheme == "http"
    assert not request.is_secure()


def test_trusted_proxy_names_client_and_scheme():
    request = passed_on("10.1.2.3", **FORWARDING)
    assert request.META["REMOTE_ADDR"] == "203.0.113.9"
    assert request.is_secure()


@pytest.mark.parametrize("scheme", ["", "ftp", "https, http", "https://"])
def test_scheme_that_is_none_changes_nothing(scheme):
    assert passed_on("127.0.0.1", HTTP_X_FORWARDED_PROTO=scheme).scheme == "http"


@pytest.mark.parametrize(
    ("chain", "expected"),
    [
        ("203.0.113.9", "203.0.113.9"),
        ("198.51.100.1, 203.0.113.9", "203.0.113.9"),  # the left one is the client's own claim
        ("203.0.113.9, 10.0.0.7", "203.0.113.9"),
        ("198.51.100.1,203.0.113.9,10.0.0.7,10.0.0.8", "203.0.113.9"),
        ("10.0.0.9, 10.0.0.7", "10.0.0.9"),  # a client in the trusted network
        ("203.0.113.9, nonsense", "127.0.0.1"),
        ("nonsense, 203.0.113.9", "203.0.113.9"),
        ("203.0.113.9, unknown, 10.0.0.7", "10.0.0.7"),
        ("2001:db8::1, fd00::1", "2001:db8::1"),
        ("::ffff:203.0.113.9", "203.0.113.9"),
        ("", "127.0.0.1"),
        (",,", "127.0.0.1"),
        ("203.0.113.9\x00", "127.0.0.1"),
    ],
)
def test_client_is_the_rightmost_untrusted_address(chain, expected):
    assert client("127.0.0.1", chain) == expected


def test_trusted_peer_in_ipv6_clothes():
    assert client("::ffff:127.0.0.1", "203.0.113.9") == "203.0.113.9"


def test_whether_anything_was_forwarded_is_noted():
    assert passed_on("127.0.0.1").forwarded is False
    assert passed_on("127.0.0.1", HTTP_VIA="1.1 proxy").forwarded is True
    assert passed_on("203.0.113.1", HTTP_X_FORWARDED_HOST="x").forwarded is True
