#!/usr/bin/env python
"""Entry of every management command; a wrong setting ends in one sentence, not a traceback."""

import os
import sys

from django.core.exceptions import ImproperlyConfigured
from django.core.management import execute_from_command_line


def main() -> None:
    if sys.stdout is None:  # closed by whoever calls, as `>&-` in a cron line does
        sys.stdout = open(os.devnull, "w")  # noqa: SIM115, PTH123
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "costcodle.settings")
    try:
        execute_from_command_line(sys.argv)
    except ImproperlyConfigured as error:
        sys.stderr.write(f"{error}\n")
        sys.exit(2)


if __name__ == "__main__":
    main()
