"""A publisher whose leases are switched off: everybody gets one and none is ever looked at.

Run as a process by test_publish_processes.py, to show that exactly once does not come from leases.
"""

import os

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "costcodle.settings")

import django

django.setup()

from answers import publishing  # noqa: E402  after setup
from answers.publishing.statements import STATEMENTS  # noqa: E402
from leases.lease import STATEMENTS as LEASES  # noqa: E402


def switch_leases_off() -> None:
    for statements in (STATEMENTS, LEASES):
        for key, text in statements._texts.items():
            for condition in (
                "job_leases.expires_at <= excluded.updated_at",
                "job_leases.owner_id = %(owner_id)s",
                "job_leases.fence = %(fence)s",
                "job_leases.expires_at > %(now_ms)s",
            ):
                text = text.replace(condition, "TRUE")
            statements._texts[key] = text


if __name__ == "__main__":
    switch_leases_off()
    for _ in range(3):
        publishing.publish_all(publishing.find_due(), lambda result: None)
