from django.urls import path, register_converter

from answers import views
from answers.numbers import NumberConverter

register_converter(NumberConverter, "number")

urlpatterns = [
    path("answers/", views.archive, name="archive"),
    path("answers/<number:number>/", views.answer, name="answer"),
]
