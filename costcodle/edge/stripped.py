"""The request that a view behind the cache sees: made of the key's parts and nothing else."""

import io

from django.core.handlers.wsgi import WSGIRequest
from django.http import HttpRequest

MOST_HOSTS = 100
_PORTS = {"http": "80", "https": "443"}
# Of the server, not of the client.
_SERVER = ("SCRIPT_NAME", "wsgi.errors", "wsgi.multiprocess", "wsgi.multithread", "wsgi.run_once")


class Origins:
    """Scheme and host, lower case, without the scheme's own port: one spelling for each origin.

    Remembers the Host headers that were found valid, so few of them: an attacker who knows an
    allowed host can add a port to it.
    """

    def __init__(self) -> None:
        self._valid: dict[tuple[str, str], str] = {}

    def of(self, request: HttpRequest) -> str:
        """The origin of a request. Raises DisallowedHost."""
        scheme = str(request.scheme)
        asked = (scheme, request.META.get("HTTP_HOST", ""))
        origin = self._valid.get(asked)
        if origin is None:
            host = request.get_host().lower().removesuffix(":" + _PORTS[scheme])
            origin = f"{scheme}://{host}"
            if asked[1] and len(self._valid) < MOST_HOSTS:
                self._valid[asked] = origin
        return origin


def stripped_request(request: HttpRequest, origin: str, query: str) -> HttpRequest:
    """A GET for the same path with no cookie, no body and no header but the host."""
    scheme, _, host = origin.partition("://")
    name, _, port = host.rpartition(":")
    if not port.isdigit():  # no port, or the last part of a bare IPv6 address
        name, port = host, _PORTS[scheme]
    environ = {each: request.META[each] for each in _SERVER if each in request.META}
    environ |= {
        "REQUEST_METHOD": "GET",
        "PATH_INFO": request.path_info.encode().decode("iso-8859-1"),  # as WSGI spells it
        "QUERY_STRING": query,
        "SERVER_NAME": name,
        "SERVER_PORT": port,
        "SERVER_PROTOCOL": "HTTP/1.1",
        "HTTP_HOST": host,
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scheme,
        "wsgi.input": io.BytesIO(),
    }
    stripped = WSGIRequest(environ)
    stripped.now = request.now  # type: ignore[attr-defined]
    return stripped
