import django.db.models.deletion
import django.db.models.functions.text
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models

import clubs.names


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        ("clubs", "0001_initial"),
        ("games", "0001_initial"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Playoff",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("groups", "groups and final tables"),
                            ("knockout", "knock-out"),
                            ("round-robin", "round robin"),
                        ],
                        max_length=12,
                    ),
                ),
                ("game", models.CharField(max_length=30)),
                ("advance", models.PositiveSmallIntegerField(default=1)),
                ("options", models.JSONField(default=dict)),
                ("for_trophy", models.BooleanField(default=True)),
                ("started_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("called_off_at", models.DateTimeField(blank=True, null=True)),
                ("finished_at", models.DateTimeField(blank=True, null=True)),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="playoffs", to="clubs.club"
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
                    "loser",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to="clubs.player",
                    ),
                ),
                (
                    "night",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="playoffs",
                        to="clubs.night",
                    ),
                ),
                (
                    "winner",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to="clubs.player",
                    ),
                ),
            ],
            options={
                "ordering": ["-started_at", "-pk"],
            },
        ),
        migrations.CreateModel(
            name="Fixture",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "stage",
                    models.CharField(
                        choices=[
                            ("group", "group"),
                            ("winners", "winners’ table"),
                            ("losers", "losers’ table"),
                            ("round", "round"),
                        ],
                        max_length=7,
                    ),
                ),
                ("round", models.PositiveSmallIntegerField(default=1)),
                ("number", models.PositiveSmallIntegerField(default=1)),
                ("players", models.JSONField(default=list)),
                (
                    "match",
                    models.OneToOneField(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="fixture",
                        to="games.match",
                    ),
                ),
                (
                    "playoff",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="fixtures", to="leagues.playoff"
                    ),
                ),
            ],
            options={
                "ordering": ["playoff", "round", "stage", "number"],
            },
        ),
        migrations.CreateModel(
            name="CutPull",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("group", models.PositiveSmallIntegerField()),
                ("cards", models.JSONField()),
                ("recorded_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("withdrawn_at", models.DateTimeField(blank=True, null=True)),
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
                    "playoff",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="pulls", to="leagues.playoff"
                    ),
                ),
            ],
            options={
                "ordering": ["recorded_at", "pk"],
            },
        ),
        migrations.CreateModel(
            name="Rating",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("game", models.CharField(max_length=30)),
                ("at", models.DateTimeField()),
                ("number", models.PositiveIntegerField()),
                ("mu", models.FloatField()),
                ("sigma", models.FloatField()),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="ratings", to="clubs.club"
                    ),
                ),
                (
                    "match",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="ratings", to="games.match"
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="ratings", to="clubs.player"
                    ),
                ),
            ],
            options={
                "ordering": ["at", "match"],
            },
        ),
        migrations.CreateModel(
            name="Reseat",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("is_kept", models.BooleanField()),
                ("note", models.CharField(blank=True, max_length=300)),
                ("decided_at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "decided_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "playoff",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="reseats", to="leagues.playoff"
                    ),
                ),
                (
                    "went_down",
                    models.ForeignKey(
                        null=True, on_delete=django.db.models.deletion.RESTRICT, related_name="+", to="clubs.player"
                    ),
                ),
                (
                    "went_up",
                    models.ForeignKey(
                        null=True, on_delete=django.db.models.deletion.RESTRICT, related_name="+", to="clubs.player"
                    ),
                ),
            ],
            options={
                "ordering": ["decided_at", "pk"],
            },
        ),
        migrations.CreateModel(
            name="Standing",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("game", models.CharField(blank=True, max_length=30)),
                ("place", models.PositiveSmallIntegerField(null=True)),
                ("points", models.IntegerField(default=0)),
                ("played", models.PositiveIntegerField(default=0)),
                ("nights", models.PositiveIntegerField(default=0)),
                ("wins", models.PositiveIntegerField(default=0)),
                ("losses", models.PositiveIntegerField(default=0)),
                ("total", models.IntegerField(default=0)),
                ("best", models.IntegerField(null=True)),
                ("metrics", models.JSONField(default=dict)),
                ("decided", models.JSONField(default=list)),
                ("form", models.JSONField(default=list)),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="standings", to="clubs.club"
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="standings", to="clubs.player"
                    ),
                ),
                (
                    "season",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="standings",
                        to="clubs.season",
                    ),
                ),
            ],
            options={
                "ordering": ["place", "player"],
            },
        ),
        migrations.CreateModel(
            name="Trophy",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("game", models.CharField(blank=True, max_length=30)),
                ("name", models.CharField(max_length=40, validators=[clubs.names.check_name])),
                (
                    "rule",
                    models.CharField(
                        choices=[
                            ("winner", "passes to the winner of every match played for it"),
                            ("loser", "passes to the top loser of every match played for it"),
                            ("hand", "is passed on by hand"),
                        ],
                        max_length=6,
                    ),
                ),
                ("about", models.CharField(blank=True, max_length=200)),
                ("created_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("counts_from", models.DateTimeField(blank=True, null=True)),
                ("retired_at", models.DateTimeField(blank=True, null=True)),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="trophies", to="clubs.club"
                    ),
                ),
            ],
            options={
                "ordering": ["game", "-rule", "pk"],
            },
        ),
        migrations.CreateModel(
            name="Award",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("awarded_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("reason", models.CharField(blank=True, max_length=300)),
                ("withdrawn_at", models.DateTimeField(blank=True, null=True)),
                ("withdrawn_because", models.CharField(blank=True, max_length=300)),
                (
                    "given_by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "match",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="awards",
                        to="games.match",
                    ),
                ),
                (
                    "night",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="awards",
                        to="clubs.night",
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.RESTRICT, related_name="awards", to="clubs.player"
                    ),
                ),
                (
                    "withdrawn_by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "playoff",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="awards",
                        to="leagues.playoff",
                    ),
                ),
                (
                    "trophy",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="awards", to="leagues.trophy"
                    ),
                ),
            ],
            options={
                "ordering": ["-awarded_at", "-pk"],
            },
        ),
        migrations.AddConstraint(
            model_name="playoff",
            constraint=models.CheckConstraint(condition=models.Q(("advance__gte", 1)), name="somebody_advances"),
        ),
        migrations.AddConstraint(
            model_name="fixture",
            constraint=models.UniqueConstraint(
                fields=("playoff", "stage", "round", "number"), name="one_fixture_a_place"
            ),
        ),
        migrations.AddIndex(
            model_name="rating",
            index=models.Index(fields=["club", "game", "at"], name="ratings_of_a_game"),
        ),
        migrations.AddConstraint(
            model_name="rating",
            constraint=models.UniqueConstraint(fields=("match", "player"), name="one_rating_a_match"),
        ),
        migrations.AddConstraint(
            model_name="rating",
            constraint=models.UniqueConstraint(fields=("player", "game", "number"), name="ratings_in_order"),
        ),
        migrations.AddIndex(
            model_name="standing",
            index=models.Index(fields=["club", "season", "game", "place"], name="a_table_in_order"),
        ),
        migrations.AddConstraint(
            model_name="standing",
            constraint=models.UniqueConstraint(
                condition=models.Q(("season__isnull", False)),
                fields=("season", "game", "player"),
                name="one_standing_a_season",
            ),
        ),
        migrations.AddConstraint(
            model_name="standing",
            constraint=models.UniqueConstraint(
                condition=models.Q(("season__isnull", True)), fields=("game", "player"), name="one_standing_of_all_time"
            ),
        ),
        migrations.AddConstraint(
            model_name="trophy",
            constraint=models.UniqueConstraint(
                models.F("club"),
                django.db.models.functions.text.Lower("name"),
                condition=models.Q(("retired_at__isnull", True)),
                name="trophies_can_be_told_apart",
                violation_error_message="The club has a trophy of this name. Call this one something else.",
            ),
        ),
        migrations.AddConstraint(
            model_name="trophy",
            constraint=models.UniqueConstraint(
                condition=models.Q(("retired_at__isnull", True), models.Q(("rule", "hand"), _negated=True)),
                fields=("club", "game", "rule"),
                name="one_trophy_a_rule",
                violation_error_message="This game has such a trophy. Rename that one, or retire it first.",
            ),
        ),
        migrations.AddConstraint(
            model_name="trophy",
            constraint=models.CheckConstraint(
                condition=models.Q(("rule", "hand"), models.Q(("game", ""), _negated=True), _connector="OR"),
                name="only_hands_pass_on_a_club_trophy",
            ),
        ),
        migrations.AddIndex(
            model_name="award",
            index=models.Index(fields=["trophy", "-awarded_at"], name="the_chain_of_a_trophy"),
        ),
        migrations.AddConstraint(
            model_name="award",
            constraint=models.UniqueConstraint(
                condition=models.Q(("match__isnull", False), ("withdrawn_at__isnull", True)),
                fields=("trophy", "match", "player"),
                name="one_award_a_match",
            ),
        ),
        migrations.AddConstraint(
            model_name="award",
            constraint=models.UniqueConstraint(
                condition=models.Q(("playoff__isnull", False), ("withdrawn_at__isnull", True)),
                fields=("trophy", "playoff", "player"),
                name="one_award_a_playoff",
            ),
        ),
        migrations.AddConstraint(
            model_name="award",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("match__isnull", False),
                    ("playoff__isnull", False),
                    models.Q(("reason", ""), _negated=True),
                    _connector="OR",
                ),
                name="by_hand_with_a_reason",
            ),
        ),
    ]
