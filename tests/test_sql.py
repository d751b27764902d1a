"""The loader of `.sql` files and the functions that run what it loads."""

import re

import pytest
from django.db import DatabaseError, connection, transaction
from django.db.transaction import TransactionManagementError

from answers.bank.locks import BANK
from answers.publishing.statements import STATEMENTS as PUBLISHING
from costcodle import sql
from costcodle.game.puzzles import STATEMENTS as PUZZLES
from leases.lease import STATEMENTS as LEASES
from stats.record import STATEMENTS as RESULTS
from tests.make import ROOT

# What the code runs, file by file.
IN_USE = {
    statements.path.relative_to(ROOT).as_posix(): statements
    for statements in (LEASES, PUBLISHING, BANK, RESULTS, PUZZLES)
}


@pytest.fixture
def load(tmp_path):
    """Loads statements from a text."""

    def write(text: str, *shared: sql.Statements, name: str = "some.sql") -> sql.Statements:
        path = tmp_path / name
        path.write_text(text, encoding="utf-8")
        return sql.Statements(path, *shared)

    return write


def test_finds_blocks_by_name_without_their_comments(load):
    statements = load(
        "-- What stands before the first block is for people.\n\n"
        "-- name: first\n-- What it does.\n-- A second line.\nSELECT 1\n  -- a remark\n  , 2\n\n"
        "-- name: second\n-- Something else.\nSELECT 3\n"
    )
    assert list(statements.blocks) == ["first", "second"]
    assert statements["first", "sqlite"] == "SELECT 1\n  , 2"
    assert statements["second", "postgresql"] == "SELECT 3"
    with pytest.raises(KeyError):
        statements["third", "sqlite"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("-- name: one\nSELECT 1\n", "some.sql: block one has no line of purpose"),
        ("-- name: one\n", "some.sql: block one has no line of purpose"),
        ("-- name: one\n-- Purpose.\n", "some.sql: block one is empty"),
        (
            "-- name: one\n-- Purpose.\nSELECT 1\n-- name: one\n-- Purpose.\nSELECT 2\n",
            "some.sql: block one stands twice",
        ),
        ("-- name: one\n-- Purpose.\n{one}\n", "some.sql: block one includes itself"),
        (
            "-- name: one\n-- Purpose.\n{two}\n-- name: two\n-- Purpose.\n{one}\n",
            "some.sql: block one includes itself",
        ),
        (
            "-- name: one\n-- Purpose.\nSELECT {two}\n",
            "some.sql: block one includes two, which is absent",
        ),
    ],
)
def test_faulty_file_is_refused_with_its_block(load, text, message):
    with pytest.raises(ValueError, match=f"^{re.escape(message)}$"):
        load(text)


def test_includes_fragments_of_its_own_and_of_shared_files(load):
    shared = load("-- name: held\n-- Condition.\n(a = {limit})\n-- name: limit\n-- Value.\n7\n")
    statements = load(
        "-- name: move\n-- Moves.\nUPDATE t SET b = {value} WHERE {held}\n"
        "-- name: value\n-- Value.\n3\n",
        shared,
        name="other.sql",
    )
    assert statements["move", "sqlite"] == "UPDATE t SET b = 3 WHERE (a = 7)"
    with pytest.raises(KeyError):  # a shared block is a fragment here, no statement
        statements["held", "sqlite"]


def test_name_of_a_shared_file_can_not_be_taken_again(load):
    shared = load("-- name: held\n-- Condition.\nTRUE\n")
    with pytest.raises(ValueError, match=r"^other\.sql: some\.sql has held too$"):
        load("-- name: held\n-- Condition.\nFALSE\n", shared, name="other.sql")


def test_locks_stand_on_postgresql_only(load):
    statements = load(
        "-- name: guard\n-- Condition.\nEXISTS (SELECT 1 FROM t {lock no key update})\n"
        "-- name: read\n-- Reads.\nSELECT 1 FROM u {lock share}\n"
    )
    assert "FOR NO KEY UPDATE" in statements["guard", "postgresql"]
    assert statements["read", "postgresql"].endswith("FOR SHARE")
    assert "FOR" not in statements["guard", "sqlite"] + statements["read", "sqlite"]


def test_every_file_of_sql_is_in_use():
    apps = ("answers", "costcodle", "leases", "stats")
    found = {path.relative_to(ROOT) for app in apps for path in (ROOT / app).rglob("*.sql")}
    assert {path.as_posix() for path in found} == IN_USE.keys()


