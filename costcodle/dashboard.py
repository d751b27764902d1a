"""What the admin's front page says: whether all is well, at a glance."""

from datetime import datetime
from typing import Any

from answers.models import PublicationLog

LAST_PUBLICATIONS = 8


def dashboard(now: datetime) -> dict[str, Any]:
    """The facts of the front page, as its template names them."""
    return {
        "last_publications": PublicationLog.objects.select_related("puzzle")[:LAST_PUBLICATIONS],
    }
