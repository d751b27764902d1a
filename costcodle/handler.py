"""Django's WSGI application, whose requests are read as UTF-8 whatever charset they name."""

from django.core.handlers.wsgi import WSGIHandler, WSGIRequest


class Utf8Request(WSGIRequest):
    """A request that keeps no charset of its own.

    Django decodes the query by the charset of Content-Type as it makes the request, before any
    middleware. Python knows codecs that decode no text (`hex`) or fail at it (`idna`): with one
    of them any address would be an error 500.
    """

    @property
    def encoding(self) -> None:
        return None

    @encoding.setter
    def encoding(self, charset: str) -> None:
        pass


class Handler(WSGIHandler):
    request_class = Utf8Request
