from django.urls import path

import answers.urls  # noqa: F401  registers the converter `number`
from stats import views

urlpatterns = [
    path("stats/", views.today, name="stats"),
    path("stats/<number:number>/", views.day, name="stats-day"),
    path("stats/<number:number>.json", views.day_json, name="stats-json"),
]
