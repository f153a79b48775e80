import uuid

import django.db.models.deletion
import django.db.models.functions.text
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models

import clubs.models.access
import clubs.names


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        ("auth", "0012_alter_user_first_name_max_length"),
    ]

    operations = [
        migrations.CreateModel(
            name="User",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("password", models.CharField(max_length=128, verbose_name="password")),
                ("last_login", models.DateTimeField(blank=True, null=True, verbose_name="last login")),
                (
                    "is_superuser",
                    models.BooleanField(
                        default=False,
                        help_text="Designates that this user has all permissions without explicitly assigning them.",
                        verbose_name="superuser status",
                    ),
                ),
                ("email", models.EmailField(max_length=254, unique=True, verbose_name="e-mail address")),
                ("name", models.CharField(blank=True, max_length=60, validators=[clubs.names.check_name])),
                ("is_active", models.BooleanField(default=True)),
                ("is_staff", models.BooleanField(default=False)),
                ("date_joined", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "groups",
                    models.ManyToManyField(
                        blank=True,
                        help_text="The groups this user belongs to. A user will get all permissions granted to each of their groups.",
                        related_name="user_set",
                        related_query_name="user",
                        to="auth.group",
                        verbose_name="groups",
                    ),
                ),
                (
                    "user_permissions",
                    models.ManyToManyField(
                        blank=True,
                        help_text="Specific permissions for this user.",
                        related_name="user_set",
                        related_query_name="user",
                        to="auth.permission",
                        verbose_name="user permissions",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Club",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("slug", models.SlugField(max_length=60, unique=True)),
                ("name", models.CharField(max_length=80, validators=[clubs.names.check_name])),
                ("created_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("is_demo", models.BooleanField(default=False)),
                (
                    "history_is_open",
                    models.BooleanField(default=False, verbose_name="anybody with the link may read the sheets"),
                ),
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
                ("correction_hours", models.PositiveSmallIntegerField(blank=True, null=True)),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(condition=models.Q(("confirm__in", [0, 1, 2])), name="a_known_confirmation"),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("correction_hours__isnull", True), ("correction_hours__lte", 8760), _connector="OR"
                        ),
                        name="corrections_end",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="ApiKey",
            fields=[
                ("id", models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ("label", models.CharField(max_length=60)),
                (
                    "scope",
                    models.CharField(
                        choices=[
                            ("tonight", "read tonight"),
                            ("results", "read results"),
                            ("record", "read and write results"),
                            ("organise", "organise the club"),
                        ],
                        max_length=8,
                    ),
                ),
                ("fingerprint", models.CharField(max_length=64, unique=True)),
                ("tail", models.CharField(max_length=4)),
                ("created_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("expires_at", models.DateTimeField(blank=True, null=True)),
                ("last_used_at", models.DateTimeField(blank=True, null=True)),
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
                    "user",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="keys",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "club",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="keys",
                        to="clubs.club",
                    ),
                ),
            ],
            options={
                "ordering": ["-created_at", "pk"],
            },
        ),
        migrations.CreateModel(
            name="Night",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("starts_at", models.DateTimeField()),
                ("place", models.CharField(blank=True, max_length=80)),
                ("name", models.CharField(blank=True, max_length=60)),
                ("note", models.CharField(blank=True, max_length=300)),
                ("closed_at", models.DateTimeField(blank=True, null=True)),
                ("called_off_at", models.DateTimeField(blank=True, null=True)),
                ("revision", models.PositiveIntegerField(default=0)),
                ("changed_at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="nights", to="clubs.club"
                    ),
                ),
            ],
            options={
                "ordering": ["-starts_at"],
            },
        ),
        migrations.CreateModel(
            name="Player",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("name", models.CharField(max_length=60, validators=[clubs.names.check_name])),
                ("nickname", models.CharField(blank=True, max_length=30)),
                ("initials", models.CharField(blank=True, max_length=4)),
                (
                    "colour",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("", "none"),
                            ("green", "green"),
                            ("red", "red"),
                            ("blue", "blue"),
                            ("amber", "amber"),
                            ("violet", "violet"),
                            ("grey", "grey"),
                        ],
                        max_length=10,
                    ),
                ),
                ("is_active", models.BooleanField(default=True)),
                ("is_guest", models.BooleanField(default=False)),
                ("created_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("former", models.PositiveSmallIntegerField(blank=True, null=True)),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="players", to="clubs.club"
                    ),
                ),
                (
                    "merged_into",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.RESTRICT,
                        related_name="merged",
                        to="clubs.player",
                    ),
                ),
            ],
            options={
                "ordering": ["name", "nickname", "pk"],
            },
        ),
        migrations.CreateModel(
            name="Merge",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
                ("moved", models.JSONField(default=dict)),
                ("undone_at", models.DateTimeField(blank=True, null=True)),
                (
                    "by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "source",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.RESTRICT, related_name="merges_away", to="clubs.player"
                    ),
                ),
                (
                    "target",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.RESTRICT, related_name="merges", to="clubs.player"
                    ),
                ),
            ],
            options={
                "ordering": ["-at", "-pk"],
            },
        ),
        migrations.CreateModel(
            name="Membership",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "role",
                    models.PositiveSmallIntegerField(
                        choices=[(1, "member"), (2, "scorekeeper"), (3, "organiser"), (4, "owner")], default=1
                    ),
                ),
                ("joined_at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="memberships", to="clubs.club"
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="memberships",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "player",
                    models.OneToOneField(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="membership",
                        to="clubs.player",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Invitation",
            fields=[
                ("id", models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                (
                    "role",
                    models.PositiveSmallIntegerField(
                        choices=[(1, "member"), (2, "scorekeeper"), (3, "organiser"), (4, "owner")], default=1
                    ),
                ),
                ("created_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("expires_at", models.DateTimeField(default=clubs.models.access.in_a_fortnight)),
                ("revoked_at", models.DateTimeField(blank=True, null=True)),
                ("uses_left", models.PositiveSmallIntegerField(default=1)),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="invitations", to="clubs.club"
                    ),
                ),
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
                    "player",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="invitations",
                        to="clubs.player",
                    ),
                ),
            ],
            options={
                "ordering": ["-created_at"],
            },
        ),
        migrations.CreateModel(
            name="FormerName",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("name", models.CharField(max_length=60)),
                ("nickname", models.CharField(blank=True, max_length=30)),
                ("until", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="former_names", to="clubs.player"
                    ),
                ),
            ],
            options={
                "ordering": ["-until", "-pk"],
            },
        ),
        migrations.CreateModel(
            name="Attendance",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "state",
                    models.CharField(
                        choices=[("here", "here"), ("late", "late"), ("away", "away"), ("left", "left early")],
                        default="here",
                        max_length=5,
                    ),
                ),
                ("expected_at", models.DateTimeField(blank=True, null=True)),
                ("arrived_at", models.DateTimeField(blank=True, null=True)),
                ("left_at", models.DateTimeField(blank=True, null=True)),
                (
                    "night",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="attendances", to="clubs.night"
                    ),
                ),
                (
                    "host",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to="clubs.player",
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.RESTRICT, related_name="attendances", to="clubs.player"
                    ),
                ),
            ],
            options={
                "ordering": ["arrived_at", "player"],
            },
        ),
        migrations.CreateModel(
            name="Season",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("name", models.CharField(max_length=60)),
                ("starts_on", models.DateField()),
                ("ends_on", models.DateField()),
                ("schemes", models.JSONField(default=dict)),
                ("closed_at", models.DateTimeField(blank=True, null=True)),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="seasons", to="clubs.club"
                    ),
                ),
            ],
            options={
                "ordering": ["-starts_on"],
            },
        ),
        migrations.AddField(
            model_name="night",
            name="season",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="nights",
                to="clubs.season",
            ),
        ),
        migrations.CreateModel(
            name="SpectatorLink",
            fields=[
                ("id", models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ("label", models.CharField(blank=True, max_length=60)),
                ("created_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("revoked_at", models.DateTimeField(blank=True, null=True)),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="spectator_links", to="clubs.club"
                    ),
                ),
                (
                    "created_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["-created_at"],
            },
        ),
        migrations.AddConstraint(
            model_name="user",
            constraint=models.UniqueConstraint(
                django.db.models.functions.text.Lower("email"), name="one_account_an_address"
            ),
        ),
        migrations.AddConstraint(
            model_name="apikey",
            constraint=models.CheckConstraint(
                condition=models.Q(("user__isnull", True), ("club__isnull", True), _connector="XOR"),
                name="a_person_s_or_a_club_s_key",
            ),
        ),
        migrations.AddConstraint(
            model_name="apikey",
            constraint=models.CheckConstraint(
                condition=models.Q(("scope__in", ["tonight", "results", "record", "organise"])), name="a_known_scope"
            ),
        ),
        migrations.AddConstraint(
            model_name="player",
            constraint=models.UniqueConstraint(
                models.F("club"),
                django.db.models.functions.text.Lower("name"),
                django.db.models.functions.text.Lower("nickname"),
                condition=models.Q(("merged_into__isnull", True)),
                name="players_can_be_told_apart",
                violation_error_message="The club has a player of this name. Add a nickname to tell them apart.",
            ),
        ),
        migrations.AddConstraint(
            model_name="player",
            constraint=models.UniqueConstraint(
                condition=models.Q(("former__isnull", False), ("merged_into__isnull", True)),
                fields=("club", "former"),
                name="former_members_can_be_told_apart",
            ),
        ),
        migrations.AddConstraint(
            model_name="player",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("merged_into__isnull", True),
                    models.Q(("merged_into", models.F("pk")), _negated=True),
                    _connector="OR",
                ),
                name="nobody_is_merged_into_themselves",
            ),
        ),
        migrations.AddConstraint(
            model_name="merge",
            constraint=models.UniqueConstraint(
                condition=models.Q(("undone_at__isnull", True)), fields=("source",), name="merged_into_one_only"
            ),
        ),
        migrations.AddConstraint(
            model_name="merge",
            constraint=models.CheckConstraint(
                condition=models.Q(("source", models.F("target")), _negated=True), name="nobody_merges_alone"
            ),
        ),
        migrations.AddConstraint(
            model_name="membership",
            constraint=models.UniqueConstraint(fields=("club", "user"), name="one_membership_a_club"),
        ),
        migrations.AddConstraint(
            model_name="membership",
            constraint=models.CheckConstraint(condition=models.Q(("role__in", [1, 2, 3, 4])), name="a_known_role"),
        ),
        migrations.AddConstraint(
            model_name="attendance",
            constraint=models.UniqueConstraint(fields=("night", "player"), name="one_attendance_a_night"),
        ),
        migrations.AddConstraint(
            model_name="attendance",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("left_at__isnull", True), ("left_at__gte", models.F("arrived_at")), _connector="OR"
                ),
                name="nobody_leaves_before_coming",
            ),
        ),
        migrations.AddConstraint(
            model_name="season",
            constraint=models.UniqueConstraint(fields=("club", "name"), name="one_season_a_name"),
        ),
        migrations.AddConstraint(
            model_name="season",
            constraint=models.CheckConstraint(
                condition=models.Q(("ends_on__gte", models.F("starts_on"))), name="a_season_ends_after_it_starts"
            ),
        ),
        migrations.AddIndex(
            model_name="night",
            index=models.Index(fields=["club", "-starts_at"], name="nights_of_a_club"),
        ),
    ]
