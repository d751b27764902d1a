from django.db import models
from django.db.models import Q


class JobLease(models.Model):
    """Who may work under a key, until when, and the fence that numbers the terms.

    Written only by `leases.lease`; rows are never deleted, so a fence never comes back.
    """

    key = models.CharField(max_length=100, primary_key=True)
    owner_id = models.CharField(max_length=100)
    fence = models.BigIntegerField()
    expires_at = models.BigIntegerField(help_text="Milliseconds since the epoch, UTC.")
    updated_at = models.BigIntegerField(help_text="Milliseconds since the epoch, UTC.")

    class Meta:
        db_table = "job_leases"
        constraints = [
            # A fence counts terms from 1; 0 is free to mean "none" elsewhere.
            models.CheckConstraint(condition=Q(fence__gte=1), name="job_leases_fence_positive"),
        ]

    def __str__(self) -> str:
        return f"{self.key}, fence {self.fence}"