@pytest.mark.parametrize("file", IN_USE)
def test_one_text_for_both_engines_but_for_locks(file):
    for block in IN_USE[file].blocks:
        on_postgresql = IN_USE[file][block, "postgresql"]
        without_locks = re.sub(r"FOR (NO KEY UPDATE|SHARE)\b", "", on_postgresql)
        assert without_locks == IN_USE[file][block, "sqlite"]
        # A brace that is left over is a fragment or a lock with a misspelt name.
        assert "{" not in on_postgresql


@pytest.fixture
def numbers(transactional_db):
    """A table `numbers` with a unique column, outside every transaction."""
    with connection.cursor() as cursor:
        cursor.execute("CREATE TABLE numbers (n integer PRIMARY KEY)")
    yield
    with connection.cursor() as cursor:
        cursor.execute("DROP TABLE numbers")


INSERT = "INSERT INTO numbers (n) VALUES (%(n)s)"
ALL = "SELECT n FROM numbers ORDER BY n"


def count() -> int:
    return len(sql.fetch_all(connection, ALL, {}))


def test_fetch_one_returns_the_row_or_none(numbers):
    assert sql.fetch_one(connection, ALL, {}) is None
    assert sql.execute(connection, INSERT, {"n": 4}) == 1
    assert sql.fetch_one(connection, ALL, {}) == (4,)


def test_fetch_one_refuses_two_rows(numbers):
    for n in (1, 2):
        sql.execute(connection, INSERT, {"n": n})
    with pytest.raises(ValueError, match="at most one row, got 2"):
        sql.fetch_one(connection, ALL, {})


def test_execute_counts_the_rows_that_it_wrote(numbers):
    for n in (1, 2, 3):
        sql.execute(connection, INSERT, {"n": n})
    assert sql.execute(connection, "DELETE FROM numbers WHERE n > %(n)s", {"n": 1}) == 2
    assert sql.execute(connection, "DELETE FROM numbers WHERE n > %(n)s", {"n": 1}) == 0


def test_values_are_bound_and_never_pasted(numbers):
    name = "it's {lock share} %s"
    assert sql.fetch_one(connection, "SELECT %(name)s || ''", {"name": name}) == (name,)


def test_run_in_order_returns_counts_and_rows_of_each(numbers):
    texts = [INSERT, "INSERT INTO numbers (n) VALUES (%(n)s + 1) RETURNING n", ALL]
    first, second, third = sql.run_in_order(connection, texts, {"n": 10})
    assert first == (1, [])
    assert second == (1, [(11,)])
    assert third[1] == [(10,), (11,)]


def test_run_in_order_goes_on_after_a_statement_that_wrote_nothing(numbers):
    texts = ["DELETE FROM numbers WHERE n = %(n)s", INSERT, ALL]
    outcomes = sql.run_in_order(connection, texts, {"n": 5})
    assert outcomes[:2] == [(0, []), (1, [])]
    assert outcomes[2][1] == [(5,)]


def test_error_in_the_middle_ends_the_rest_and_rolls_back_the_transaction(numbers):
    with pytest.raises(DatabaseError), transaction.atomic():
        sql.run_in_order(connection, [INSERT, INSERT, "DELETE FROM numbers"], {"n": 1})
    assert count() == 0


@pytest.mark.only("postgresql")
def test_outside_a_transaction_the_message_is_one_of_its_own(numbers):
    with pytest.raises(DatabaseError):
        sql.run_in_order(connection, [INSERT, INSERT], {"n": 1})
    assert count() == 0


@pytest.mark.only("postgresql")
def test_run_and_commit_refuses_to_commit_a_transaction_around_it(numbers):
    with pytest.raises(TransactionManagementError), transaction.atomic():
        sql.run_and_commit(connection, [INSERT], "SELECT 1", {"n": 1})
    assert sql.run_and_commit(connection, [INSERT, ALL], "SELECT 1", {"n": 2}) == [
        (1, []),
        (1, [(2,)]),
    ]


def test_returning_leaves_no_lock_behind(numbers):
    """On SQLite a RETURNING that isn't fetched to its end would keep the write lock."""
    text = "INSERT INTO numbers (n) VALUES (1), (2), (3) RETURNING n"
    with pytest.raises(ValueError, match="got 3"):
        sql.fetch_one(connection, text, {})
    assert count() == 3
    other = connection.copy()
    try:
        assert sql.execute(other, INSERT, {"n": 9}) == 1
    finally:
        other.close()
