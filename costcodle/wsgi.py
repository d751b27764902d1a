"""The WSGI entry: any WSGI server can run it, and N processes on N ports are N edges."""

import os
import sys

import django
from django.core.exceptions import ImproperlyConfigured

from costcodle.handler import Handler
from costcodle.sqlite import FileConnection

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "costcodle.settings")
FileConnection.creates = False
try:
    django.setup(set_prefix=False)
    # Before the application: WhiteNoise lists the files when the middleware is made.
    from costcodle.static_files import collect_static_files

    collect_static_files()
    application = Handler()
except ImproperlyConfigured as error:
    sys.exit(str(error))
