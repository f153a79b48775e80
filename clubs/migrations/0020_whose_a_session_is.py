"""Add the account to sessions, in the table that Django’s own app has created if it was installed: all users stay
signed in."""

from typing import Any

from django.contrib.auth import SESSION_KEY
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.utils import timezone

from clubs.models import SessionStore

AT_ONCE = 500


def table(apps: Any, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Create the table, or add the column to it. Processes of the previous version can still use it."""
    session = apps.get_model("clubs", "Session")
    with schema_editor.connection.cursor() as cursor:
        is_there = session._meta.db_table in schema_editor.connection.introspection.table_names(cursor)
    if is_there:
        schema_editor.add_field(session, session._meta.get_field("account"))
    else:
        schema_editor.create_model(session)


def table_of_before(apps: Any, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Remove the column."""
    session = apps.get_model("clubs", "Session")
    schema_editor.remove_field(session, session._meta.get_field("account"))


def accounts(apps: Any, _: Any) -> None:
    """Fill in the account of each session from its data."""
    session, store = apps.get_model("clubs", "Session"), SessionStore()
    waiting = []
    for row in session.objects.filter(expire_date__gt=timezone.now()).iterator(AT_ONCE):
        if account := store.decode(row.session_data).get(SESSION_KEY):
            row.account = int(account)
            waiting.append(row)
    session.objects.bulk_update(waiting, ["account"], AT_ONCE)


class Migration(migrations.Migration):
    dependencies = [
        ("clubs", "0019_standings_clock"),
    ]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.CreateModel(
                    name="Session",
                    fields=[
                        (
                            "session_key",
                            models.CharField(
                                max_length=40, primary_key=True, serialize=False, verbose_name="session key"
                            ),
                        ),
                        ("session_data", models.TextField(verbose_name="session data")),
                        ("expire_date", models.DateTimeField(db_index=True, verbose_name="expire date")),
                        ("account", models.BigIntegerField(db_index=True, null=True)),
                    ],
                    options={
                        "verbose_name": "session",
                        "verbose_name_plural": "sessions",
                        "db_table": "django_session",
                        "abstract": False,
                    },
                ),
            ],
        ),
        migrations.RunPython(table, table_of_before, elidable=False),
        migrations.RunPython(accounts, migrations.RunPython.noop, elidable=False),
    ]
