"""The read batch: one raw statement; building it with the ORM would cost more than running it."""

from datetime import date, datetime
from typing import Any

from django.db import DatabaseError

from answers.publishing.page import Page, Post, Product, Snapshot
from answers.publishing.statements import STATEMENTS, time_values
from costcodle import sql

PRODUCT_COLUMNS = len(Product.__dataclass_fields__)


def due_numbers(connection: Any, now: datetime) -> list[int]:
    """Numbers of the puzzles whose page must be published or updated by `now`, oldest first."""
    text = STATEMENTS["due", connection.vendor]
    return [number for (number,) in sql.fetch_all(connection, text, time_values(connection, now))]


def read_snapshot(connection: Any, number: int) -> Snapshot | None:
    """What stands of puzzle `number` now; None when there is no such puzzle."""
    row = sql.fetch_one(connection, STATEMENTS["read", connection.vendor], {"puzzle": number})
    return snapshot_of(row) if row else None


def snapshot_of(row: tuple[Any, ...]) -> Snapshot:
    """What the row of the `read` statement says."""
    bank, rest = row[:PRODUCT_COLUMNS], row[PRODUCT_COLUMNS:]
    (image_state, version, item_state, content_version, bank_version) = rest[:5]
    post = None
    if content_version is not None:
        indexable, has_photo, card_key = rest[5:8]
        page = Page(_product(rest[8:]), card_key, bool(indexable), bool(has_photo))
        post = Post(page, content_version, bank_version)
    return Snapshot(_product(bank), image_state == "ready", version, item_state, post)


def site_revision(connection: Any) -> int:
    """The publication revision of the site."""
    row = sql.fetch_one(connection, STATEMENTS["revision", connection.vendor], {})
    if row is None:
        raise DatabaseError("site_state has no row")  # manage.py migrate makes it
    return int(row[0])


def _product(columns: tuple[Any, ...]) -> Product:
    values = dict(zip(Product.__dataclass_fields__, columns, strict=True))
    values["day"] = _date(values["day"])
    values["price_as_of"] = _date(values["price_as_of"])
    return Product(**values)


def _date(value: Any) -> date | None:
    """SQLite hands dates out as text."""
    return date.fromisoformat(value) if isinstance(value, str) else value
