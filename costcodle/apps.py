"""The site's own app, and the admin with our front page instead of Django's."""

from axes import apps as axes_apps
from django.apps import AppConfig, apps
from django.contrib.admin import apps as admin_apps
from django.db.models.signals import post_migrate
from django_otp.plugins.otp_totp import apps as totp_apps

from costcodle import checks  # noqa: F401  registers them
from costcodle.edge import checks as edge_checks  # noqa: F401  registers them
from costcodle.error_reports import start_error_reports
from costcodle.roles import ensure_groups


class CostcodleConfig(AppConfig):
    name = "costcodle"
    verbose_name = "Costcodle"

    def ready(self) -> None:
        start_error_reports()
        # An app without models gets no signal of its own. Auth stands behind our apps in
        # INSTALLED_APPS, so their permissions are there when its turn comes.
        post_migrate.connect(ensure_groups, sender=apps.get_app_config("auth"))


class CostcodleAdminConfig(admin_apps.AdminConfig):
    default = False
    default_site = "costcodle.admin_site.CostcodleAdminSite"


class LoginLocksConfig(axes_apps.AppConfig):
    default = False
    verbose_name = "Logins and lock-outs"


class OneTimeCodesConfig(totp_apps.DefaultConfig):
    default = False
    verbose_name = "One-time codes"
