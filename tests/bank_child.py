"""A second process that changes the bank, for the tests of races. Prints `ready`, then what came.

`python -m tests.bank_child NOW load|load_unlocked FILE`  counts of a load, or the error's class
`python -m tests.bank_child NOW change NUMBER VERSION`    `changed`, or the refusal's class
`python -m tests.bank_child NOW swap FIRST SECOND TIMES`  `swapped`
`python -m tests.bank_child NOW swap_seen FIRST SECOND SEEN SEEN`
                                                          `swapped`, or the refusal's class
`python -m tests.bank_child NOW move_seen NUMBER TO SEEN` `moved`, or the refusal's class
`python -m tests.bank_child NOW load_seen FILE SEEN`      counts of a load, or the refusal's class
"""

import json
import sys
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path

import django
from django.db import IntegrityError, connection, transaction


def load(file: str, now: datetime) -> str:
    from answers.bank.apply import load_bank
    from answers.bank.parse import parse_bank

    rows = parse_bank(Path(file).read_bytes(), file).rows
    try:
        return json.dumps(load_bank(rows, now).counts)
    except IntegrityError as error:
        return type(error).__name__


def load_unlocked(file: str, now: datetime) -> str:
    """The same without the lock of the bank: the control."""
    from answers.bank import apply

    @contextmanager
    def without_lock(now, **_):
        with transaction.atomic():
            yield lambda: now

    apply.bank_transaction = without_lock
    return load(file, now)


def change(number: str, version: str, now: datetime) -> str:
    from answers.bank import edit

    try:
        edit.change_puzzle(int(number), {"description": "second"}, int(version), now)
    except edit.Stale as stale:
        return type(stale).__name__
    return "changed"


def swap(first: str, second: str, times: str, now: datetime) -> str:
    from answers.bank import edit

    for _ in range(int(times)):
        edit.swap_products(int(first), int(second), now)
    return "swapped"


def swap_seen(first: str, second: str, one: str, other: str, now: datetime) -> str:
    from answers.bank import edit

    try:
        edit.swap_products(int(first), int(second), now, seen={int(first): one, int(second): other})
    except (edit.Refused, edit.Stale) as refusal:
        return type(refusal).__name__
    return "swapped"


def move_seen(number: str, to_number: str, seen: str, now: datetime) -> str:
    from answers.bank import edit

    try:
        edit.move_product(int(number), int(to_number), now, seen={int(number): seen})
    except edit.Stale as stale:
        return type(stale).__name__
    return "moved"


def load_seen(file: str, seen: str, now: datetime) -> str:
    from answers.bank.apply import load_bank
    from answers.bank.parse import parse_bank
    from answers.bank.refusals import Stale

    rows = parse_bank(Path(file).read_bytes(), file).rows
    try:
        return json.dumps(load_bank(rows, now, replace=True, seen=seen).counts)
    except Stale as stale:
        return type(stale).__name__


ACTIONS = {
    each.__name__: each
    for each in (load, load_unlocked, load_seen, change, swap, swap_seen, move_seen)
}

if __name__ == "__main__":
    django.setup()
    connection.ensure_connection()
    now_text, action, *arguments = sys.argv[1:]
    sys.stdout.write("ready\n")
    sys.stdout.flush()
    said = ACTIONS[action](*arguments, datetime.fromisoformat(now_text))
    sys.stdout.write(said + "\n")
