from django.conf import settings
from django.contrib import admin
from django.urls import include, path

urlpatterns = [
    path("", include("answers.urls")),
    path(settings.ADMIN_PATH, admin.site.urls),
]

handler400 = "costcodle.errors.bad_request"
handler403 = "costcodle.errors.permission_denied"
handler404 = "costcodle.errors.page_not_found"
handler500 = "costcodle.errors.server_error"
