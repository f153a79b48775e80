import uuid

import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        ("clubs", "0001_initial"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Job",
            fields=[
                ("id", models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ("kind", models.CharField(max_length=30)),
                ("asked", models.JSONField(default=dict)),
                ("asked_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("wants_mail", models.BooleanField(default=False)),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("queued", "waiting"),
                            ("running", "running"),
                            ("done", "done"),
                            ("failed", "failed"),
                            ("cancelled", "cancelled"),
                        ],
                        default="queued",
                        max_length=9,
                    ),
                ),
                ("due_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("sent_at", models.DateTimeField(blank=True, null=True)),
                ("tries", models.PositiveSmallIntegerField(default=0)),
                ("lease", models.UUIDField(blank=True, null=True)),
                ("beat_at", models.DateTimeField(blank=True, null=True)),
                ("started_at", models.DateTimeField(blank=True, null=True)),
                ("finished_at", models.DateTimeField(blank=True, null=True)),
                ("cancel_asked_at", models.DateTimeField(blank=True, null=True)),
                ("percent", models.PositiveSmallIntegerField(default=0)),
                ("steps", models.JSONField(default=list)),
                ("now", models.CharField(blank=True, max_length=120)),
                ("problem", models.CharField(blank=True, max_length=300)),
                ("result", models.JSONField(default=dict)),
                ("file", models.CharField(blank=True, max_length=200)),
                ("file_name", models.CharField(blank=True, max_length=120)),
                ("content_type", models.CharField(blank=True, max_length=80)),
                ("size", models.PositiveBigIntegerField(default=0)),
                ("sha256", models.CharField(blank=True, max_length=64)),
                (
                    "asked_by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="jobs",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "club",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="jobs",
                        to="clubs.club",
                    ),
                ),
            ],
            options={
                "ordering": ["-asked_at", "pk"],
            },
        ),
        migrations.CreateModel(
            name="ImportBatch",
            fields=[
                ("id", models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ("source", models.CharField(blank=True, max_length=20)),
                ("game", models.CharField(blank=True, max_length=30)),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("reading", "being read"),
                            ("asking", "waiting to be confirmed"),
                            ("writing", "being written"),
                            ("done", "done"),
                            ("refused", "refused"),
                            ("undone", "undone"),
                        ],
                        default="reading",
                        max_length=7,
                    ),
                ),
                ("file", models.CharField(blank=True, max_length=200)),
                ("file_name", models.CharField(max_length=120)),
                ("sha256", models.CharField(max_length=64)),
                ("size", models.PositiveBigIntegerField(default=0)),
                ("problem", models.CharField(blank=True, max_length=300)),
                ("found", models.JSONField(default=dict)),
                ("answers", models.JSONField(default=dict)),
                ("made", models.JSONField(default=dict)),
                ("created_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("done_at", models.DateTimeField(blank=True, null=True)),
                ("undone_at", models.DateTimeField(blank=True, null=True)),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="imports", to="clubs.club"
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
                    "reading",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to="dogclub.job",
                    ),
                ),
                (
                    "writing",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to="dogclub.job",
                    ),
                ),
            ],
            options={
                "ordering": ["-created_at", "pk"],
            },
        ),
        migrations.CreateModel(
            name="Webhook",
            fields=[
                ("id", models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ("url", models.URLField(max_length=300)),
                ("secret", models.CharField(max_length=60)),
                ("events", models.JSONField(default=list)),
                ("created_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("paused_at", models.DateTimeField(blank=True, null=True)),
                ("paused_because", models.CharField(blank=True, max_length=200)),
                ("removed_at", models.DateTimeField(blank=True, null=True)),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="hooks", to="clubs.club"
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
                "ordering": ["-created_at", "pk"],
            },
        ),
        migrations.AddIndex(
            model_name="job",
            index=models.Index(fields=["state", "due_at"], name="what_is_to_be_done"),
        ),
        migrations.AddIndex(
            model_name="job",
            index=models.Index(fields=["club", "-asked_at"], name="jobs_of_a_club"),
        ),
        migrations.AddConstraint(
            model_name="job",
            constraint=models.CheckConstraint(condition=models.Q(("percent__lte", 100)), name="a_job_ends_at_100"),
        ),
    ]
