import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0006_imports_go"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Pencil",
            fields=[
                (
                    "match",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="pencil",
                        serialize=False,
                        to="games.match",
                    ),
                ),
                ("holder", models.UUIDField(blank=True, null=True)),
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
                ("label", models.CharField(blank=True, max_length=60)),
                ("taken_at", models.DateTimeField(blank=True, null=True)),
                ("half", models.JSONField(default=dict)),
                ("half_at", models.DateTimeField(blank=True, null=True)),
            ],
            options={"ordering": ["match"]},
        ),
        migrations.AddField("tabletpass", "taken_by", models.UUIDField(blank=True, null=True)),
        migrations.AddField("tabletpass", "taken_at", models.DateTimeField(blank=True, null=True)),
    ]
