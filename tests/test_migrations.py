"""Migrations must be safe while the version before still runs: expand first, contract later.

After the first migration of an app an operation that breaks the old code (or its writes) is
refused. Where one is meant, the migration says why in a class attribute:
`safe_because = "no released version reads the column since 1.4"`.
"""

import pytest
from django.db import models
from django.db.migrations import operations as op
from django.db.migrations.loader import MigrationLoader

pytestmark = pytest.mark.engine_free

APPS = {"answers", "leases", "stats"}
TAKES_AWAY = (
    *(op.RemoveField, op.DeleteModel, op.RenameField, op.RenameModel, op.AlterModelTable),
    *(op.AlterUniqueTogether, op.AlterIndexTogether),
)


def unsafe(operation):
    """Why the version before would break on it; an empty text when it would not."""
    if isinstance(operation, TAKES_AWAY):
        return f"{type(operation).__name__} takes away what the old code uses"
    if isinstance(operation, op.AddField) and not writable_without(operation.field):
        return "the old code doesn't write the new column: give it null=True or db_default"
    if isinstance(operation, op.AlterField) and not writable_without(operation.field):
        return "AlterField may refuse what the old code writes: say why it does not"
    if isinstance(operation, op.AddConstraint):
        return "AddConstraint may refuse what the old code writes: say why it does not"
    if isinstance(operation, (op.RunSQL, op.RunPython)):
        return f"{type(operation).__name__} can't be judged: say why it is safe"
    return ""


def writable_without(field):
    return field.null or field.has_db_default() or field.many_to_many


def findings(migrations):
    return [
        f"{migration.app_label}.{migration.name}: {reason}"
        for migration in migrations
        if not migration.initial and not getattr(migration, "safe_because", "")
        for reason in map(unsafe, migration.operations)
        if reason
    ]


def test_own_migrations_are_safe_while_the_old_version_runs():
    loader = MigrationLoader(None)
    own = [each for (app, _), each in loader.disk_migrations.items() if app in APPS]
    assert len(own) >= 3
    assert findings(own) == []


@pytest.mark.parametrize(
    ("operation", "is_safe"),
    [
        (op.AddField("puzzle", "x", models.IntegerField(null=True)), True),
        (op.AddField("puzzle", "x", models.IntegerField(db_default=0)), True),
        (op.AddField("puzzle", "x", models.IntegerField(default=0)), False),
        (op.AddField("puzzle", "x", models.CharField(max_length=9, blank=True)), False),
        (op.AlterField("puzzle", "name", models.CharField(max_length=9)), False),
        (op.RemoveField("puzzle", "name"), False),
        (op.RenameField("puzzle", "name", "title"), False),
        (op.RenameModel("Puzzle", "Riddle"), False),
        (op.DeleteModel("Puzzle"), False),
        (op.AlterModelTable("puzzle", "riddles"), False),
        (op.RunSQL("DROP TABLE puzzles"), False),
        (op.AlterModelOptions("puzzle", {"ordering": ["day"]}), True),
        (op.AddIndex("puzzle", models.Index(fields=["day"], name="x")), True),
    ],
)
def test_rules(operation, is_safe):
    assert (unsafe(operation) == "") is is_safe


def test_a_migration_may_say_why_it_is_safe():
    from django.db.migrations import Migration

    migration = Migration("0002_x", "answers")
    migration.operations = [op.RemoveField("puzzle", "name")]
    assert len(findings([migration])) == 1
    migration.safe_because = "nothing reads it"
    assert findings([migration]) == []
