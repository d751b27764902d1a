"""Strict readers of single environment values: a wrong one stops the start with one sentence."""

import ipaddress
import os
import re
import urllib.parse
from datetime import timedelta
from pathlib import Path
from typing import Any

import environ
from django.core.exceptions import ImproperlyConfigured

from costcodle.sqlite import FileConnection

Network = ipaddress.IPv4Network | ipaddress.IPv6Network
_BOOLEANS = {"true": True, "1": True, "false": False, "0": False}
_ORIGIN = re.compile(r"(https?)://([a-z0-9.-]+|\[[0-9a-f:]+\])(:[0-9]{1,5})?", re.IGNORECASE)
_HOST = re.compile(r"\*|\.?[a-z0-9.-]+|\[[0-9a-f:]+\]", re.IGNORECASE)
_LABEL = re.compile(r"[A-Za-z0-9._+-]{1,64}")
_PATH = re.compile(r"[A-Za-z0-9_-]+(/[A-Za-z0-9_-]+)*")
_ENGINES = {"sqlite", "postgres", "postgresql", "pgsql"}


class Environment:
    """Reads named values; every method raises ImproperlyConfigured naming the value at fault."""

    def __init__(self, base: Path) -> None:
        """Reads `.env` in `base` too; what the environment says already goes before it."""
        self.base = base
        environ.Env.read_env(base / ".env")

    def text(self, name: str, default: str = "") -> str:
        """The value without surrounding spaces; an empty one means the default.

        Not by environ's own reader: to it a value that begins with `$` names another variable,
        and a secret may begin with anything.
        """
        return os.environ.get(name, "").strip() or default

    def required(self, name: str, mend: str) -> str:
        value = self.text(name)
        if not value:
            raise ImproperlyConfigured(f"{name} is empty: {mend}")
        return value

    def words(self, name: str, default: str = "") -> list[str]:
        return [word for word in re.split(r"[,\s]+", self.text(name, default)) if word]

    def label(self, name: str, default: str) -> str:
        """A short word that may stand in a cache key, a file and a log line as it is."""
        value = self.text(name, default)
        if not _LABEL.fullmatch(value):
            raise ImproperlyConfigured(
                f"{name} is {value!r}: write up to 64 letters, digits and . _ + - without spaces."
            )
        return value

    def path(self, name: str, default: str) -> str:
        """The path of a part of the site, without a slash before it and with one behind it."""
        value = self.text(name, default).strip("/")
        if not _PATH.fullmatch(value):
            raise ImproperlyConfigured(
                f"{name} is {value!r}: write words of letters, digits, _ and - with / between them,"
                f" for example {default}."
            )
        return f"{value}/"

    def hosts(self, name: str, default: str) -> list[str]:
        """Host names and addresses without scheme and port, the only shape that ever matches."""
        hosts = self.words(name, default)
        for host in hosts:
            if not _HOST.fullmatch(host):
                raise ImproperlyConfigured(
                    f"{name} has {host!r}: write host names without scheme and port, separated by"
                    " commas, for example costcodle.example,127.0.0.1."
                )
        return hosts

    def origins(self, name: str) -> list[str]:
        return [self._origin(name, word) for word in self.words(name)]

    def boolean(self, name: str, default: bool) -> bool:
        value = self.text(name)
        if not value:
            return default
        if value not in _BOOLEANS:
            raise ImproperlyConfigured(f"{name} is {value!r}: write true, false, 1 or 0.")
        return _BOOLEANS[value]

    def whole_number(self, name: str, default: int, least: int = 0, most: int = 999_999_999) -> int:
        value = self.text(name, str(default))
        if not re.fullmatch(r"[0-9]{1,9}", value) or not least <= int(value) <= most:
            raise ImproperlyConfigured(
                f"{name} is {value!r}: write a whole number from {least} to {most}."
            )
        return int(value)

    def seconds(self, name: str, default: int, least: int = 0) -> timedelta:
        return timedelta(seconds=self.whole_number(name, default, least))

    def origin(self, name: str, default: str) -> str:
        """Scheme and host with an optional port, lower case, no path and no final slash."""
        return self._origin(name, self.text(name, default))

    def _origin(self, name: str, value: str) -> str:
        match = _ORIGIN.fullmatch(value.removesuffix("/"))
        if not match or (match[3] and not 0 < int(match[3][1:]) < 65536):
            raise ImproperlyConfigured(
                f"{name} is {value!r}: write http or https with a host and an optional port,"
                " for example https://costcodle.example."
            )
        return match[0].lower()

    def networks(self, name: str) -> tuple[Network, ...]:
        networks = []
        for word in self.words(name):
            try:
                networks.append(ipaddress.ip_network(word, strict=False))
            except ValueError:
                raise ImproperlyConfigured(
                    f"{name} has {word!r}: write addresses or CIDR networks separated by commas,"
                    " for example 127.0.0.1,10.0.0.0/8."
                ) from None
        return tuple(networks)

    def choice(self, name: str, default: str, choices: tuple[str, ...]) -> str:
        value = self.text(name, default)
        if value not in choices:
            raise ImproperlyConfigured(f"{name} is {value!r}: write {' or '.join(choices)}.")
        return value

    def database(self, name: str, default: str) -> dict[str, Any]:
        """Django's settings of one database. SQLite paths are relative to the project's folder."""
        value = self.text(name, default)
        mend = "write sqlite:///var/costcodle.sqlite3 or postgres://user:password@host:5432/name."
        if value.partition("://")[0] not in _ENGINES or "://" not in value:
            raise ImproperlyConfigured(f"{name} can't be read: {mend}")
        try:
            config: dict[str, Any] = environ.Env.db_url_config(value)
        except (ValueError, KeyError):
            raise ImproperlyConfigured(f"{name} can't be read: {mend}") from None
        if not config["NAME"]:
            raise ImproperlyConfigured(f"{name} names no database: {mend}")
        if config["ENGINE"].endswith("sqlite3"):
            if config.get("OPTIONS") or config["NAME"] == ":memory:":
                raise ImproperlyConfigured(f"{name} must name a file and nothing else: {mend}")
            config["NAME"] = str(self._make_room(name, self.base / config["NAME"]))
        if config["ENGINE"].endswith("postgresql"):
            # A host that swallows packets: an error after this, not the system's minutes.
            patience = {"connect_timeout": 5, "tcp_user_timeout": 10_000}
            config["OPTIONS"] = patience | config.get("OPTIONS", {})
        return config

    def _make_room(self, name: str, file: Path) -> Path:
        try:
            file.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise ImproperlyConfigured(
                f"{name}: the folder {file.parent} can't be made ({error.strerror})."
            ) from None
        return file

    def cache(self, name: str) -> dict[str, Any]:
        """Django's settings of the edge cache: empty for memory, else file:// or redis://.

        Redis: one answer may take 0.2 s, so that a request never waits a second in all, and the
        old protocol, whose greeting is the shorter one.
        """
        value = self.text(name)
        url = urllib.parse.urlsplit(value)
        if value in ("", "memory://"):
            return {"BACKEND": "costcodle.edge.memory.MemoryCache"}
        if url.scheme == "file" and url.path not in ("", "/"):
            return {
                "BACKEND": "django.core.cache.backends.filebased.FileBasedCache",
                "LOCATION": urllib.parse.unquote(url.path),
                "OPTIONS": {"MAX_ENTRIES": 10_000},
            }
        if url.scheme in ("redis", "rediss", "unix") and (url.netloc or url.path):
            return {
                "BACKEND": "django.core.cache.backends.redis.RedisCache",
                "LOCATION": value,
                "KEY_PREFIX": "costcodle",
                "OPTIONS": {"socket_connect_timeout": 0.2, "socket_timeout": 0.2, "protocol": 2},
            }
        raise ImproperlyConfigured(
            f"{name} can't be read: leave it empty for memory,"
            " or write file:///a/folder or redis://host:6379/0."
        )

    def counters(self, name: str) -> dict[str, Any]:
        """Django's settings of the cache that counts: Redis where `name` has one, else memory.

        Counting in files isn't atomic.
        """
        config = self.cache(name)
        if config["BACKEND"].endswith("RedisCache"):
            return config
        return {
            "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
            "LOCATION": "limits",
            "OPTIONS": {"MAX_ENTRIES": 10_000},
        }

    def photo_storage(self, name: str) -> dict[str, Any]:
        """Django's settings of the photo storage: empty for MEDIA_ROOT, s3:// for a bucket."""
        value = self.text(name)
        if not value:
            return {"BACKEND": "answers.photos.storage.AtomicFileStorage"}
        url = urllib.parse.urlsplit(value)
        given = dict(urllib.parse.parse_qsl(url.query))
        if url.scheme != "s3" or not url.hostname or not given.keys() <= {"endpoint", "region"}:
            raise ImproperlyConfigured(
                f"{name} can't be read: leave it empty for MEDIA_ROOT,"
                " or write s3://bucket/folder?region=…&endpoint=https://…"
            )
        try:
            from botocore.config import Config  # of the extra s3
        except ImportError:
            raise ImproperlyConfigured(
                f"{name} names a bucket: run `pip install -e .[s3]` first."
            ) from None
        # A storage that is away must be given up long before a publisher's lease is over.
        client = Config(
            connect_timeout=3,
            read_timeout=5,
            retries={"total_max_attempts": 2},
            # Not every storage that speaks S3 knows the checksums that Amazon's came to know late.
            request_checksum_calculation="when_required",
            response_checksum_validation="when_required",
        )
        options = {
            "client_config": client,
            "bucket_name": url.hostname,
            "location": url.path.strip("/"),
            "endpoint_url": given.get("endpoint"),
            "region_name": given.get("region"),
            "default_acl": None,
            "object_parameters": {"CacheControl": "public, max-age=31536000, immutable"},
        }
        return {"BACKEND": "storages.backends.s3.S3Storage", "OPTIONS": options}


