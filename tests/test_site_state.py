import pytest
from django.db import IntegrityError, connections, transaction

from answers.models import SiteState

pytestmark = pytest.mark.django_db(transaction=True, databases=["default", "publisher"])


def test_migrated_database_has_the_row_with_a_random_token():
    state = SiteState.objects.get()
    assert (state.id, state.publication_revision, len(state.commit_token)) == (1, 0, 32)


def test_flush_makes_a_new_token():
    # The flush between transactional tests removes the row; post_migrate brings it back.
    from django.core.management import call_command

    before = SiteState.objects.get().commit_token
    call_command("flush", interactive=False, verbosity=0)
    assert SiteState.objects.get().commit_token != before


def test_there_is_only_one_site():
    with pytest.raises(IntegrityError), transaction.atomic():
        SiteState.objects.create(id=2, commit_token="x")


def test_publisher_connection_is_another_connection_to_the_same_database():
    first, second = connections["default"], connections["publisher"]
    assert first is not second
    SiteState.objects.using("publisher").update(publication_revision=7)
    assert SiteState.objects.get().publication_revision == 7
