"""Entries are written once: the database itself refuses to change or delete them (docs/adr/0001).

The one way out is `games_erasure`: while a club's row stands there, that club's entries may go with it.
"""

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

REFUSAL = "an entry is never changed or deleted; write a revision"
ERASING = "SELECT 1 FROM games_erasure JOIN games_match ON games_match.club_id = games_erasure.club_id WHERE games_match.id = OLD.match_id"

SQLITE = [
    f"""CREATE TRIGGER entries_are_never_changed BEFORE UPDATE ON games_entry
        BEGIN SELECT RAISE(ABORT, '{REFUSAL}'); END""",
    f"""CREATE TRIGGER entries_are_never_deleted BEFORE DELETE ON games_entry WHEN NOT EXISTS ({ERASING})
        BEGIN SELECT RAISE(ABORT, '{REFUSAL}'); END""",
]
POSTGRESQL = [
    f"""CREATE FUNCTION games_entry_stays() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            IF TG_OP = 'DELETE' AND EXISTS ({ERASING}) THEN RETURN OLD; END IF;
            RAISE EXCEPTION '{REFUSAL}' USING ERRCODE = 'integrity_constraint_violation';
        END $$""",
    """CREATE TRIGGER entries_stay BEFORE UPDATE OR DELETE ON games_entry
        FOR EACH ROW EXECUTE FUNCTION games_entry_stays()""",
]
FORWARDS = {"sqlite": SQLITE, "postgresql": POSTGRESQL}
BACKWARDS = {
    "sqlite": ["DROP TRIGGER entries_are_never_changed", "DROP TRIGGER entries_are_never_deleted"],
    "postgresql": ["DROP TRIGGER entries_stay ON games_entry", "DROP FUNCTION games_entry_stays()"],
}


def guard(apps: Apps, editor: BaseDatabaseSchemaEditor) -> None:
    for statement in FORWARDS[editor.connection.vendor]:
        editor.execute(statement)


def unguard(apps: Apps, editor: BaseDatabaseSchemaEditor) -> None:
    for statement in BACKWARDS[editor.connection.vendor]:
        editor.execute(statement)


class Migration(migrations.Migration):
    dependencies = [("games", "0002_initial")]
    operations = [migrations.RunPython(guard, unguard)]