def sqlite_options() -> dict[str, Any]:
    """One writer at a time that waits its turn, and a commit that survives a power cut."""
    return {
        "transaction_mode": "IMMEDIATE",
        "timeout": 10,
        "factory": FileConnection,
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL",
    }


# The only level at which a row is judged again, on its newest version, after a lock was waited
# for; a server can be set to another.
ISOLATION = {"default_transaction_isolation": r"read\ committed"}


def web_options() -> str:
    """Server-side settings of the other connections: pages, results, the admin, the bank.

    A machine that dies in the middle of an edit would otherwise keep its rows locked for hours.
    And while somebody (psql, a migration) keeps today's puzzle locked, each player who finishes
    would keep a thread, until the site has none left: waits end as SQLite's do.
    """
    limits = {"lock_timeout": "10000", "idle_in_transaction_session_timeout": "60000"}
    return _options(ISOLATION | limits)


def publisher_options(lease: timedelta) -> str:
    """Server-side settings of a publisher's connection; every reconnection has them too.

    Limits, all shorter than the lease: a frozen client would otherwise keep its lease row locked
    for ever. And plans that are kept: each statement finds single rows by their keys, but a plan
    made while the tables were empty would go on reading them whole when they have grown.
    """
    milliseconds = lease // timedelta(milliseconds=1)
    limits = {
        "lock_timeout": milliseconds // 8,
        "idle_in_transaction_session_timeout": milliseconds // 6,
        "statement_timeout": milliseconds // 4,
    }
    plans = {"plan_cache_mode": "force_generic_plan", "enable_seqscan": "off"}
    return _options(ISOLATION | {n: str(max(v, 100)) for n, v in limits.items()} | plans)


def _options(settings: dict[str, str]) -> str:
    return " ".join(f"-c {name}={value}" for name, value in settings.items())
