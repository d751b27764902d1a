"""The pictures under /media/, served by the app itself; a proxy or a bucket may take over."""

from django.core.files.storage import default_storage
from django.http import FileResponse, Http404, HttpRequest
from django.http.response import HttpResponseBase
from django.utils.cache import get_conditional_response
from django.views.decorators.http import require_safe

# All names that this package writes, and nothing else: no folders, no other files.
NAMES = r"photos/[0-9a-f]{32}-[1-9][0-9]{1,3}\.(?:webp|jpg)|cards/[0-9a-f]{32}\.jpg"
TYPES = {"webp": "image/webp", "jpg": "image/jpeg"}


@require_safe
def media(request: HttpRequest, name: str) -> HttpResponseBase:
    """One stored picture. Its name stands for its bytes, so the name is its ETag as well."""
    if not default_storage.exists(name):
        raise Http404
    etag = f'"{name}"'
    response: HttpResponseBase = get_conditional_response(request, etag=etag) or FileResponse(
        default_storage.open(name), content_type=TYPES[name.rpartition(".")[2]]
    )
    response["ETag"] = etag
    response["Cache-Control"] = "public, max-age=31536000, immutable"
    response["X-Content-Type-Options"] = "nosniff"
    return response
