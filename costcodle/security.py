"""The security headers of every response, constant strings: the same bytes in every process.

The edge cache stores them with the page, so hits and misses carry the same. Django's own
SecurityMiddleware adds nosniff, referrer policy, opener policy and HSTS.
"""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

# Nothing is allowed but files of this site. No 'unsafe-inline' and no nonce: a nonce would stand
# in a stored page, the same for everyone, and be worth nothing. Inline styles and scripts
# therefore don't work anywhere, the admin included.
CONTENT_SECURITY_POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' blob:",  # blob: the preview of a photo that is about to be uploaded
        "font-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "form-action 'self'",
        "frame-ancestors 'none'",
        "base-uri 'none'",
    )
)
# The game needs only the share sheet and the clipboard, which stay as browsers have them.
PERMISSIONS_POLICY = ", ".join(
    f"{feature}=()"
    for feature in (
        "accelerometer",
        "browsing-topics",
        "camera",
        "display-capture",
        "geolocation",
        "gyroscope",
        "magnetometer",
        "microphone",
        "midi",
        "payment",
        "usb",
    )
)


class SecurityHeadersMiddleware:
    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        response.headers["Content-Security-Policy"] = CONTENT_SECURITY_POLICY
        response.headers["Permissions-Policy"] = PERMISSIONS_POLICY
        return response
