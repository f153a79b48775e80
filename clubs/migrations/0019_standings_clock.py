"""Standings were ranked at every start in another time zone, and a file said in which: now each club says it."""

from typing import Any

from django.conf import settings
from django.db import migrations, models
from django.db.models import F, Value
from django.db.models.functions import Concat

FROM = " from 05:00"


def note_clocks(apps: Any, _: Any) -> None:
    """Without the file standings are as this server’s clock has them."""
    file = settings.VAR / "standings-time-zone"
    servers = file.read_text(encoding="utf-8") if file.exists() else f"{settings.TIME_ZONE}{FROM}"
    clubs = apps.get_model("clubs", "Club").objects
    clubs.filter(time_zone="").update(standings_clock=servers[:80])
    clubs.exclude(time_zone="").update(standings_clock=Concat(F("time_zone"), Value(FROM)))


class Migration(migrations.Migration):
    dependencies = [
        ("clubs", "0018_club_terms"),
    ]

    operations = [
        migrations.AddField(
            model_name="club",
            name="standings_clock",
            field=models.CharField(blank=True, db_default="", default="", max_length=80),
        ),
        migrations.RunPython(note_clocks, migrations.RunPython.noop, elidable=False),
    ]
