from django.db import migrations, models

CHOICES = [
    (0, "nobody: it is final with its last line"),
    (1, "one player who did not keep the score"),
    (2, "everybody who still sits at the table"),
]


class Migration(migrations.Migration):
    dependencies = [("leagues", "0003_keys")]

    operations = [
        migrations.AddField("club", "confirm", models.PositiveSmallIntegerField(choices=CHOICES, default=0)),
        migrations.AddField("club", "correction_hours", models.PositiveSmallIntegerField(blank=True, null=True)),
        migrations.AddConstraint(
            "club",
            models.CheckConstraint(condition=models.Q(("confirm__in", [0, 1, 2])), name="a_known_confirmation"),
        ),
        migrations.AddConstraint(
            "club",
            models.CheckConstraint(
                condition=models.Q(
                    ("correction_hours__isnull", True), ("correction_hours__lte", 8760), _connector="OR"
                ),
                name="corrections_end",
            ),
        ),
    ]
