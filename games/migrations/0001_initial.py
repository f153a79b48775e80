"""The tables of a match, and the triggers that keep its entries.

Entries are written once: the database itself refuses to change or delete them (docs/developers/adr/0001). There are two ways out:
while a club's row stands in `games_erasure`, or a batch's in `games_withdrawal`, their entries may go (docs/developers/adr/0021).
"""

import uuid

import django.db.models.deletion
import django.utils.timezone
from django.apps.registry import Apps
from django.conf import settings
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

REFUSAL = "an entry is never changed or deleted; write a revision"
ERASING = "SELECT 1 FROM games_erasure JOIN games_match ON games_match.club_id = games_erasure.club_id WHERE games_match.id = OLD.match_id"
WITHDRAWING = "SELECT 1 FROM games_withdrawal JOIN games_match ON games_match.batch = games_withdrawal.batch WHERE games_match.id = OLD.match_id"
MAY_GO = f"EXISTS ({ERASING}) OR EXISTS ({WITHDRAWING})"
TRIGGERS = {
    "sqlite": [
        f"""CREATE TRIGGER entries_are_never_changed BEFORE UPDATE ON games_entry
        BEGIN SELECT RAISE(ABORT, '{REFUSAL}'); END""",
        f"""CREATE TRIGGER entries_are_never_deleted BEFORE DELETE ON games_entry WHEN NOT ({MAY_GO})
        BEGIN SELECT RAISE(ABORT, '{REFUSAL}'); END""",
    ],
    "postgresql": [
        f"""CREATE FUNCTION games_entry_stays() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            IF TG_OP = 'DELETE' AND ({MAY_GO}) THEN RETURN OLD; END IF;
            RAISE EXCEPTION '{REFUSAL}' USING ERRCODE = 'integrity_constraint_violation';
        END $$""",
        """CREATE TRIGGER entries_stay BEFORE UPDATE OR DELETE ON games_entry
        FOR EACH ROW EXECUTE FUNCTION games_entry_stays()""",
    ],
}
DROPPED = {
    "sqlite": ["DROP TRIGGER entries_are_never_changed", "DROP TRIGGER entries_are_never_deleted"],
    "postgresql": ["DROP TRIGGER entries_stay ON games_entry", "DROP FUNCTION games_entry_stays()"],
}


def guard(apps: Apps, editor: BaseDatabaseSchemaEditor) -> None:
    for statement in TRIGGERS[editor.connection.vendor]:
        editor.execute(statement)


