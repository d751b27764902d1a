"""The WSGI entry: any WSGI server can run it, and N processes on N ports are N edges."""

import os
import sys

from django.core.exceptions import ImproperlyConfigured
from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "costcodle.settings")
try:
    application = get_wsgi_application()
except ImproperlyConfigured as error:
    sys.exit(str(error))
