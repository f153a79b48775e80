"""What was over so far was complete and final at the same moment.

SQLite makes the table of matches anew, which it refuses while the trigger on the entries reads it; so that is put aside.
"""

from importlib import import_module

import django.db.models.deletion
import django.utils.timezone
from django.apps.registry import Apps
from django.conf import settings
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

CHOICES = [
    (0, "nobody: it is final with its last line"),
    (1, "one player who did not keep the score"),
    (2, "everybody who still sits at the table"),
]
KINDS = [
    ("confirmed", "it is right"),
    ("objected", "something is wrong"),
    ("settled", "an organiser settled it"),
    ("kept", "corrected by an organiser, and final still"),
]
OF_A_SEAT = models.Q(("kind__in", ("confirmed", "objected")), ("player__isnull", False), ("position__isnull", False))
OF_AN_ORGANISER = models.Q(("kind__in", ("settled", "kept")), ("player__isnull", True), ("position__isnull", True))
PLAYED = "UPDATE games_match SET played_at = finished_at WHERE finished_at IS NOT NULL"


def put_the_trigger_aside(apps: Apps, editor: BaseDatabaseSchemaEditor) -> None:
    if editor.connection.vendor == "sqlite":
        editor.execute("DROP TRIGGER entries_are_never_deleted")


def put_it_back(apps: Apps, editor: BaseDatabaseSchemaEditor) -> None:
    if editor.connection.vendor == "sqlite":
        before = import_module("games.migrations.0006_imports_go")
        editor.execute(before.sqlite(f"EXISTS ({before.ERASING}) OR EXISTS ({before.UNDOING})")[1])


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0007_pencils"),
        ("leagues", "0004_confirming"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.RunPython(put_the_trigger_aside, put_it_back),
        migrations.AddField("match", "confirm", models.PositiveSmallIntegerField(choices=CHOICES, default=0)),
        migrations.AddField("match", "door", models.UUIDField(blank=True, null=True, unique=True)),
        migrations.AddField("match", "played_at", models.DateTimeField(blank=True, null=True)),
        migrations.AddConstraint(
            "match",
            models.CheckConstraint(condition=models.Q(("confirm__in", [0, 1, 2])), name="a_match_s_known_confirmation"),
        ),
        migrations.CreateModel(
            name="Confirmation",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("kind", models.CharField(choices=KINDS, max_length=9)),
                ("position", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("sheet", models.PositiveIntegerField()),
                ("totals", models.JSONField(default=list)),
                ("version", models.PositiveIntegerField()),
                ("note", models.CharField(blank=True, max_length=300)),
                ("device", models.CharField(blank=True, max_length=60)),
                ("recorded_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("withdrawn_at", models.DateTimeField(blank=True, null=True)),
                (
                    "match",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="confirmations", to="games.match"
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="leagues.player",
                    ),
                ),
                (
                    "recorded_by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["version", "pk"],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(OF_A_SEAT, OF_AN_ORGANISER, _connector="OR"), name="a_seat_or_an_organiser"
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("withdrawn_at__isnull", True)),
                        fields=("match", "position"),
                        name="a_seat_says_one_thing",
                    ),
                ],
            },
        ),
        migrations.RunPython(put_it_back, put_the_trigger_aside),
        migrations.RunSQL(PLAYED, migrations.RunSQL.noop),
    ]
