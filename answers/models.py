"""The question bank, the ledger, the published pages, the log and the site's revision.

Only `answers.publishing` writes `AnswerPost`, `PublicationLog` and `SiteState`; only it and the
bank's own functions write the rest.
"""

from datetime import datetime
from typing import Self

from django.db import models
from django.db.models import F, Q
from django.urls import reverse

from costcodle import clock


class ImageState(models.TextChoices):
    NONE = "none"
    PROCESSING = "processing"
    READY = "ready"
    FAILED = "failed"


class ProductFields(models.Model):
    """What a page shows of a product; the bank and the published page hold the same columns."""

    name = models.CharField(max_length=200)
    size = models.CharField(max_length=100, blank=True)
    price_cents = models.IntegerField(help_text="US cents.")
    price_note = models.CharField(
        max_length=100, blank=True, help_text="How the price counts, for example “price per lb”."
    )
    price_as_of = models.DateField(null=True, blank=True, help_text="When the price was read.")
    source = models.CharField(
        max_length=200, blank=True, help_text="Where the price was read, a place or a web address."
    )
    description = models.TextField(max_length=4000, blank=True)
    image_key = models.CharField(max_length=64, blank=True, editable=False)
    image_width = models.IntegerField(default=0, editable=False, help_text="Pixels, largest file.")
    image_height = models.IntegerField(default=0, editable=False, help_text="Pixels, largest file.")

    class Meta:
        abstract = True

    @property
    def size_beside_name(self) -> str:
        """The size, unless the name ends with it anyway, as names of the original bank do."""
        return "" if self.name.endswith(self.size) else self.size


class PuzzleQuerySet(models.QuerySet["Puzzle"]):
    def begun(self, now: datetime) -> Self:
        return self.filter(day__lte=clock.today(now))

    def upcoming(self, now: datetime) -> Self:
        return self.filter(day__gt=clock.today(now))

    def unpublished(self, now: datetime) -> Self:
        """Puzzles whose page may be public and isn't there, though nobody withdrew them."""
        over = self.filter(day__lte=clock.last_over_day(now), post=None)
        return over.exclude(publication__state=PublicationItem.State.WITHDRAWN)


class Puzzle(ProductFields):
    """One row of the question bank. Number and day belong together for good."""

    number = models.IntegerField(primary_key=True)
    day = models.DateField(unique=True)  # one puzzle a day; also the index of "today's puzzle"
    image_state = models.CharField(
        max_length=10, choices=ImageState.choices, default=ImageState.NONE, editable=False
    )
    image_error = models.CharField(max_length=300, blank=True, editable=False)
    card_key = models.CharField(max_length=64, blank=True, editable=False)
    version = models.IntegerField(
        default=1, editable=False, help_text="Rises with every change of what a page shows."
    )

    objects = PuzzleQuerySet.as_manager()

    class Meta:
        db_table = "puzzles"
        ordering = ["-number"]
        constraints = [
            # URLs and the game's cookie hold numbers of one to nine digits.
            models.CheckConstraint(
                condition=Q(number__gte=1, number__lte=999_999_999), name="puzzles_number_range"
            ),
            # The game's range of amounts; a price of 0 can't be guessed.
            models.CheckConstraint(
                condition=Q(price_cents__gte=1, price_cents__lte=9_999_999),
                name="puzzles_price_range",
            ),
            models.CheckConstraint(
                condition=Q(image_state__in=ImageState.values), name="puzzles_image_state"
            ),
            # A photo is ready with its files named, or not ready.
            models.CheckConstraint(
                condition=~Q(image_state="ready") | ~Q(image_key=""), name="puzzles_ready_has_key"
            ),
            models.CheckConstraint(condition=Q(version__gte=1), name="puzzles_version_positive"),
        ]

    def __str__(self) -> str:
        return f"#{self.number} {self.name}"

    @property
    def photo_ready(self) -> bool:
        return self.image_state == ImageState.READY


class PublicationItem(models.Model):
    """The ledger: how far the publication of one puzzle's page has come."""

    class State(models.TextChoices):
        PENDING = "pending"
        PROCESSING = "processing"
        PUBLISHED = "published"
        WITHDRAWN = "withdrawn"

    # PROTECT: a puzzle with a history can't be deleted under it.
    puzzle = models.OneToOneField(
        Puzzle, on_delete=models.PROTECT, primary_key=True, related_name="publication"
    )
    state = models.CharField(max_length=10, choices=State.choices, default=State.PENDING)
    fence = models.BigIntegerField(default=0, help_text="Fence of the last claim.")
    attempts = models.IntegerField(default=0)
    last_error = models.CharField(max_length=500, blank=True)
    reason = models.CharField(max_length=500, blank=True, help_text="Why it was withdrawn.")
    updated_at = models.DateTimeField()

    class Meta:
        db_table = "publication_items"
        verbose_name, verbose_name_plural = "ledger item", "ledger items"
        # The right to publish, withdraw and restore pages from the admin.
        permissions = [("publish_publicationitem", "Can publish, withdraw and restore pages")]
        constraints = [
            models.CheckConstraint(
                condition=Q(state__in=["pending", "processing", "published", "withdrawn"]),
                name="publication_items_state",
            ),
            models.CheckConstraint(
                condition=Q(fence__gte=0, attempts__gte=0), name="publication_items_counters"
            ),
        ]

    def __str__(self) -> str:
        return f"#{self.puzzle_id} {self.state}"


