import pytest
from django.conf import settings

from costcodle.edge import checks

pytestmark = pytest.mark.engine_free


def ids(found) -> list[str]:
    return [message.id for message in found]


def test_the_settings_pass() -> None:
    assert checks.check_middleware() + checks.check_time_zone() + checks.check_host() == []


@pytest.mark.parametrize(
    "middleware",
    [
        [],
        ["django.middleware.common.CommonMiddleware", checks.EDGE],
        [name for name in settings.MIDDLEWARE if name != checks.EDGE],
    ],
)
def test_the_cache_must_be_outermost(settings, middleware: list[str]) -> None:
    settings.MIDDLEWARE = middleware
    assert ids(checks.check_middleware()) == ["edge.E001"]


def test_the_site_runs_in_utc(settings) -> None:
    settings.TIME_ZONE = "Europe/Berlin"
    assert ids(checks.check_time_zone()) == ["edge.E002"]


@pytest.mark.parametrize("name", ["USE_X_FORWARDED_HOST", "USE_X_FORWARDED_PORT"])
def test_the_host_is_the_host_header(settings, name: str) -> None:
    setattr(settings, name, True)
    assert ids(checks.check_host()) == ["edge.E003"]
