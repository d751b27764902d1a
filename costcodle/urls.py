from django.conf import settings
from django.contrib import admin
from django.urls import include, path, re_path

from answers.photos.media import NAMES, media
from costcodle.health import livez, readyz
from costcodle.metrics import metrics

urlpatterns = [
    path("", include("costcodle.game.urls")),
    path("", include("answers.urls")),
    path("", include("stats.urls")),
    re_path(rf"^media/(?P<name>{NAMES})\Z", media, name="media"),
    path("livez", livez),
    path("readyz", readyz),
    path("metrics", metrics),
    path(settings.ADMIN_PATH, admin.site.urls),
]

handler400 = "costcodle.errors.bad_request"
handler403 = "costcodle.errors.permission_denied"
handler404 = "costcodle.errors.page_not_found"
handler500 = "costcodle.unavailable.server_error"
