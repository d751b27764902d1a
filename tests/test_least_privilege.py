"""The whole site under the roles of deploy/postgresql, and what these roles can't do."""

import subprocess
import sys

import psycopg
import pytest

from tests.make import ROOT, process_environment, run_manage
from tests.postgresql import Postgresql

pytestmark = [
    pytest.mark.django_db(transaction=True, databases=["default", "publisher"]),
    pytest.mark.only("postgresql"),  # roles are PostgreSQL's
]
# Django started as a server starts it, static files included; then the walk.
WALK = """
import pathlib, sys
import costcodle.wsgi
from tests.walk_under_roles import main
main(pathlib.Path(sys.argv[1]))
"""
WRITES = ["INSERT", "UPDATE", "DELETE", "TRUNCATE"]


@pytest.fixture(scope="module")
def roles(django_db_setup):
    """A database of its own, made as docs/operations.md says: roles, migrate, grants."""
    server = Postgresql()
    server.psql("--file", "deploy/postgresql/roles.sql")
    try:
        done = run_manage("migrate", DATABASE_URL=server.url("costcodle", "costcodle"))
        assert done.returncode == 0, done.stderr
        for _ in range(2):  # safe to run again
            server.psql(
                *("--file", "deploy/postgresql/grants.sql"), user="costcodle", database="costcodle"
            )
        yield server
    finally:
        server.psql("--command", "DROP DATABASE costcodle WITH (FORCE)")
        for role in ("costcodle_web", "costcodle_publisher", "costcodle"):
            server.psql("--command", f"DROP ROLE {role}")


def test_the_whole_site_works_under_the_roles(roles, tmp_path):
    done = subprocess.run(
        [sys.executable, "-c", WALK, str(tmp_path)],
        cwd=ROOT,
        env=process_environment(
            DATABASE_URL=roles.url("costcodle_web", "costcodle"),
            PUBLISHER_DATABASE_URL=roles.url("costcodle_publisher", "costcodle"),
            ALLOWED_HOSTS="127.0.0.1",
            SITE_ORIGIN="http://127.0.0.1",
        ),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr


def rights(roles, role):
    """What a role may write: {table: {privileges}}, columns included."""
    query = """
        SELECT c.relname, p.name FROM pg_class c CROSS JOIN unnest(%s::text[]) AS p (name)
        WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace
          AND (has_table_privilege(%s, c.oid, p.name)
               OR (p.name IN ('INSERT', 'UPDATE') AND has_any_column_privilege(%s, c.oid, p.name)))
    """
    found = {}
    with psycopg.connect(roles.url("costcodle", "costcodle")) as connection:
        for table, privilege in connection.execute(query, [WRITES, role, role]):
            found.setdefault(table, set()).add(privilege)
    return found


def test_web_writes_no_page_log_revision_ledger_or_lease(roles):
    allowed = rights(roles, "costcodle_web")
    assert allowed["puzzles"] == {"INSERT", "UPDATE", "DELETE"}
    assert allowed["daily_results"] == {"INSERT"}
    assert allowed["django_admin_log"] == {"INSERT", "DELETE"}
    for table in ("answer_posts", "publication_log", "site_state", "publication_items"):
        assert table not in allowed
    assert not {"job_leases", "django_migrations", "django_content_type"} & allowed.keys()


def test_publisher_writes_only_what_it_publishes(roles):
    assert rights(roles, "costcodle_publisher") == {
        "puzzles": {"UPDATE"},  # one column, see below
        "publication_items": {"INSERT", "UPDATE"},
        "answer_posts": {"INSERT", "UPDATE"},
        "job_leases": {"INSERT", "UPDATE"},
        "publication_log": {"INSERT"},
        "site_state": {"UPDATE"},
    }


@pytest.mark.parametrize(
    ("role", "statement"),
    [
        ("costcodle_web", "UPDATE site_state SET publication_revision = 99"),
        ("costcodle_web", "DELETE FROM publication_log"),
        ("costcodle_web", "UPDATE answer_posts SET price_cents = 1"),
        ("costcodle_web", "UPDATE job_leases SET fence = 99"),
        ("costcodle_web", "UPDATE daily_results SET outcome = 'won'"),
        ("costcodle_web", "CREATE TABLE mine ()"),
        ("costcodle_publisher", "UPDATE puzzles SET price_cents = 1"),
        ("costcodle_publisher", "UPDATE publication_log SET reason = ''"),
        ("costcodle_publisher", "DELETE FROM answer_posts"),
        ("costcodle_publisher", "SELECT password FROM auth_user"),
    ],
)
def test_refused_by_the_database(roles, role, statement):
    with (
        psycopg.connect(roles.url(role, "costcodle")) as connection,
        pytest.raises(psycopg.errors.InsufficientPrivilege),
    ):
        connection.execute(statement)
