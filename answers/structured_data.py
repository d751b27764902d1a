"""What an answer page tells machines in JSON-LD (schema.org), as plain dictionaries."""

from typing import Any

from django.urls import reverse

from answers.addresses import absolute
from answers.models import AnswerPost
from answers.money import decimal_dollars
from answers.photos import card_url, photo_url
from answers.wording import summary, title
from costcodle import clock

Data = dict[str, Any]


def answer_data(post: AnswerPost) -> Data:
    """The page, its place on the site and its product with the price; published pages only."""
    url = absolute(post.get_absolute_url())
    return {
        "@context": "https://schema.org",
        "@graph": [_page(post, url), _crumbs(post, url), _product(post, url)],
    }


def _page(post: AnswerPost, url: str) -> Data:
    page = {
        "@type": "WebPage",
        "@id": url,
        "url": url,
        "name": title(post),
        "description": summary(post),
        "inLanguage": "en",
        "datePublished": clock.iso(post.published_at),
        "dateModified": clock.iso(post.updated_at),
        "isPartOf": {"@type": "WebSite", "name": "Costcodle", "url": absolute("/")},
        "breadcrumb": {"@id": f"{url}#breadcrumb"},
        "mainEntity": {"@id": f"{url}#product"},
    }
    if post.card_key:
        page["primaryImageOfPage"] = {
            "@type": "ImageObject",
            "url": absolute(card_url(post.card_key)),
        }
    return page


def _crumbs(post: AnswerPost, url: str) -> Data:
    steps = [
        ("Costcodle", absolute("/")),
        ("Answers", absolute(reverse("archive"))),
        (f"#{post.number}", url),
    ]
    items = [
        {"@type": "ListItem", "position": position, "name": name, "item": address}
        for position, (name, address) in enumerate(steps, start=1)
    ]
    return {"@type": "BreadcrumbList", "@id": f"{url}#breadcrumb", "itemListElement": items}


def _product(post: AnswerPost, url: str) -> Data:
    offer = {
        "@type": "Offer",
        "price": decimal_dollars(post.price_cents),
        "priceCurrency": "USD",
        "url": url,
    }
    if post.price_note:  # "price per lb": not the price of the whole product
        offer["description"] = post.price_note
    product = {"@type": "Product", "@id": f"{url}#product", "name": post.name, "offers": offer}
    if post.description:
        product["description"] = post.description
    if post.size:
        product["size"] = post.size
    if post.has_photo:
        product["image"] = absolute(photo_url(post.image_key, post.image_width, "jpg"))
    return product