def unguard(apps: Apps, editor: BaseDatabaseSchemaEditor) -> None:
    for statement in DROPPED[editor.connection.vendor]:
        editor.execute(statement)


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        ("clubs", "0001_initial"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Erasure",
            fields=[
                (
                    "club",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE, primary_key=True, serialize=False, to="clubs.club"
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Match",
            fields=[
                ("id", models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ("game", models.CharField(max_length=30)),
                ("table", models.CharField(blank=True, max_length=40)),
                ("options", models.JSONField(default=dict)),
                ("rule_version", models.CharField(max_length=20)),
                ("start_seats", models.PositiveSmallIntegerField()),
                ("for_trophy", models.BooleanField(default=True)),
                ("started_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("version", models.PositiveIntegerField(default=0)),
                ("batch", models.UUIDField(blank=True, db_index=True, null=True)),
                ("abandoned_at", models.DateTimeField(blank=True, null=True)),
                (
                    "confirm",
                    models.PositiveSmallIntegerField(
                        choices=[
                            (0, "nobody: it is final with its last line"),
                            (1, "one player who did not keep the score"),
                            (2, "everybody who still sits at the table"),
                        ],
                        default=0,
                    ),
                ),
                ("confirm_token", models.UUIDField(blank=True, null=True, unique=True)),
                ("played_at", models.DateTimeField(blank=True, null=True)),
                ("finished_at", models.DateTimeField(blank=True, null=True)),
                ("rounds", models.PositiveSmallIntegerField(default=0)),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="matches", to="clubs.club"
                    ),
                ),
                (
                    "created_by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "night",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="matches",
                        to="clubs.night",
                    ),
                ),
                (
                    "season",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="matches",
                        to="clubs.season",
                    ),
                ),
            ],
            options={
                "ordering": ["-started_at", "-id"],
            },
        ),
        migrations.CreateModel(
            name="Withdrawal",
            fields=[
                ("batch", models.UUIDField(primary_key=True, serialize=False)),
            ],
        ),
        migrations.CreateModel(
            name="Entry",
            fields=[
                ("id", models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ("number", models.PositiveIntegerField()),
                ("revision", models.PositiveIntegerField(default=1)),
                ("version", models.PositiveIntegerField()),
                ("kind", models.CharField(max_length=30)),
                ("payload", models.JSONField(null=True)),
                ("note", models.CharField(blank=True, max_length=300)),
                ("device", models.CharField(blank=True, max_length=60)),
                ("recorded_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("received_at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "player",
                    models.ForeignKey(
                        null=True, on_delete=django.db.models.deletion.PROTECT, related_name="+", to="clubs.player"
                    ),
                ),
                (
                    "recorded_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "match",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="entries", to="games.match"
                    ),
                ),
            ],
            options={
                "ordering": ["number", "revision"],
            },
        ),
        migrations.CreateModel(
            name="Confirmation",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("confirmed", "it is right"),
                            ("objected", "something is wrong"),
                            ("settled", "an organiser settled it"),
                            ("kept", "corrected by an organiser, and final still"),
                        ],
                        max_length=9,
                    ),
                ),
                ("position", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("sheet", models.PositiveIntegerField()),
                ("totals", models.JSONField(default=list)),
                ("version", models.PositiveIntegerField()),
                ("note", models.CharField(blank=True, max_length=300)),
                ("device", models.CharField(blank=True, max_length=60)),
                ("recorded_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("withdrawn_at", models.DateTimeField(blank=True, null=True)),
                (
                    "player",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="clubs.player",
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
                (
                    "match",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="confirmations", to="games.match"
                    ),
                ),
            ],
            options={
                "ordering": ["version", "pk"],
            },
        ),
        migrations.CreateModel(
            name="CallOut",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("term", models.CharField(max_length=30)),
                ("times", models.PositiveSmallIntegerField(default=1)),
                ("round", models.PositiveSmallIntegerField()),
                (
                    "player",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="shouts",
                        to="clubs.player",
                    ),
                ),
                (
                    "match",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="shouts", to="games.match"
                    ),
                ),
            ],
            options={
                "ordering": ["match", "term", "player"],
            },
        ),
        migrations.CreateModel(
            name="Seat",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("position", models.PositiveSmallIntegerField()),
                ("total", models.IntegerField(default=0)),
                ("place", models.PositiveSmallIntegerField(default=1)),
                ("is_winner", models.BooleanField(default=False)),
                ("is_loser", models.BooleanField(default=False)),
                ("feats", models.JSONField(default=dict)),
                (
                    "match",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="seats", to="games.match"
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="seats", to="clubs.player"
                    ),
                ),
            ],
            options={
                "ordering": ["position"],
            },
        ),
        migrations.CreateModel(
            name="TabletPass",
            fields=[
                ("id", models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ("label", models.CharField(blank=True, max_length=60)),
                ("created_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("taken_by", models.UUIDField(blank=True, null=True)),
                ("taken_at", models.DateTimeField(blank=True, null=True)),
                ("revoked_at", models.DateTimeField(blank=True, null=True)),
                (
                    "created_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "match",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="tablet_passes", to="games.match"
                    ),
                ),
            ],
            options={
                "ordering": ["-created_at"],
            },
        ),
        migrations.CreateModel(
            name="Tag",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("round", models.PositiveSmallIntegerField()),
                ("term", models.CharField(max_length=30)),
                ("tagged_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("removed_at", models.DateTimeField(blank=True, null=True)),
                (
                    "match",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="tags", to="games.match"
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.RESTRICT,
                        related_name="tags",
                        to="clubs.player",
                    ),
                ),
                (
                    "tagged_by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["tagged_at", "pk"],
            },
        ),
        migrations.CreateModel(
            name="Tally",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveSmallIntegerField()),
                ("points", models.IntegerField()),
                ("total", models.IntegerField()),
                ("place", models.PositiveSmallIntegerField()),
                ("facts", models.JSONField(default=dict)),
                (
                    "match",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="tallies", to="games.match"
                    ),
                ),
                (
                    "seat",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="tallies", to="games.seat"
                    ),
                ),
            ],
            options={
                "ordering": ["number", "seat"],
            },
        ),
        migrations.CreateModel(
            name="ScorekeeperLock",
            fields=[
                (
                    "match",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="scorekeeper_lock",
                        serialize=False,
                        to="games.match",
                    ),
                ),
                ("holder", models.UUIDField(blank=True, null=True)),
                ("label", models.CharField(blank=True, max_length=60)),
                ("taken_at", models.DateTimeField(blank=True, null=True)),
                ("unsaved_form", models.JSONField(default=dict)),
                ("unsaved_at", models.DateTimeField(blank=True, null=True)),
                (
                    "user",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["match"],
            },
        ),
        migrations.AddIndex(
            model_name="match",
            index=models.Index(fields=["club", "-started_at", "-id"], name="a_page_of_matches"),
        ),
        migrations.AddIndex(
            model_name="match",
            index=models.Index(fields=["club", "game", "-finished_at"], name="the_last_holder"),
        ),
        migrations.AddConstraint(
            model_name="match",
            constraint=models.CheckConstraint(condition=models.Q(("start_seats__gte", 1)), name="somebody_sits"),
        ),
        migrations.AddConstraint(
            model_name="match",
            constraint=models.CheckConstraint(
                condition=models.Q(("confirm__in", [0, 1, 2])), name="a_match_s_known_confirmation"
            ),
        ),
        migrations.AddConstraint(
            model_name="entry",
            constraint=models.UniqueConstraint(fields=("match", "number", "revision"), name="one_entry_a_revision"),
        ),
        migrations.AddConstraint(
            model_name="entry",
            constraint=models.CheckConstraint(condition=models.Q(("number__gte", 1)), name="numbers_start_at_one"),
        ),
        migrations.AddConstraint(
            model_name="entry",
            constraint=models.CheckConstraint(condition=models.Q(("revision__gte", 1)), name="revisions_start_at_one"),
        ),
        migrations.AddConstraint(
            model_name="entry",
            constraint=models.CheckConstraint(
                condition=models.Q(("revision__gt", 1), ("payload__isnull", False), _connector="OR"),
                name="only_a_revision_may_be_empty",
            ),
        ),
        migrations.AddConstraint(
            model_name="confirmation",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(
                        ("kind__in", ("confirmed", "objected")), ("player__isnull", False), ("position__isnull", False)
                    ),
                    models.Q(("kind__in", ("settled", "kept")), ("player__isnull", True), ("position__isnull", True)),
                    _connector="OR",
                ),
                name="a_seat_or_an_organiser",
            ),
        ),
        migrations.AddConstraint(
            model_name="confirmation",
            constraint=models.UniqueConstraint(
                condition=models.Q(("withdrawn_at__isnull", True)),
                fields=("match", "position"),
                name="a_seat_says_one_thing",
            ),
        ),
        migrations.AddIndex(
            model_name="callout",
            index=models.Index(fields=["term", "match"], name="where_it_was_shouted"),
        ),
        migrations.AddConstraint(
            model_name="callout",
            constraint=models.UniqueConstraint(
                condition=models.Q(("player__isnull", False)),
                fields=("match", "term", "player"),
                name="one_shout_a_player",
            ),
        ),
        migrations.AddConstraint(
            model_name="callout",
            constraint=models.UniqueConstraint(
                condition=models.Q(("player__isnull", True)), fields=("match", "term"), name="one_shout_a_table"
            ),
        ),
        migrations.AddConstraint(
            model_name="seat",
            constraint=models.UniqueConstraint(fields=("match", "position"), name="one_seat_a_position"),
        ),
        migrations.AddConstraint(
            model_name="seat",
            constraint=models.UniqueConstraint(fields=("match", "player"), name="one_seat_a_player"),
        ),
        migrations.AddConstraint(
            model_name="seat",
            constraint=models.CheckConstraint(condition=models.Q(("place__gte", 1)), name="places_start_at_one"),
        ),
        migrations.AddConstraint(
            model_name="tag",
            constraint=models.UniqueConstraint(
                condition=models.Q(("player__isnull", False), ("removed_at__isnull", True)),
                fields=("match", "round", "term", "player"),
                name="one_tag_a_player",
            ),
        ),
        migrations.AddConstraint(
            model_name="tag",
            constraint=models.UniqueConstraint(
                condition=models.Q(("player__isnull", True), ("removed_at__isnull", True)),
                fields=("match", "round", "term"),
                name="one_tag_a_table",
            ),
        ),
        migrations.AddIndex(
            model_name="tally",
            index=models.Index(fields=["match", "number"], name="games_tally_match_i_c5569c_idx"),
        ),
        migrations.AddConstraint(
            model_name="tally",
            constraint=models.UniqueConstraint(fields=("seat", "number"), name="one_tally_a_round"),
        ),
        migrations.RunPython(guard, unguard),
    ]
