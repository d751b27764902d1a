"""The photo's part in publishing: it may be missing, but it never stops a page."""

import logging
from dataclasses import replace

from answers import photos
from answers.publishing.page import Page, Snapshot

logger = logging.getLogger("costcodle.publication")


def is_usable(snapshot: Snapshot) -> bool:
    """True when the bank's photo is ready and its files are there."""
    if not snapshot.photo_ready:
        return False
    product = snapshot.product
    try:
        if photos.files_exist(product.image_key, product.image_width):
            return True
        reason: object = "its files are missing"
    except OSError as error:
        reason = error
    logger.warning("The photo of puzzle %s is left out: %s", product.number, reason)
    return False


def with_card(page: Page) -> Page:
    """The page with its share picture; only made here, since it shows the price."""
    if page.card_key or not page.has_photo:
        return page
    try:
        return replace(page, card_key=photos.make_answer_card(page.product))
    except (OSError, ValueError) as error:
        logger.warning("Puzzle %s has no share picture: %s", page.product.number, error)
        return page
