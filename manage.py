#!/usr/bin/env python
"""Entry of every management command; a wrong setting ends in one sentence, not a traceback."""

import os
import sys

from django.core.exceptions import ImproperlyConfigured
from django.core.management import execute_from_command_line

from costcodle.sqlite import FileConnection

# Only these begin with an absent database: another command, in a moment when the SQLite file is
# away, would leave an empty one in its place.
MAKES_DATABASE = ("migrate", "makemigrations", "demo")


def main() -> None:
    if sys.stdout is None:  # closed by whoever calls, as `>&-` in a cron line does
        sys.stdout = open(os.devnull, "w")  # noqa: SIM115, PTH123
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "costcodle.settings")
    FileConnection.creates = sys.argv[1:2] != [] and sys.argv[1] in MAKES_DATABASE
    try:
        execute_from_command_line(sys.argv)
    except ImproperlyConfigured as error:
        sys.stderr.write(f"{error}\n")
        sys.exit(2)


if __name__ == "__main__":
    main()
