"""Processes that fight for one lease, for test_lease_races.py.

`python -m tests.lease_takers PROCESSES EACH [open]` forks PROCESSES takers that wait for each
other and then take and release the lease until each had it EACH times; with `open` a held one
can be taken as well. Prints a line for each term: its owner's id, the fence, whether nobody else
was inside (1 or 0), and whether it still stood at its release.
"""

import os
import sys
import tempfile
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import django
from django.db import connection

from costcodle import sql
from leases.lease import STATEMENTS, Lease, ask_for, new_owner_id, release_lease

KEY = "fought-for"
ENOUGH = timedelta(minutes=5)  # no term expires, all of them are released
CONDITION = "WHERE job_leases.expires_at <= excluded.updated_at"


def take_lease(
    connection: Any, key: str, owner_id: str, now: datetime, duration: timedelta
) -> Lease | None:
    """Takes a lease by itself, where the publisher claims its ledger item in the same message."""
    request = ask_for(key, owner_id, now, duration)
    text = STATEMENTS["take_lease", connection.vendor]
    return request.granted(sql.fetch_all(connection, text, request.values()))


def take_turns(each: int, inside: Path) -> None:
    owner_id, left, lines = new_owner_id(), each, []
    while left:
        lease = take_lease(connection, KEY, owner_id, datetime.now(UTC), ENOUGH)
        if lease is None:
            time.sleep(0.001)
            continue
        alone = True
        try:
            inside.touch(exist_ok=False)
        except FileExistsError:
            alone = False
        time.sleep(0.001)
        inside.unlink(missing_ok=True)
        released = release_lease(connection, lease, datetime.now(UTC))
        lines.append(f"{owner_id} {lease.fence} {int(alone)} {int(released)}\n")
        left -= 1
    os.write(1, "".join(lines).encode())


def switch_condition_off() -> None:
    name = "take_lease", connection.vendor
    assert CONDITION in STATEMENTS[name]
    STATEMENTS._texts[name] = STATEMENTS[name].replace(CONDITION, "")


def main(processes: int, each: int, is_open: bool) -> None:
    django.setup()
    if is_open:
        switch_condition_off()
    ready, go = os.pipe()
    with tempfile.TemporaryDirectory() as folder:
        children = []
        for _ in range(processes):
            child = os.fork()
            if not child:
                os.close(go)
                os.read(ready, 1)  # returns when the parent has closed the other end
                take_turns(each, Path(folder) / "inside")
                os._exit(0)
            children.append(child)
        os.close(go)
        failed = [child for child in children if os.waitpid(child, 0)[1]]
    sys.exit(bool(failed))


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]), sys.argv[3:] == ["open"])
