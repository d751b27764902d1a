"""The edge cache against Django's own page cache and a bare view, through the whole WSGI stack.

`python -m bench.edge sqlite|postgresql`. Every variant serves the same answer page; they take
turns, so that what else the machine does hits all of them alike. Client and database share one
core: an idle core of a virtual machine takes longer to wake up than all the work of a hit.
"""

import gc
import os
import random
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from typing import Any

from bench.harness import Row, report, start

if hasattr(os, "sched_setaffinity"):  # Linux; a database that is started inherits it
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
ENGINE = start()

from django.conf import settings  # noqa: E402
from django.core.cache import cache  # noqa: E402
from django.core.handlers.wsgi import WSGIHandler  # noqa: E402
from django.http import HttpRequest, HttpResponse  # noqa: E402
from django.test import override_settings  # noqa: E402
from django.test.client import RequestFactory  # noqa: E402
from django.urls import path  # noqa: E402

from costcodle.clock import utc_now  # noqa: E402
from costcodle.edge import counters  # noqa: E402
from costcodle.static_files import collect_static_files  # noqa: E402
from tests.engine import FOLDER  # noqa: E402
from tests.make import make_posts, raise_revision  # noqa: E402

EDGE = "costcodle.edge.middleware.EdgeCacheMiddleware"
ROUNDS = 9
BROWSER = {
    "Accept": "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8",
    "Accept-Encoding": "gzip, deflate, br",
    "Accept-Language": "en-GB,en;q=0.5",
    "User-Agent": "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
    "Host": "testserver",
}
PAGE = "/answers/7/"
Call = Callable[[], int]

urlpatterns: list[Any] = []  # of the bare view: this module is its URLconf


class NowMiddleware:
    """What views need of the edge cache when it is taken out."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        request.now = utc_now()  # type: ignore[attr-defined]
        return self.get_response(request)


def serve(application: WSGIHandler, environ: dict[str, Any]) -> tuple[int, dict[str, str], bytes]:
    """What a WSGI server does with one request."""
    sent: list[Any] = []
    body = application(dict(environ), lambda status, headers, *_: sent.append((status, headers)))
    content = b"".join(body)
    body.close()
    status, headers = sent[0]
    return int(status.split()[0]), dict(headers), content


def browser(url: str, **headers: str) -> dict[str, Any]:
    return RequestFactory().get(url, headers=BROWSER | headers).environ


class Variant:
    """One way to serve the page: settings, an application made under them, and a request."""

    def __init__(self, name: str, url: str = PAGE, **changes: Any) -> None:
        self.name = name
        self.settings = override_settings(**changes)
        self.times: list[float] = []
        with self.settings:
            self.application = WSGIHandler()
            self.environ = browser(url)
            status, self.headers, self.content = serve(self.application, self.environ)
            assert status == 200, (name, status)

    def measure(self, calls: int, prepare: Callable[[], object] | None = None) -> None:
        with self.settings:
            for _ in range(5):
                serve(self.application, self.environ)
            for _ in range(calls):
                if prepare:
                    prepare()
                begin = time.perf_counter_ns()
                serve(self.application, self.environ)
                self.times.append((time.perf_counter_ns() - begin) / 1000)

    @property
    def median(self) -> float:
        return statistics.median(self.times)


def django_page_cache(backend: dict[str, Any]) -> dict[str, Any]:
    """The same site with Django's middleware where its documentation puts it."""
    inner = [name for name in settings.MIDDLEWARE if name != EDGE]
    return {
        "MIDDLEWARE": [
            "django.middleware.cache.UpdateCacheMiddleware",
            f"{__name__}.NowMiddleware",
            *inner,
            "django.middleware.cache.FetchFromCacheMiddleware",
        ],
        "CACHES": settings.CACHES | {"default": backend},
        "CACHE_MIDDLEWARE_SECONDS": 300,
    }


