"""Runs the final batch until it has an outcome, whatever is in its way."""

import random
import time
import uuid
from typing import Any

from django.db import Error

from answers.publishing import batch, faults
from answers.publishing.batch import Attempt, Landed
from answers.publishing.landed import look_up
from leases.lease import Lease

ATTEMPTS = 4
PAUSE = (0.02, 0.25)  # seconds between attempts, drawn at random so that rivals part


def run_until_answered(
    connection: Any, lease: Lease, first: str, values: dict[str, Any]
) -> Landed | None:
    """What the batch that `first` begins has made public; None when its guard refused.

    Somebody else's lock is waited out and tried again as a whole, with a fresh token each time:
    a batch replayed under its old token would count twice. Where COMMIT may have been sent and
    no answer came, the token is looked up first, after the last attempt too. Raises the last
    error when the attempts are used up, any other error at once, and OutcomeUnknown.
    """
    attempts_left = ATTEMPTS
    while True:
        attempt = Attempt(uuid.uuid4().hex)
        attempts_left -= 1
        try:
            return batch.run_final_batch(connection, lease, first, values, attempt)
        except Error as error:
            if attempt.at_commit or faults.is_lost(connection, error):
                if landed := look_up(connection, values["puzzle"], attempt.token):
                    return landed
            elif not faults.is_busy(error):
                raise
            if not attempts_left:
                raise
        time.sleep(random.uniform(*PAUSE))  # noqa: S311  jitter, not a secret
