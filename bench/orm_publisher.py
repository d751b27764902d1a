"""The obvious alternative to the fenced publish, for comparison only.

One `atomic` a page with the ORM and `select_for_update`: no lease, no claim, no log, no token.
It has none of the guarantees; it is what many sites would write.
"""

from django.db import transaction

from answers.models import AnswerPost, PublicationItem, Puzzle, SiteState
from costcodle import clock


def publish_all() -> int:
    """Publishes every due puzzle, oldest first; returns how many."""
    last_day = clock.last_over_day(clock.utc_now())
    done = PublicationItem.objects.filter(state="published").values("puzzle_id")
    due = Puzzle.objects.filter(day__lte=last_day).exclude(number__in=done).order_by("number")
    count = 0
    for number in list(due.values_list("number", flat=True)):
        count += publish(number)
    return count


def publish(number: int) -> int:
    now = clock.utc_now()
    with transaction.atomic():
        puzzle = Puzzle.objects.select_for_update().get(number=number)
        if AnswerPost.objects.filter(puzzle=puzzle).exists():
            return 0
        AnswerPost.objects.create(
            puzzle=puzzle,
            day=puzzle.day,
            name=puzzle.name,
            size=puzzle.size,
            price_cents=puzzle.price_cents,
            price_note=puzzle.price_note,
            price_as_of=puzzle.price_as_of,
            source=puzzle.source,
            description=puzzle.description,
            image_key=puzzle.image_key,
            image_width=puzzle.image_width,
            image_height=puzzle.image_height,
            content_version=1,
            bank_version=puzzle.version,
            indexable=puzzle.photo_ready,
            has_photo=puzzle.photo_ready,
            commit_token=f"{number:032d}",
            published_at=now,
            updated_at=now,
        )
        PublicationItem.objects.update_or_create(
            puzzle=puzzle, defaults={"state": "published", "updated_at": now}
        )
        state = SiteState.objects.select_for_update().get(id=1)
        state.publication_revision += 1
        state.save(update_fields=["publication_revision"])
    return 1
