"""A small object storage that speaks as much of S3 as one bucket of photos needs."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


@dataclass
class Bucket:
    """What a server holds: path → content and headers. `away` answers every request by 503."""

    url: str = ""
    objects: dict[str, tuple[bytes, dict[str, str]]] = field(default_factory=dict)
    away: bool = False


@contextmanager
def object_store() -> Iterator[Bucket]:
    bucket = Bucket()

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def log_message(self, *arguments: object) -> None:
            pass

        def answer(self, status: int, body: bytes = b"", **headers: str) -> None:
            self.send_response(status)
            for name, value in headers.items():
                self.send_header(name.replace("_", "-"), value)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            if self.command != "HEAD":
                self.wfile.write(body)

        def do_PUT(self) -> None:
            body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
            bucket.objects[self.path] = body, dict(self.headers)
            self.answer(503 if bucket.away else 200, ETag='"1"')

        def do_GET(self) -> None:
            if bucket.away:
                return self.answer(503)
            if self.path not in bucket.objects:
                return self.answer(404, b"<Error><Code>NoSuchKey</Code></Error>")
            body, headers = bucket.objects[self.path]
            shown = {"Content_Type": headers["Content-Type"], "ETag": '"1"'}
            shown["Last_Modified"] = "Wed, 02 Dec 2026 00:00:00 GMT"
            return self.answer(200, body, **shown)

        do_HEAD = do_GET

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    bucket.url = f"http://127.0.0.1:{server.server_port}"
    try:
        yield bucket
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
