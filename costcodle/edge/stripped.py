"""The request that a view behind the cache sees: made of the key's parts and nothing else."""

import io

from django.core.handlers.wsgi import WSGIRequest
from django.http import HttpRequest

_PORTS = {"http": "80", "https": "443"}
# Of the server, not of the client.
_SERVER = ("SCRIPT_NAME", "wsgi.errors", "wsgi.multiprocess", "wsgi.multithread", "wsgi.run_once")


def origin_of(request: HttpRequest) -> str:
    """Scheme and host, lower case, without the scheme's own port: one spelling for each origin.

    Raises DisallowedHost.
    """
    scheme = str(request.scheme)
    host = request.get_host().lower().removesuffix(":" + _PORTS[scheme])
    return f"{scheme}://{host}"


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
