"""The Atom feed: the newest published answers as full entries."""

import re
from datetime import datetime

from django.template.loader import render_to_string

from answers.models import AnswerPost
from costcodle import clock

ENTRIES = 50
# All that XML 1.0 can't hold, escaped or not: a product's name may have come with any of it.
_NOT_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def render_feed(now: datetime) -> str:
    """The whole feed; its `updated` is that of its newest entry, or today while it has none."""
    posts = list(AnswerPost.objects.published().order_by("-pk")[:ENTRIES])
    newest = max((post.updated_at for post in posts), default=clock.opens_at(clock.today(now)))
    context = {"posts": posts, "updated": clock.iso(newest)}
    return _NOT_XML.sub("", render_to_string("answers/feed.xml", context))
