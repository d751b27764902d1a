"""Optional error reports to Sentry: only with SENTRY_DSN, and never with who the visitor is."""

from typing import Any

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured


def start_error_reports() -> None:
    """Starts the reports. Raises ImproperlyConfigured when the package or the DSN is wrong."""
    if not settings.SENTRY_DSN:
        return
    try:
        import sentry_sdk
    except ImportError:
        raise ImproperlyConfigured(
            'SENTRY_DSN is set but sentry-sdk is missing: run pip install -e ".[sentry]".'
        ) from None
    try:
        sentry_sdk.init(
            dsn=settings.SENTRY_DSN,
            environment=settings.ENVIRONMENT,
            release=settings.BUILD_VERSION,
            # No addresses, cookies or form fields; no local variables, which hold guesses and keys.
            send_default_pii=False,
            include_local_variables=False,
            # What led to an error: a request in it is written with its query.
            max_breadcrumbs=0,
            before_send=without_visitor,
        )
    except ValueError:
        raise ImproperlyConfigured(
            "SENTRY_DSN can't be read: copy it from Sentry's project settings."
        ) from None


def without_visitor(event: Any, hint: Any) -> Any:
    """Leaves method and path of the request: a query and a Referer can hold a restore code."""
    request = event.get("request", {})
    event["request"] = {name: request[name] for name in ("method", "url") if name in request}
    event.pop("extra", None)  # of a log line: Django adds the request to its own, query and all
    return event
