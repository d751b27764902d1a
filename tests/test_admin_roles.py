"""The groups of the admin and what they hold; what each may open stands in test_admin_access."""

import pytest
from django.contrib.auth.models import Group, Permission
from django.core.management import call_command

from costcodle.roles import ROLES

pytestmark = pytest.mark.django_db


def rights_of(name: str) -> set[str]:
    rights = Group.objects.get(name=name).permissions
    pairs = rights.values_list("content_type__app_label", "codename")
    return {f"{label}.{codename}" for label, codename in pairs}


@pytest.mark.parametrize("name", ROLES)
def test_a_migrated_database_has_the_group_with_exactly_its_rights(name: str):
    assert rights_of(name) == set(ROLES[name])


def test_only_the_publisher_may_publish_and_only_the_editor_may_write_the_bank():
    assert [name for name in ROLES if "answers.publish_publicationitem" in rights_of(name)] == [
        "Publisher"
    ]
    assert [name for name in ROLES if "answers.change_puzzle" in rights_of(name)] == ["Editor"]


def test_a_right_that_the_operator_added_stays():
    added = Permission.objects.get(codename="view_user")
    Group.objects.get(name="Viewer").permissions.add(added)
    call_command("migrate", verbosity=0)
    assert rights_of("Viewer") == {*ROLES["Viewer"], "auth.view_user"}


@pytest.mark.django_db(transaction=True)
def test_a_flushed_database_has_the_groups_again():
    call_command("flush", interactive=False, verbosity=0)
    assert {name: rights_of(name) for name in ROLES} == {
        name: set(wanted) for name, wanted in ROLES.items()
    }