class AnswerPostQuerySet(models.QuerySet["AnswerPost"]):
    def published(self) -> Self:
        """Pages that answer 200."""
        return self.filter(withdrawn_at=None)

    def indexable(self) -> Self:
        """Published pages that search engines may list."""
        return self.published().filter(indexable=True)


class AnswerPost(ProductFields):
    """One published answer page; everything its product part shows stands in this row."""

    # The primary key is the puzzle: a second page for the same puzzle can't be represented.
    puzzle = models.OneToOneField(
        Puzzle, on_delete=models.PROTECT, primary_key=True, related_name="post"
    )
    day = models.DateField(unique=True)
    card_key = models.CharField(max_length=64, blank=True, editable=False)
    content_version = models.IntegerField()
    bank_version = models.IntegerField(help_text="Version of the bank row this page shows.")
    indexable = models.BooleanField()
    has_photo = models.BooleanField()
    commit_token = models.CharField(max_length=32)
    withdrawn_at = models.DateTimeField(null=True)
    published_at = models.DateTimeField()
    updated_at = models.DateTimeField()

    objects = AnswerPostQuerySet.as_manager()

    class Meta:
        db_table = "answer_posts"
        ordering = ["-puzzle_id"]
        constraints = [
            # A replayed batch can't land twice: each attempt brings its own token.
            models.UniqueConstraint(fields=["commit_token"], name="answer_posts_token_once"),
            models.CheckConstraint(
                condition=Q(content_version__gte=1), name="answer_posts_version_positive"
            ),
            models.CheckConstraint(
                condition=Q(price_cents__gte=1), name="answer_posts_price_positive"
            ),
            # A page with a photo names its files; one without names none.
            models.CheckConstraint(
                condition=(Q(has_photo=True) & ~Q(image_key="")) | Q(has_photo=False, image_key=""),
                name="answer_posts_photo_named",
            ),
            # Search engines get only pages with a photo.
            models.CheckConstraint(
                condition=Q(indexable=False) | Q(has_photo=True), name="answer_posts_index_photo"
            ),
        ]
        indexes = [
            # The archive, newest first: finds the keys of a page far back without reading rows.
            # By day, since SQLite walks the whole table for an order by its primary key.
            models.Index(
                F("day").desc(),
                F("puzzle"),
                name="answer_posts_archive",
                condition=Q(withdrawn_at__isnull=True),
            ),
            # The sitemap's parts.
            models.Index(
                F("puzzle"),
                name="answer_posts_indexable",
                condition=Q(withdrawn_at__isnull=True, indexable=True),
            ),
        ]

    def __str__(self) -> str:
        return f"#{self.puzzle_id} {self.name}"

    def get_absolute_url(self) -> str:
        return reverse("answer", args=[self.number])

    @property
    def number(self) -> int:
        return int(self.puzzle_id)


class PublicationLog(models.Model):
    """One row a change of the answer pages, append only; its key is the revision it made."""

    class Action(models.TextChoices):
        PUBLISH = "publish"
        UPDATE = "update"
        WITHDRAW = "withdraw"
        RESTORE = "restore"

    # The primary key is the revision: two changes can't share one.
    revision = models.BigIntegerField(primary_key=True)
    # No index of its own: `publication_log_version_once` begins with it.
    puzzle = models.ForeignKey(Puzzle, on_delete=models.PROTECT, db_index=False)
    action = models.CharField(max_length=10, choices=Action.choices)
    content_version = models.IntegerField()
    fence = models.BigIntegerField()
    owner_id = models.CharField(max_length=100)
    commit_token = models.CharField(max_length=32)
    reason = models.CharField(max_length=500, blank=True)
    created_at = models.DateTimeField()

    class Meta:
        db_table = "publication_log"
        verbose_name, verbose_name_plural = "log row", "publication log"
        ordering = ["-revision"]
        constraints = [
            # Each version of a page is made once: a double publication can't be written down.
            models.UniqueConstraint(
                fields=["puzzle", "content_version"], name="publication_log_version_once"
            ),
            # One row an attempt; also the index of the look-up after a lost COMMIT answer.
            models.UniqueConstraint(fields=["commit_token"], name="publication_log_token_once"),
            # A page is published once, as its first version; all later rows are other actions.
            models.CheckConstraint(
                condition=Q(action="publish", content_version=1)
                | (Q(action__in=["update", "withdraw", "restore"]) & Q(content_version__gt=1)),
                name="publication_log_publish_first",
            ),
            models.CheckConstraint(
                condition=Q(revision__gte=1), name="publication_log_revision_positive"
            ),
        ]

    def __str__(self) -> str:
        return f"r{self.revision} {self.action} #{self.puzzle_id}"


class SiteState(models.Model):
    """The one row that numbers the public state of the site; part of every cache key."""

    id = models.SmallIntegerField(primary_key=True, default=1)
    publication_revision = models.BigIntegerField(default=0)
    commit_token = models.CharField(max_length=32)

    class Meta:
        db_table = "site_state"
        verbose_name_plural = "site state"
        constraints = [
            # There is one site.
            models.CheckConstraint(condition=Q(id=1), name="site_state_one_row"),
            models.CheckConstraint(
                condition=Q(publication_revision__gte=0), name="site_state_revision_counts"
            ),
        ]

    def __str__(self) -> str:
        return f"r{self.publication_revision}"
