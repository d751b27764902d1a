"""A backend that is broken, slow, full or filled with garbage is a miss, never an error."""

import shutil
import socket
import subprocess
import threading
import time
from pathlib import Path

import pytest
from django.core.cache import cache, caches
from django.core.cache.backends.redis import RedisCache
from django.test import Client
from django.test.utils import override_settings

from costcodle.edge import memory, store
from costcodle.edge.memory import MemoryCache
from costcodle.environment import Environment
from tests import edge_site
from tests.make import raise_revision
from tests.serve import free_port
from tests.waiting import wait_until

pytestmark = [pytest.mark.django_db, pytest.mark.urls("tests.edge_site")]
needs_redis = pytest.mark.skipif(
    shutil.which("redis-server") is None,
    reason="redis-server is not installed (Debian: redis-server)",
)


@pytest.fixture(autouse=True)
def no_renders() -> None:
    edge_site.renders.clear()
    edge_site.during.clear()


def backend(monkeypatch, url: str, **options: float) -> override_settings:
    """The settings that EDGE_CACHE_URL gives, with `options` changed."""
    monkeypatch.setenv("EDGE_CACHE_URL", url)
    default = Environment(Path()).cache("EDGE_CACHE_URL")
    return override_settings(
        CACHES={
            "default": default | {"OPTIONS": default.get("OPTIONS", {}) | options},
            "limits": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"},
        }
    )


def working_redis(monkeypatch, url: str) -> override_settings:
    """A Redis that may take its time, as it does on a busy machine."""
    monkeypatch.setattr(store, "BUDGET_SECONDS", 60.0)
    monkeypatch.setattr(store, "SLOW_SECONDS", 60.0)
    return backend(monkeypatch, url, socket_connect_timeout=30, socket_timeout=30)


@pytest.mark.parametrize("method", ["get", "set_many"])
def test_an_error_of_the_backend_is_a_miss_and_one_line(
    client: Client, monkeypatch, caplog, method
):
    def broken(*_: object, **__: object) -> None:
        raise RuntimeError("the backend is broken")

    monkeypatch.setattr(MemoryCache, method, broken)
    for number in range(5):
        response = client.get("/page/")
        assert response.status_code == 200
        assert "fwd=miss" in response["Cache-Status"], number
    lines = [record for record in caplog.records if record.name == store.logger.name]
    assert len(lines) == 1
    assert "the backend is broken" in lines[0].getMessage()


@pytest.mark.parametrize(
    "garbage", [b"bytes", "text", 7, (), (1, 2, 3), ("", 1.0, 9e9, 200, (), "", b"old"), {"a": 1}]
)
def test_garbage_is_a_miss_and_is_replaced(client: Client, garbage: object) -> None:
    good = client.get("/page/").content
    for name in list(cache.memory.kept):
        cache.set(name.split(":", 2)[2], garbage)
    assert client.get("/page/").content == good
    assert "hit" in client.get("/page/")["Cache-Status"]


def test_the_entry_of_another_page_is_a_miss(client: Client) -> None:
    """What a connection to Redis gives that is one answer behind."""
    good = client.get("/page/").content
    [mine] = [name for name in cache.memory.kept if name.endswith(".identity")]
    client.get("/clock/")
    [other] = [name for name in cache.memory.kept if name.endswith(".identity") and name != mine]
    cache.memory.kept[mine] = cache.memory.kept[other]
    response = client.get("/page/")
    assert "fwd=miss" in response["Cache-Status"]
    assert response.content == good
    assert "hit" in client.get("/page/")["Cache-Status"]


def test_garbage_in_files(client: Client, monkeypatch, tmp_path) -> None:
    with backend(monkeypatch, f"file://{tmp_path}/pages"):
        good = client.get("/page/").content
        assert "hit" in client.get("/page/")["Cache-Status"]
        for file in (tmp_path / "pages").iterdir():
            file.write_bytes(b"\x00garbage")
        assert client.get("/page/").content == good
        assert "hit" in client.get("/page/")["Cache-Status"]


def test_a_folder_that_cannot_be_written(client: Client, monkeypatch, tmp_path) -> None:
    (tmp_path / "file").write_text("in the way")
    with backend(monkeypatch, f"file://{tmp_path}/file/pages"):
        for _ in range(2):
            assert client.get("/page/").status_code == 200


def test_a_server_that_hangs_is_left_alone_after_one_wait(client: Client, monkeypatch) -> None:
    with socket.socket() as listener:  # accepts, and never answers
        listener.bind(("127.0.0.1", 0))
        listener.listen(50)
        with backend(monkeypatch, f"redis://127.0.0.1:{listener.getsockname()[1]}/0"):
            connected: list[int] = []
            real = RedisCache.get

            def counted(self, *arguments, **options):
                connected.append(1)
                return real(self, *arguments, **options)

            monkeypatch.setattr(RedisCache, "get", counted)
            monkeypatch.setattr(store, "REST_SECONDS", 600.0)
            for _ in range(5):
                assert client.get("/page/").status_code == 200
            assert len(connected) == 1


def test_the_calls_of_one_request_have_a_budget(client: Client, monkeypatch) -> None:
    client.get("/uncached/")
    instant = [1000.0]
    monkeypatch.setattr(store.time, "monotonic", lambda: instant[0])
    calls: list[str] = []

    def slow(*_: object, **__: object) -> None:
        calls.append("get")
        instant[0] += 0.45

    monkeypatch.setattr(MemoryCache, "get", slow)
    monkeypatch.setattr(MemoryCache, "set_many", slow)
    client.get("/page/")
    assert calls == ["get"]


