import uuid

import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("clubs", "0025_archive_keys"),
        ("games", "0010_points_by_other_rules"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="RemovedMatch",
            fields=[
                ("id", models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ("game", models.CharField(max_length=30)),
                ("table", models.CharField(blank=True, max_length=40)),
                ("started_at", models.DateTimeField()),
                ("rounds", models.PositiveSmallIntegerField(default=0)),
                ("batch", models.UUIDField(blank=True, null=True)),
                ("reason", models.CharField(blank=True, max_length=300)),
                ("removed_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("erased_at", models.DateTimeField(db_index=True)),
                ("rows", models.JSONField(default=dict)),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="removed_matches", to="clubs.club"
                    ),
                ),
                ("players", models.ManyToManyField(related_name="+", to="clubs.player")),
                (
                    "removed_by",
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
                "ordering": ["-removed_at", "pk"],
            },
        ),
    ]
