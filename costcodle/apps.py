from django.apps import AppConfig


class CostcodleConfig(AppConfig):
    name = "costcodle"
    verbose_name = "Costcodle"