def test_a_server_that_drips_is_left_alone_after_one_answer(client: Client, monkeypatch) -> None:
    """Each packet comes in time, so nothing fails; all together they took long."""
    client.get("/page/")
    instant = [1000.0]
    monkeypatch.setattr(store.time, "monotonic", lambda: instant[0])
    calls: list[str] = []
    real = MemoryCache.get

    def drips(self, *arguments, **options):
        calls.append("get")
        instant[0] += 3.0
        return real(self, *arguments, **options)

    monkeypatch.setattr(MemoryCache, "get", drips)
    assert "hit" in client.get("/page/")["Cache-Status"]
    assert client.get("/page/").status_code == 200
    assert calls == ["get"]
    instant[0] += store.REST_SECONDS
    client.get("/page/")
    assert calls == ["get", "get"]


class RedisServer:
    """A real redis-server of the test's own."""

    def __init__(self, folder: Path, *arguments: str) -> None:
        self.port = free_port()
        self.folder = folder
        self.arguments = arguments
        self.url = f"redis://127.0.0.1:{self.port}/0"
        self.start()

    def start(self) -> None:
        command = ["redis-server", "--port", str(self.port), "--bind", "127.0.0.1", "--save", ""]
        self.process = subprocess.Popen(
            [*command, "--dir", str(self.folder), *self.arguments], stdout=subprocess.DEVNULL
        )
        wait_until(self.is_up)

    def is_up(self) -> bool:
        with socket.socket() as probe:
            return probe.connect_ex(("127.0.0.1", self.port)) == 0

    def stop(self) -> None:
        self.process.kill()
        self.process.wait()


@pytest.fixture
def redis(tmp_path):
    server = RedisServer(tmp_path)
    yield server
    server.stop()


@needs_redis
def test_redis_serves_hits_and_two_processes_share_them(client: Client, monkeypatch, redis) -> None:
    with working_redis(monkeypatch, redis.url):
        first = client.get("/page/", headers={"Accept-Encoding": "br"})
        other = Client().get("/page/", headers={"Accept-Encoding": "br"})
        assert "hit" in other["Cache-Status"]
        assert other.content == first.content
        raise_revision()
        assert b"revision 1" in client.get("/page/").content


@needs_redis
def test_redis_that_stops_in_the_middle_of_traffic_and_returns(
    client: Client, monkeypatch, redis
) -> None:
    monkeypatch.setattr(store, "REST_SECONDS", 0.0)
    with working_redis(monkeypatch, redis.url):
        client.get("/page/")
        assert "hit" in client.get("/page/")["Cache-Status"]
        stopper = threading.Timer(0.1, redis.stop)
        stopper.start()
        for _ in range(100):
            assert client.get("/page/").status_code == 200
            time.sleep(0.005)
        stopper.join()
        response = client.get("/page/")
        assert response.status_code == 200
        assert "fwd=miss" in response["Cache-Status"]
        redis.start()
        client.get("/page/")
        assert "hit" in client.get("/page/")["Cache-Status"]


@needs_redis
def test_a_full_redis_is_a_miss(client: Client, monkeypatch, tmp_path) -> None:
    full = RedisServer(tmp_path, "--maxmemory", "1", "--maxmemory-policy", "noeviction")
    try:
        with backend(monkeypatch, full.url):
            for _ in range(3):
                response = client.get("/page/")
                assert response.status_code == 200
                assert "fwd=miss" in response["Cache-Status"]
    finally:
        full.stop()


@needs_redis
def test_garbage_in_redis(client: Client, monkeypatch, redis) -> None:
    with working_redis(monkeypatch, redis.url):
        good = client.get("/page/").content
        connection = caches["default"]._cache.get_client(None, write=True)
        for name in connection.keys("*"):
            connection.set(name, b"\x80\x05garbage")
        assert client.get("/page/").content == good
        assert "hit" in client.get("/page/")["Cache-Status"]


@pytest.mark.engine_free
def test_memory_is_limited_in_bytes_and_drops_the_least_recently_used(monkeypatch) -> None:
    monkeypatch.setattr(memory, "MOST_BYTES", 5_000)
    small = MemoryCache("a test's own", {})
    for number in range(4):
        small.set(str(number), b"x" * 1000)
    assert small.get("0") == b"x" * 1000
    small.set("4", b"x" * 1000)
    assert [small.get(str(number)) is not None for number in range(5)] == [1, 0, 1, 1, 1]
    assert small.memory.size <= 5_000
    small.set("big", b"x" * 10_000)
    assert small.get("big") is None
    small.clear()
    assert small.memory.size == 0


@pytest.mark.engine_free
def test_memory_speaks_djangos_cache_api() -> None:
    own = MemoryCache("another test's own", {})
    assert own.add("a", 1)
    assert not own.add("a", 2)
    assert own.incr("a") == 2
    assert own.touch("a", 0)
    assert own.get("a") is None
    assert not own.touch("a")
    own.set("b", 1)
    assert own.delete("b")
    assert not own.delete("b")
    assert own.get_many(["a", "b"]) == {}
