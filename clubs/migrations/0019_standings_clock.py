"""Store on each club the time zone by which its standings were ranked, so far in a file for the whole server."""

from typing import Any

from django.conf import settings
from django.db import migrations, models
from django.db.models import F, Value
from django.db.models.functions import Concat

FROM = " from 05:00"


def note_clocks(apps: Any, _: Any) -> None:
    """Fill in the clock: of clubs without a time zone from the file; without the file, the present setting."""
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
