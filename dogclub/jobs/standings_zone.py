"""Standings hold days and times as the club’s clocks show them: where those change, they are ranked anew."""

from django.conf import settings
from django.db import transaction

from clubs.club_day import BEGINS
from clubs.models import Club
from dogclub.database.full_disk import is_full
from leagues.standings import refresh

NAME = "standings-time-zone"


def remember(zone: str) -> None:
    """The zone that the rows of the database were made in."""
    (settings.VAR / NAME).write_text(_clock(zone), encoding="utf-8")


def _clock(zone: str) -> str:
    """The zone, and when the club’s day begins there."""
    return f"{zone} from {BEGINS:%H:%M}"


def follow_time_zone() -> None:
    """Costs the reading of a file where the zone is as it was. Where nobody knows, everything is ranked anew once."""
    file = settings.VAR / NAME
    if file.exists() and file.read_text(encoding="utf-8") == _clock(settings.TIME_ZONE):
        return
    for club in Club.objects.all():
        with transaction.atomic():
            refresh(club)
    try:
        remember(settings.TIME_ZONE)
    except OSError as error:
        if not is_full(error):
            raise
