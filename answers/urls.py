from django.urls import path, register_converter

from answers import views
from answers.numbers import NumberConverter

register_converter(NumberConverter, "number")

urlpatterns = [
    path("answers/", views.archive, name="archive"),
    path("answers/<number:number>/", views.answer, name="answer"),
    path("feed.xml", views.feed, name="feed"),
    path("sitemap.xml", views.sitemap, name="sitemap"),
    path("sitemap-<number:number>.xml", views.sitemap_part, name="sitemap-part"),
    path("robots.txt", views.robots, name="robots"),
]
