"""Entries stay for ever, but for two ways out: a club that goes as a whole, and an import that is undone as a whole."""

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

REFUSAL = "an entry is never changed or deleted; write a revision"
ERASING = "SELECT 1 FROM games_erasure JOIN games_match ON games_match.club_id = games_erasure.club_id WHERE games_match.id = OLD.match_id"
UNDOING = "SELECT 1 FROM games_unimport JOIN games_match ON games_match.bundle_id = games_unimport.bundle_id WHERE games_match.id = OLD.match_id"


def sqlite(ways: str) -> list[str]:
    return [
        "DROP TRIGGER entries_are_never_deleted",
        f"""CREATE TRIGGER entries_are_never_deleted BEFORE DELETE ON games_entry WHEN NOT ({ways})
        BEGIN SELECT RAISE(ABORT, '{REFUSAL}'); END""",
    ]


def postgresql(ways: str) -> list[str]:
    return [
        f"""CREATE OR REPLACE FUNCTION games_entry_stays() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            IF TG_OP = 'DELETE' AND ({ways}) THEN RETURN OLD; END IF;
            RAISE EXCEPTION '{REFUSAL}' USING ERRCODE = 'integrity_constraint_violation';
        END $$"""
    ]


WRITTEN = {"sqlite": sqlite, "postgresql": postgresql}


def open_the_way(apps: Apps, editor: BaseDatabaseSchemaEditor) -> None:
    for statement in WRITTEN[editor.connection.vendor](f"EXISTS ({ERASING}) OR EXISTS ({UNDOING})"):
        editor.execute(statement)


def close_it(apps: Apps, editor: BaseDatabaseSchemaEditor) -> None:
    for statement in WRITTEN[editor.connection.vendor](f"EXISTS ({ERASING})"):
        editor.execute(statement)


class Migration(migrations.Migration):
    dependencies = [("games", "0005_in_and_out")]
    operations = [migrations.RunPython(open_the_way, close_it)]
