"""The SQL of publishing, with the instants and days that it binds."""

from datetime import datetime
from pathlib import Path
from typing import Any

from answers.publishing.page import Page
from costcodle import clock, sql
from leases import lease

ALIAS = "publisher"  # the connection of publish, withdraw and restore, whoever calls them

STATEMENTS = sql.Statements(
    Path(__file__).parent.parent / "sql" / "publishing.sql", lease.STATEMENTS
)


def no_wait(connection: Any) -> list[str]:
    """First statements of a transaction that need not be on disk when COMMIT returns."""
    return [STATEMENTS["no_wait", "postgresql"]] if connection.vendor == "postgresql" else []


def time_values(connection: Any, now: datetime) -> dict[str, Any]:
    """`now` and the last day that is over, in the engine's own shape.

    Always through the backend: an ISO string with another separator or zone would compare
    wrongly as text on SQLite.
    """
    return {
        "now": connection.ops.adapt_datetimefield_value(now),
        "last_over_day": connection.ops.adapt_datefield_value(clock.last_over_day(now)),
    }


def page_values(connection: Any, page: Page) -> dict[str, Any]:
    """The columns of `answer_posts` that a page decides."""
    product = page.product
    return vars(product) | {
        "day": connection.ops.adapt_datefield_value(product.day),
        "price_as_of": connection.ops.adapt_datefield_value(product.price_as_of),
        "card_key": page.card_key,
        "indexable": page.indexable,
        "has_photo": page.has_photo,
    }
