"""A small TCP proxy before PostgreSQL that cuts connections around a COMMIT."""

import contextlib
import socket
import threading
from typing import Any

COMMIT = b"COMMIT"


class CuttingProxy:
    """Forwards to a PostgreSQL server until it sees the n-th COMMIT of a client.

    `cut` is "before" (the COMMIT never reaches the server) or "after" (the server has committed,
    its answer never reaches the client). Only one COMMIT is cut; later connections work.
    """

    def __init__(self, server: str, cut: str, commit_to_cut: int) -> None:
        self.server = server
        self.cut = cut
        self.commits_left = commit_to_cut
        self.cuts = 0
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        self.accepting = threading.Thread(target=self._accept, daemon=True)
        self.accepting.start()

    def __enter__(self) -> "CuttingProxy":
        return self

    def __exit__(self, *_: Any) -> None:
        self.stop_listening()

    def stop_listening(self) -> None:
        """From here on connections are refused; `close` alone lets a waiting accept take one."""
        self.listener.shutdown(socket.SHUT_RDWR)
        self.accepting.join()
        self.listener.close()

    def _accept(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                client, _ = self.listener.accept()
                threading.Thread(target=self._serve, args=(client,), daemon=True).start()

    def _serve(self, client: socket.socket) -> None:
        upstream = socket.socket(socket.AF_UNIX)
        upstream.connect(self.server)
        back = threading.Thread(target=self._pump, args=(upstream, client), daemon=True)
        back.start()
        with contextlib.suppress(OSError):
            while data := client.recv(65536):
                if COMMIT in data:
                    self.commits_left -= 1
                    if self.commits_left == 0:
                        self._cut(client, upstream, data)
                        break
                upstream.sendall(data)
        for end in (client, upstream):
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()

    def _cut(self, client: socket.socket, upstream: socket.socket, data: bytes) -> None:
        self.cuts += 1
        with contextlib.suppress(OSError):
            client.shutdown(socket.SHUT_WR if self.cut == "before" else socket.SHUT_RDWR)
        if self.cut == "after":
            upstream.sendall(data)
            # The server answers ReadyForQuery when it is done; nobody relays it any more.
            threading.Event().wait(0.5)

    def _pump(self, source: socket.socket, sink: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while data := source.recv(65536):
                sink.sendall(data)
