"""The proxies of deploy/ as they are, in front of a running server: nginx and Caddy for tests.

Only what has to differ is replaced: ports, certificate, the address of the server, log folders.
"""

import contextlib
import http.client
import os
import re
import shutil
import socket
import ssl
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.make import ROOT
from tests.serve import free_port
from tests.waiting import wait_until

HOST = "costcodle.example"
DEPLOY = ROOT / "deploy"
TRUST_ANY = ssl._create_unverified_context()  # noqa: S323  the certificate is the test's own


def need(program: str) -> str:
    found = shutil.which(program)
    if not found:
        pytest.skip(f"{program} is not on this machine")
    return found


@dataclass(frozen=True)
class Answer:
    status: int
    headers: http.client.HTTPMessage
    body: bytes


@dataclass(frozen=True)
class Front:
    """A proxy at `port`, over TLS, or without `secure` the server itself."""

    port: int
    secure: bool = True

    def connect(self, source: str = "127.0.0.2") -> socket.socket:
        """A connection as from the address `source`: all of 127.0.0.0/8 is this machine."""
        address = ("127.0.0.1", self.port)
        raw = socket.create_connection(address, timeout=60, source_address=(source, 0))
        return TRUST_ANY.wrap_socket(raw, server_hostname=HOST) if self.secure else raw

    def ask(
        self, path: str, body: bytes | None = None, source: str = "127.0.0.2", **headers: str
    ) -> Answer:
        """One request, a POST where it has a body. `X_Name="…"` is the header X-Name."""
        connection = http.client.HTTPConnection(HOST)
        connection.sock = self.connect(source)
        names = {name.replace("_", "-"): value for name, value in headers.items()}
        try:
            with contextlib.suppress(OSError):  # refused while the body was still being sent
                connection.request("GET" if body is None else "POST", path, body, names)
            answer = connection.getresponse()
            return Answer(answer.status, answer.headers, answer.read())
        finally:
            connection.close()


@dataclass(frozen=True)
class Certificate:
    file: Path
    key: Path


def make_certificate(folder: Path) -> Certificate:
    made = Certificate(folder / "certificate.pem", folder / "key.pem")
    subprocess.run(
        [
            *(need("openssl"), "req", "-x509", "-newkey", "rsa:2048", "-nodes"),
            *("-subj", f"/CN={HOST}", "-addext", f"subjectAltName=DNS:{HOST}"),
            *("-keyout", str(made.key), "-out", str(made.file)),
        ],
        check=True,
        capture_output=True,
    )
    return made


def nginx_site(folder: Path) -> str:
    """deploy/nginx.conf with a certificate and a log folder of the test's own."""
    certificate = make_certificate(folder)
    site = (DEPLOY / "nginx.conf").read_text()
    site = re.sub(r"/etc/letsencrypt/\S+/fullchain.pem", str(certificate.file), site)
    site = re.sub(r"/etc/letsencrypt/\S+/privkey.pem", str(certificate.key), site)
    return site.replace("/var/log/nginx", str(folder))


def nginx_command(folder: Path, site: str) -> list[str]:
    """nginx with this site, and a main file around it as Debian's, which compresses by default."""
    (folder / "site.conf").write_text(site)
    temporary = "".join(
        f"{name}_temp_path {folder}/{name}; "
        for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    (folder / "nginx.conf").write_text(
        f"{'user root;' if os.getuid() == 0 else ''}\npid {folder}/pid;\nerror_log stderr;\n"
        f"events {{}}\nhttp {{\ngzip on;\naccess_log off;\n{temporary}\n"
        f"include {folder}/site.conf;\n}}\n"
    )
    return [need("nginx"), "-p", str(folder), "-c", str(folder / "nginx.conf")]


def write_nginx(folder: Path, server: int, plain: int, secure: int) -> list[str]:
    site = nginx_site(folder)
    site = re.sub(r"\n\tlisten \[::\]:\S+.*;", "", site)
    site = site.replace("listen 80;", f"listen 127.0.0.1:{plain};")
    site = site.replace("listen 443 ", f"listen 127.0.0.1:{secure} ")
    site = site.replace("127.0.0.1:8000", f"127.0.0.1:{server}")
    return [*nginx_command(folder, site), "-g", "daemon off;"]


def write_caddy(folder: Path, server: int, plain: int, secure: int) -> list[str]:
    certificate = make_certificate(folder)
    text = (DEPLOY / "Caddyfile").read_text()
    ports = f"\tadmin off\n\thttp_port {plain}\n\thttps_port {secure}\n\tdefault_bind 127.0.0.1\n"
    text = text.replace("{\n\tservers", f"{{\n{ports}\tservers", 1)
    given = f"{HOST} {{\n"
    text = text.replace(given, f"{given}\ttls {certificate.file} {certificate.key}\n", 1)
    text = text.replace("127.0.0.1:8000", f"127.0.0.1:{server}")
    (folder / "Caddyfile").write_text(text)
    return [need("caddy"), "run", "--adapter", "caddyfile", "--config", str(folder / "Caddyfile")]


WRITERS = {"nginx": write_nginx, "caddy": write_caddy}


def takes_connections(front: Front, process: subprocess.Popen[bytes]) -> bool:
    assert process.poll() is None, "the proxy ended: see proxy.log"
    try:
        front.connect().close()
    except OSError:
        return False
    return True


@contextmanager
def running(name: str, folder: Path, server: int) -> Iterator[tuple[Front, int]]:
    """The proxy `name` before the port `server`, and its port for plain http."""
    front, plain = Front(free_port()), free_port()
    command = WRITERS[name](folder, server, plain, front.port)
    home = {"HOME": str(folder), "XDG_DATA_HOME": str(folder), "PATH": "/usr/bin:/bin"}
    with (folder / "proxy.log").open("w") as log:
        process = subprocess.Popen(command, env=home, stdout=log, stderr=log)
        try:
            wait_until(lambda: takes_connections(front, process), "the proxy")
            yield front, plain
        finally:
            process.terminate()
            process.wait(timeout=60)
