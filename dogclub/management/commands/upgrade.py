"""Converts a database of version 0.1: tables get the names of their new packages, rows stay as they are.

Everything happens in one transaction, on SQLite and on PostgreSQL.
"""

from typing import Any

from django.apps import apps
from django.contrib.contenttypes.models import ContentType
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import connection
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations import RunPython
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.db.models import SET_NULL, ForeignKey, Index

from clubs.models import Night, User
from dogclub.database import LAST_OF_0_1
from dogclub.models import ImportBatch
from games.models import Match, ScorekeeperLock, Withdrawal

PACKAGES = ("clubs", "games", "leagues", "dogclub")
# Former names of renamed models; the others only moved to another package.
CALLED = {
    "ApiKey": "Key",
    "CallOut": "Shout",
    "ImportBatch": "Import",
    "ScorekeeperLock": "Pencil",
    "Webhook": "Hook",
}
# Models that were in the package `leagues`; all others were in `games`.
IN_LEAGUES = ("clubs.", "leagues.Playoff", "leagues.Standing", "leagues.Trophy")
COLUMNS = (
    (Match, "door", "confirm_token"),
    (ScorekeeperLock, "half", "unsaved_form"),
    (ScorekeeperLock, "half_at", "unsaved_at"),
)
TRIGGERS = {
    "sqlite": ["DROP TRIGGER entries_are_never_changed", "DROP TRIGGER entries_are_never_deleted"],
    "postgresql": ["DROP TRIGGER entries_stay ON games_entry", "DROP FUNCTION games_entry_stays()"],
}


class NotThatVersion(Exception):
    """The database is not a fully migrated one of version 0.1; the message says what to do."""


def is_from_0_1() -> bool:
    """Whether all migrations of version 0.1 are applied, and none of this version."""
    applied = set(MigrationRecorder(connection).applied_migrations())
    return applied >= LAST_OF_0_1 and not any(app == "clubs" for app, _ in applied)


def upgrade() -> None:
    """Convert the database. Raises NotThatVersion, without writing, where it is not one of version 0.1."""
    if not is_from_0_1():
        raise NotThatVersion("This is no database of version 0.1, so there is nothing to bring over.")
    with connection.schema_editor() as editor:
        for statement in TRIGGERS[connection.vendor]:
            editor.execute(statement)
        _rename_tables(editor)
        _rename_columns(editor)
        editor.execute("DROP TABLE games_unimport")
        editor.create_model(Withdrawal)
        _loosen_the_batch(editor)
        _record(editor)


def _before(model: Any) -> tuple[str, str]:
    """Return the package and the name of the model in version 0.1."""
    label = f"{model._meta.app_label}.{model.__name__}"
    return "leagues" if label.startswith(IN_LEAGUES) else "games", CALLED.get(model.__name__, model.__name__)


def _table_before(model: Any) -> str:
    package, name = _before(model)
    return f"{package}_{name.lower()}"


def _models() -> list[Any]:
    """Return the models whose table existed in version 0.1."""
    ours = [model for package in PACKAGES for model in apps.get_app_config(package).get_models()]
    there = set(connection.introspection.table_names())
    return [model for model in ours if model is not Withdrawal and _table_before(model) in there]


def _rename_tables(editor: BaseDatabaseSchemaEditor) -> None:
    for model in _models():
        package, name = _before(model)
        _rename(editor, model, f"{package}_{name.lower()}")
        ContentType.objects.filter(app_label=package, model=name.lower()).update(
            app_label=model._meta.app_label, model=model._meta.model_name
        )
    for field in User._meta.local_many_to_many:
        through: Any = field.remote_field.through
        _rename(editor, through, f"leagues_user_{field.name}")


def _rename(editor: BaseDatabaseSchemaEditor, model: Any, old: str) -> None:
    if old != model._meta.db_table:
        editor.alter_db_table(model, old, model._meta.db_table)


def _rename_columns(editor: BaseDatabaseSchemaEditor) -> None:
    for model, old, new in COLUMNS:
        editor.execute(f"ALTER TABLE {model._meta.db_table} RENAME COLUMN {old} TO {new}")
    index = next(each for each in Night._meta.indexes if each.name == "nights_of_a_club")
    editor.remove_index(Night, Index(fields=index.fields, name="leagues_nig_club_id_e61c00_idx"))
    editor.add_index(Night, index)


def _loosen_the_batch(editor: BaseDatabaseSchemaEditor) -> None:
    """Turn the foreign key from match to import into a plain key, since imports are now in a package above games.

    SQLite copies the table for this, with the columns of the first migration; later migrations add theirs.
    """
    state = MigrationLoader(connection).project_state(("games", "0001_initial"))
    first: Any = state.apps.get_model("games", "Match")
    old: Any = ForeignKey(ImportBatch, SET_NULL, null=True)
    old.set_attributes_from_name("bundle")
    old.model = first
    editor.alter_field(first, old, first._meta.get_field("batch"))


def _record(editor: BaseDatabaseSchemaEditor) -> None:
    """Record the first migrations of this version as applied, and create the triggers they would have created."""
    recorder = MigrationRecorder(connection)
    recorder.migration_qs.filter(app__in=("leagues", "games")).delete()
    for package in PACKAGES:
        recorder.record_applied(package, "0001_initial")
    state = (loader := MigrationLoader(connection)).project_state()
    steps = loader.get_migration("games", "0001_initial").operations
    for guard in (step for step in steps if isinstance(step, RunPython)):
        guard.database_forwards("games", editor, state, state)


# `./run upgrade-from-0.1`: converts a database of version 0.1 to this version.


RECALCULATED = (
    "Shares of points are rounded since version 0.1, so that all figures are calculated again. What differed:"
)


class Command(BaseCommand):
    help = "Brings a database of version 0.1 over to this version; all of it or nothing."
    requires_system_checks = []
    requires_migrations_checks = False

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            upgrade()
        except NotThatVersion as wrong:
            raise CommandError(str(wrong)) from wrong
        # The later migrations; if interrupted here, the next start runs them.
        call_command("migrate", verbosity=0, interactive=False)
        self.stdout.write(RECALCULATED)
        call_command("rescore", stdout=self.stdout, stderr=self.stderr)
        self.stdout.write("The database is one of this version now. ./run starts it.")
