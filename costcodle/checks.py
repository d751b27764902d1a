"""What `check --deploy` says beyond Django's own checks: settings that are valid and yet wrong."""

from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.core.checks import CheckMessage, Error, Tags, Warning, register
from django.urls import Resolver404, resolve


@register(Tags.urls)
def admin_path_is_free(**_: Any) -> list[CheckMessage]:
    """ADMIN_PATH must reach the admin: a page of the site with the same path would hide it."""
    try:
        found = resolve(f"/{settings.ADMIN_PATH}").app_name
    except Resolver404:
        found = ""
    if found == "admin":
        return []
    return [
        Error(
            f"ADMIN_PATH is {settings.ADMIN_PATH!r}, which is a path of the site itself.",
            hint="Choose another one.",
            id="costcodle.E001",
        )
    ]


@register(Tags.security, deploy=True)
def production_settings(**_: Any) -> list[CheckMessage]:
    host = urlsplit(settings.SITE_ORIGIN).hostname
    answers_to = settings.ALLOWED_HOSTS
    rules = [
        (
            "*" in answers_to,
            "ALLOWED_HOSTS has *: anyone can fill the cache with pages for other hosts.",
            "Name the hosts.",
        ),
        (
            host not in answers_to and "*" not in answers_to,
            f"SITE_ORIGIN's host {host} is not in ALLOWED_HOSTS: the site's own links answer 400.",
            "Add it.",
        ),
        (
            settings.SECURE_SSL_REDIRECT and not settings.TRUSTED_PROXIES,
            "SITE_ORIGIN is https and TRUSTED_PROXIES is empty: the site never learns that a"
            " request came by https, and redirects it for ever.",
            "Name the proxy's address.",
        ),
        (
            any(network.prefixlen == 0 for network in settings.TRUSTED_PROXIES),
            "TRUSTED_PROXIES has the whole internet: any visitor can claim any address.",
            "Name the proxy's address.",
        ),
        (
            0 < len(settings.METRICS_TOKEN) < 16,
            "METRICS_TOKEN is shorter than 16 characters.",
            "Use a longer random text.",
        ),
    ]
    return [
        Warning(text, hint=hint, id=f"costcodle.W{number:03}")
        for number, (is_wrong, text, hint) in enumerate(rules, start=1)
        if is_wrong
    ]