@contextmanager
def redis_server() -> Iterator[str | None]:
    """A Redis of this bench's own, or None where redis-server isn't installed."""
    program = shutil.which("redis-server")
    if program is None:
        yield None
        return
    with tempfile.TemporaryDirectory() as folder:
        socket = Path(folder) / "redis.sock"
        arguments = ["--port", "0", "--unixsocket", str(socket), "--save", "", "--dir", folder]
        server = subprocess.Popen([program, *arguments], stdout=subprocess.DEVNULL)
        while not socket.exists():
            time.sleep(0.01)
        try:
            yield f"unix://{socket}"
        finally:
            server.terminate()
            server.wait()


def hits(rows: list[Row], redis_url: str | None) -> None:
    edge = Variant("hit")
    django = Variant(
        "Django's page cache, hit",
        **django_page_cache({"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}),
    )

    def bare_view(request: HttpRequest) -> HttpResponse:
        return HttpResponse(edge.content, headers={"Content-Encoding": "br"})

    urlpatterns[:] = [path(PAGE[1:], bare_view)]
    bare = Variant("bare view, same bytes", MIDDLEWARE=[], ROOT_URLCONF=__name__)
    unchanged = Variant("304")
    unchanged.environ = browser(PAGE, **{"If-None-Match": unchanged.headers["ETag"]})
    miss = Variant("miss (rendered and stored)")
    variants = [edge, django, bare, unchanged]
    if redis_url:
        options = settings_of_redis(redis_url)
        edge_redis = Variant("hit, Redis", CACHES=settings.CACHES | {"default": options})
        django_redis = Variant(
            "Django's page cache, hit, Redis",
            **django_page_cache({"BACKEND": options["BACKEND"], "LOCATION": redis_url}),
        )
        variants += [edge_redis, django_redis]
    for _ in range(ROUNDS):
        for variant in variants:
            variant.measure(150)
        miss.measure(20, prepare=cache.clear)
    goal_django = "goal <= 0.50" if ENGINE == "sqlite" else "goal <= 1.00"
    rows += [Row(each.name, each.median, "us") for each in (*variants, miss)]
    rows.append(Row("hit / Django's page cache", edge.median / django.median, "x", goal_django))
    goal_bare = "goal <= 2.20" if ENGINE == "sqlite" else ""
    rows.append(Row("hit / bare view", edge.median / bare.median, "x", goal_bare))
    rows.append(Row("304 / hit", unchanged.median / edge.median, "x", "goal <= 1.00"))
    rows.append(Row("miss / hit", miss.median / edge.median, "x", "goal >= 10"))
    rows.append(Row("bytes of the page, identity", len(bare_identity(edge)), "bytes"))
    if redis_url:
        ratio = edge_redis.median / django_redis.median
        goal = "goal <= 1.00" if ENGINE == "postgresql" else ""
        rows.append(Row("hit / Django's page cache, both Redis", ratio, "x", goal))


def bare_identity(variant: Variant) -> bytes:
    environ = browser(PAGE, **{"Accept-Encoding": "identity"})
    return serve(variant.application, environ)[2]


def settings_of_redis(url: str) -> dict[str, Any]:
    from costcodle.environment import Environment

    os.environ["EDGE_CACHE_URL"] = url
    return Environment(Path()).cache("EDGE_CACHE_URL")


def many_pages(rows: list[Row], count: int) -> None:
    """Hits spread over 100 and over all pages, taking turns; the store has room for all."""
    from costcodle.edge import memory as store

    store.MOST_BYTES = 512 * 1024 * 1024
    application = WSGIHandler()
    environs = [browser(f"/answers/{number}/") for number in range(1, count + 1)]
    for environ in environs:
        serve(application, environ)
    times: dict[int, list[float]] = {100: [], count: []}
    random.seed(7)
    for _ in range(ROUNDS):
        for size, found in times.items():
            for environ in random.choices(environs[:size], k=400):
                begin = time.perf_counter_ns()
                _, headers, _ = serve(application, environ)
                found.append((time.perf_counter_ns() - begin) / 1000)
                assert "hit" in headers["Cache-Status"]
    few, all_pages = (statistics.median(found) for found in times.values())
    rows.append(Row("hit with 100 pages", few, "us"))
    rows.append(Row(f"hit with {count:,} pages", all_pages, "us"))
    rows.append(Row(f"{count:,} pages / 100 pages", all_pages / few, "x", "goal <= 1.10"))


def clients_after_a_bump(rows: list[Row], clients: int = 64) -> None:
    """How often the page is rendered when all ask at once for a new revision."""
    application = WSGIHandler()
    environ = browser(PAGE)
    barrier = threading.Barrier(clients)

    def client() -> None:
        from django.db import connections

        serve(application, environ)  # opens the thread's own connection
        barrier.wait()
        if barrier.wait() == 0:
            raise_revision()
        barrier.wait()
        serve(application, environ)
        connections.close_all()

    def renders() -> float:
        return float(counters.MISS._value.get())

    threads = [threading.Thread(target=client) for _ in range(clients)]
    serve(application, environ)
    before = renders()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    rows.append(Row(f"renders of {clients} clients after a bump", renders() - before, "", "goal 1"))


def memory(rows: list[Row], requests: int = 50_000) -> None:
    """Resident memory after a warm-up and after many mixed requests, junk among them.

    The store is held to 4 MB and the remembered digests to 1,000, so that the warm-up fills them
    and what grows after it is a leak.
    """
    from costcodle.edge import key
    from costcodle.edge import memory as store

    store.MOST_BYTES = 4 * 1024 * 1024
    key._remembered_digest = lru_cache(maxsize=1_000)(key._digest)
    application = WSGIHandler()
    random.seed(11)
    # The warm-up fills what is bounded: the caches of templates, codings and entries.
    after = {}
    for total in (requests // 5, requests):
        for number in range(total):
            serve(application, mixed_request(number))
            if number % 500 == 0:
                raise_revision()
        gc.collect()
        after[total] = resident_kilobytes()
    first, last = after.values()
    rows.append(Row("resident after the warm-up", first / 1024, "MB"))
    rows.append(Row(f"resident after {requests:,} more requests", last / 1024, "MB", "goal flat"))
    rows.append(Row("growth", last / first, "x", "goal <= 1.05"))


def mixed_request(number: int) -> dict[str, Any]:
    kind = number % 10
    if kind < 6:
        return browser(f"/answers/{random.randint(1, 100)}/")
    if kind == 6:
        return browser(f"/answers/?utm_source={number}&page=1")
    if kind == 7:
        return browser(f"/answers/{number + 10_000_000}/")
    if kind == 8:
        return browser(f"/junk-{number}/", **{"Accept-Encoding": f"junk{number};q=0.5"})
    return browser("/feed.xml" if number % 100 == 9 else "/answers/")


def resident_kilobytes() -> int:
    for line in Path("/proc/self/status").read_text().splitlines():
        if line.startswith("VmRSS"):
            return int(line.split()[1])
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def main() -> None:
    import logging

    logging.disable(logging.CRITICAL)
    settings.STATIC_ROOT = FOLDER / "static"
    collect_static_files()
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 10_000
    requests = int(sys.argv[3]) if len(sys.argv) > 3 else 50_000
    make_posts(count, description="A line of text about the product, as long as many are. " * 40)
    rows: list[Row] = []
    with redis_server() as redis_url:
        hits(rows, redis_url)
    clients_after_a_bump(rows)
    many_pages(rows, count)
    memory(rows, requests)
    report(f"edge, {ENGINE}", rows)
    if redis_url is None:
        print("  Redis was not measured: redis-server is not installed (Debian: redis-server).")


if __name__ == "__main__":
    main()
