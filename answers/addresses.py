"""Absolute addresses, all of them under SITE_ORIGIN and never under the host of a request."""

from urllib.parse import urlsplit

from django.conf import settings

from answers.models import AnswerPost


def absolute(path: str) -> str:
    """`path` under the site's origin; an address that is absolute already stays as it is."""
    return path if "://" in path else f"{settings.SITE_ORIGIN}{path}"


def entry_id(post: AnswerPost) -> str:
    """A tag URI (RFC 4151) that names the answer for good, whatever becomes of its address."""
    host = urlsplit(settings.SITE_ORIGIN).hostname
    return f"tag:{host},{post.day:%Y-%m-%d}:answers/{post.number}"
