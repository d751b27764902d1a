"""The title and the summary of an answer page, as search engines, feeds and cards show them."""

from django.utils.dateformat import format as format_day

from answers.models import AnswerPost
from answers.money import dollars


def title(post: AnswerPost) -> str:
    return f"{post.name}: {dollars(post.price_cents)} – Costcodle #{post.number} answer"


def summary(post: AnswerPost) -> str:
    note = f" ({post.price_note})" if post.price_note else ""
    return (
        f"{post.name} cost {dollars(post.price_cents)}{note} at the warehouse."
        f" It was the product of Costcodle #{post.number} on {format_day(post.day, 'F j, Y')}."
    )
