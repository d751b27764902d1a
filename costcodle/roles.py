"""The three groups of the admin and what each may do.

The groups are made after migrations, not inside one: permissions don't exist inside a fresh
migration, and a flushed test database loses them.
"""

from typing import Any

from django.apps import AppConfig
from django.apps import apps as installed_apps
from django.apps.registry import Apps

VIEW = (
    "answers.view_puzzle",
    "answers.view_publicationitem",
    "answers.view_answerpost",
    "answers.view_publicationlog",
    "answers.view_sitestate",
    "leases.view_joblease",
    "stats.view_dailyresult",
)
ROLES = {
    "Viewer": VIEW,
    "Editor": (*VIEW, "answers.add_puzzle", "answers.change_puzzle", "answers.delete_puzzle"),
    "Publisher": (*VIEW, "answers.publish_publicationitem"),
}


def ensure_groups(sender: AppConfig, using: str, apps: Apps = installed_apps, **_: Any) -> None:
    """Makes the groups of ROLES and gives each its permissions; takes none away.

    A permission that the operator added to a group stays.
    """
    try:
        groups = apps.get_model("auth", "Group")._default_manager.using(using)
        permissions = apps.get_model("auth", "Permission")._default_manager.using(using)
    except LookupError:  # a migration to a point before the auth tables
        return
    for name, wanted in ROLES.items():
        group, _made = groups.get_or_create(name=name)
        for permission in wanted:
            label, codename = permission.split(".")
            found = permissions.filter(content_type__app_label=label, codename=codename)
            group.permissions.add(*found)
