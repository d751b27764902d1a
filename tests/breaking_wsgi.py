"""The site with one more page, whose view breaks with every secret within reach."""

import logging

from django.conf import settings
from django.db import connection
from django.http import HttpRequest
from django.urls import get_resolver, path
from django.views.decorators.csrf import csrf_exempt

from costcodle.wsgi import application

__all__ = ["application"]


@csrf_exempt
def break_down(request: HttpRequest) -> None:
    key, database = settings.SECRET_KEY, connection.settings_dict
    cookies, form = request.COOKIES, request.POST
    # As Django logs a form without its token.
    logging.getLogger("django.security.csrf").warning("a warning", extra={"request": request})
    size = len(f"{key}{database}{cookies}{form}")
    raise RuntimeError(f"the view broke over {size} characters")


get_resolver().url_patterns.append(path("broken/", break_down))
