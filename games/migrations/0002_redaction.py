"""A name can be taken out of the notes on entries; which device confirmed is kept (docs/developers/adr/0039).

`note` and `device` of an entry may change while its match stands in `games_redaction`; everything else of it never.
"""

import django.db.models.deletion
from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

REFUSAL = "an entry is never changed or deleted; write a revision"
KEPT = "id, match_id, number, revision, version, kind, payload, player_id, recorded_by_id, recorded_at, received_at"
REDACTING = "EXISTS (SELECT 1 FROM games_redaction WHERE match_id = OLD.match_id)"
ERASING = "SELECT 1 FROM games_erasure JOIN games_match ON games_match.club_id = games_erasure.club_id WHERE games_match.id = OLD.match_id"
WITHDRAWING = "SELECT 1 FROM games_withdrawal JOIN games_match ON games_match.batch = games_withdrawal.batch WHERE games_match.id = OLD.match_id"


def stays(may_change: str) -> str:
    return f"""CREATE OR REPLACE FUNCTION games_entry_stays() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        IF TG_OP = 'DELETE' AND (EXISTS ({ERASING}) OR EXISTS ({WITHDRAWING})) THEN RETURN OLD; END IF;
        {may_change}
        RAISE EXCEPTION '{REFUSAL}' USING ERRCODE = 'integrity_constraint_violation';
    END $$"""


SAME = "to_jsonb(NEW) - 'note' - 'device' = to_jsonb(OLD) - 'note' - 'device'"
OPENED = {
    "sqlite": [
        "DROP TRIGGER entries_are_never_changed",
        f"""CREATE TRIGGER entries_are_never_changed BEFORE UPDATE OF {KEPT} ON games_entry
        BEGIN SELECT RAISE(ABORT, '{REFUSAL}'); END""",
        f"""CREATE TRIGGER notes_are_only_redacted BEFORE UPDATE OF note, device ON games_entry WHEN NOT ({REDACTING})
        BEGIN SELECT RAISE(ABORT, '{REFUSAL}'); END""",
    ],
    "postgresql": [stays(f"IF TG_OP = 'UPDATE' AND {REDACTING} AND {SAME} THEN RETURN NEW; END IF;")],
}
SHUT = {
    "sqlite": [
        "DROP TRIGGER notes_are_only_redacted",
        "DROP TRIGGER entries_are_never_changed",
        f"""CREATE TRIGGER entries_are_never_changed BEFORE UPDATE ON games_entry
        BEGIN SELECT RAISE(ABORT, '{REFUSAL}'); END""",
    ],
    "postgresql": [stays("")],
}


def open_notes(apps: Apps, editor: BaseDatabaseSchemaEditor) -> None:
    for statement in OPENED[editor.connection.vendor]:
        editor.execute(statement)


def shut_notes(apps: Apps, editor: BaseDatabaseSchemaEditor) -> None:
    for statement in SHUT[editor.connection.vendor]:
        editor.execute(statement)


class Migration(migrations.Migration):
    dependencies = [("games", "0001_initial")]

    operations = [
        migrations.CreateModel(
            name="Redaction",
            fields=[
                (
                    "match",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        serialize=False,
                        to="games.match",
                    ),
                ),
            ],
        ),
        migrations.AddField("confirmation", "browser", models.UUIDField(blank=True, null=True)),
        migrations.RunPython(open_notes, shut_notes),
    ]
