"""The pictures under /media/, served by the app itself; a proxy or a bucket may take over."""

import logging
from http import HTTPStatus

from django.http import FileResponse, Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils.cache import get_conditional_response
from django.views.decorators.http import require_safe

from answers.photos.storage import open_stored

logger = logging.getLogger("costcodle.photos")

# All names that this package writes, and nothing else: no folders, no other files.
NAMES = r"photos/[0-9a-f]{32}-[1-9][0-9]{1,3}\.(?:webp|jpg)|cards/[0-9a-f]{32}\.jpg"
TYPES = {"webp": "image/webp", "jpg": "image/jpeg"}


@require_safe
def media(request: HttpRequest, name: str) -> HttpResponseBase:
    """One stored picture. Its name stands for its bytes, so the name is its ETag as well."""
    try:
        file = open_stored(name)
    except FileNotFoundError:
        raise Http404 from None
    except OSError as error:
        logger.error("%s can't be read: %s", request.path, error)
        return HttpResponse(
            "The picture can’t be read right now.",
            content_type="text/plain; charset=utf-8",
            status=HTTPStatus.SERVICE_UNAVAILABLE,
            headers={"Cache-Control": "no-store", "Retry-After": "10"},
        )
    etag = f'"{name}"'
    response: HttpResponseBase | None = get_conditional_response(request, etag=etag)
    if response:
        file.close()
    else:
        response = FileResponse(file, content_type=TYPES[name.rpartition(".")[2]])
    response["ETag"] = etag
    response["Cache-Control"] = "public, max-age=31536000, immutable"
    response["X-Content-Type-Options"] = "nosniff"
    return response
