from django.db import models
from django.db.models import F, Q

from answers.models import Puzzle
from costcodle.rules import NUM_GUESSES

SLOTS_PER_PUZZLE = 50_000


class DailyResult(models.Model):
    """One finished game: no player, no address, only a session id that belongs to this game."""

    class Outcome(models.TextChoices):
        WON = "won"
        LOST = "lost"

    # No index of its own: all three below begin with it.
    puzzle = models.ForeignKey(
        Puzzle, on_delete=models.PROTECT, db_index=False, related_name="results"
    )
    session_id = models.CharField(max_length=32)
    slot = models.IntegerField()
    outcome = models.CharField(max_length=4, choices=Outcome.choices)
    guesses_used = models.SmallIntegerField()
    created_at = models.DateTimeField()

    class Meta:
        db_table = "daily_results"
        constraints = [
            # A game session counts once, however often its last guess is sent.
            models.UniqueConstraint(
                fields=["puzzle", "session_id"], name="daily_results_session_once"
            ),
            # Slots are dense: no two results share one. Also the index of max(slot) per puzzle.
            models.UniqueConstraint(fields=["puzzle", "slot"], name="daily_results_slot_once"),
            # The cap of results a puzzle.
            models.CheckConstraint(
                condition=Q(slot__gte=1, slot__lte=SLOTS_PER_PUZZLE), name="daily_results_slot_cap"
            ),
            models.CheckConstraint(
                condition=Q(guesses_used__gte=1, guesses_used__lte=NUM_GUESSES),
                name="daily_results_guesses",
            ),
            # A lost game has used all guesses.
            models.CheckConstraint(
                condition=Q(outcome="won") | Q(outcome="lost", guesses_used=NUM_GUESSES),
                name="daily_results_outcome",
            ),
        ]
        indexes = [
            # Counts a day's distribution from the index alone.
            models.Index(
                F("puzzle"), F("outcome"), F("guesses_used"), name="daily_results_distribution"
            ),
        ]

    def __str__(self) -> str:
        return f"#{self.puzzle_id} slot {self.slot}: {self.outcome}"
