"""The page of a puzzle, computed from what was read: pure, no database, no files."""

from dataclasses import dataclass, replace
from datetime import date


@dataclass(frozen=True)
class Product:
    """What bank and page hold alike of one product, in the order of the read batch's columns."""

    number: int
    day: date
    name: str
    size: str
    price_cents: int
    price_note: str
    price_as_of: date | None
    source: str
    description: str
    image_key: str
    image_width: int
    image_height: int


@dataclass(frozen=True)
class Page:
    """All that an answer page shows, and how it may be shown."""

    product: Product
    card_key: str
    indexable: bool
    has_photo: bool


@dataclass(frozen=True)
class Post:
    """The published page as it stands."""

    page: Page
    content_version: int
    bank_version: int


@dataclass(frozen=True)
class Snapshot:
    """What one read batch saw of a puzzle: bank row, ledger item and page."""

    product: Product
    photo_ready: bool
    bank_version: int
    item_state: str | None
    post: Post | None


def compute_page(snapshot: Snapshot, photo_usable: bool) -> Page:
    """The page that should stand for the snapshot's bank row.

    `photo_usable`: the bank's photo is ready and its files are there. A page that has its photo
    keeps it when the bank has lost its own, and what may be indexed stays so: otherwise the
    one-way rules would refuse the page for ever. `card_key` is empty where a new share picture
    has to be made; else it stays, so that a storage that is away costs no page its picture.
    """
    old = snapshot.post.page if snapshot.post else None
    product = snapshot.product
    if not photo_usable:
        kept = old.product if old and old.has_photo else None
        product = replace(
            product,
            image_key=kept.image_key if kept else "",
            image_width=kept.image_width if kept else 0,
            image_height=kept.image_height if kept else 0,
        )
    has_photo = bool(product.image_key)
    return Page(
        product=product,
        card_key=old.card_key if old and _on_card(old.product) == _on_card(product) else "",
        indexable=has_photo or bool(old and old.indexable),
        has_photo=has_photo,
    )


def _on_card(product: Product) -> tuple[str, int, str]:
    """What the share picture shows, but for the number, which stays."""
    return product.name, product.price_cents, product.image_key
