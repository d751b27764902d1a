"""Makes the one row of `site_state` once migrations have run."""

import uuid
from typing import Any

from django.apps import AppConfig
from django.db.models.signals import post_migrate


def ensure_site_state(sender: AppConfig, using: str, **_: Any) -> None:
    """Creates revision 0 with a fresh random token, unless the row is there.

    After migrations rather than inside one: a flushed test database gets it again, and the
    random token keeps two databases that share a cache apart at revision 0.
    """
    model = sender.get_model("SiteState")
    model._default_manager.using(using).get_or_create(
        id=1, defaults={"publication_revision": 0, "commit_token": uuid.uuid4().hex}
    )


class AnswersConfig(AppConfig):
    name = "answers"
    verbose_name = "Answers"

    def ready(self) -> None:
        post_migrate.connect(ensure_site_state, sender=self)
