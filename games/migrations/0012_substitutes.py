import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models
from django.db.models import F, Q


class Migration(migrations.Migration):
    dependencies = [
        ("clubs", "0025_archive_keys"),
        ("games", "0011_removed_matches"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Substitution",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("position", models.PositiveSmallIntegerField()),
                ("number", models.PositiveSmallIntegerField()),
                ("takes_result", models.BooleanField(default=False)),
                ("version", models.PositiveIntegerField()),
                ("device", models.CharField(blank=True, max_length=60)),
                ("recorded_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("withdrawn_at", models.DateTimeField(blank=True, null=True)),
                (
                    "match",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="substitutions", to="games.match"
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name="+", to="clubs.player"),
                ),
                (
                    "instead_of",
                    models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name="+", to="clubs.player"),
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
                    models.CheckConstraint(condition=Q(number__gte=1), name="a_substitute_plays_a_line"),
                    models.CheckConstraint(condition=~Q(player=F("instead_of")), name="a_substitute_is_somebody_else"),
                ],
            },
        ),
        migrations.AddField(
            model_name="seat",
            name="has_substitute",
            field=models.BooleanField(null=True),
        ),
        migrations.AddField(
            model_name="tally",
            name="player",
            field=models.ForeignKey(
                db_index=False,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to="clubs.player",
            ),
        ),
        migrations.AddIndex(
            model_name="removedmatch",
            index=models.Index(condition=Q(batch__isnull=False), fields=["batch"], name="removed_matches_of_an_import"),
        ),
        migrations.AddIndex(
            model_name="tally",
            index=models.Index(condition=Q(player__isnull=False), fields=["player"], name="rounds_of_substitutes"),
        ),
    ]
