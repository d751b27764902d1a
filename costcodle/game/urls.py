from django.urls import path

from costcodle.game import carry, pages, views

urlpatterns = [
    path("", pages.home, name="home"),
    path("play/", views.play, name="play"),
    path("play/forget/", carry.forget, name="forget"),
    path("play/restore/", carry.restore, name="restore"),
    path("how-to-play/", pages.how_to_play, name="how_to_play"),
    path("privacy/", pages.privacy, name="privacy"),
    path("manifest.webmanifest", pages.manifest, name="manifest"),
]
