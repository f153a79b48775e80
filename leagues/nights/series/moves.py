"""Moving one night of a series alone: its planned start is stored, so that it can be moved back."""

from datetime import datetime

from django.utils import timezone
from django.utils.translation import gettext as _

from clubs.calendar.nights import Refused, season_of, why_start_is_fixed
from clubs.club_day import club_day
from clubs.language.dates import date_format
from clubs.models import Night


def note_move(night: Night, was: datetime | None) -> None:
    """Set `moved_from` before a night of a series is saved with a start other than `was`; later moves keep the first
    planned start.
    """
    if night.series is None or was is None or night.starts_at == was:
        return
    planned = night.moved_from or was
    night.moved_from = None if night.starts_at == planned else planned


def move_back(night: Night) -> None:
    """Move the night back to the start that its series planned. Raises Refused."""
    if night.moved_from is None:
        raise Refused(_("This night was not moved."))
    if reason := why_start_is_fixed(night):
        raise Refused(reason)
    if night.club.nights.filter(starts_at=night.moved_from, called_off_at=None).exclude(pk=night.pk).exists():
        local = timezone.localtime(night.moved_from)
        words = _("The club already has a night on {day} at {time}.")
        raise Refused(words.format(day=date_format(local, "j F"), time=f"{local:%H:%M}"))
    night.starts_at, night.moved_from = night.moved_from, None
    night.season = season_of(night.club, club_day(night.starts_at))
    night.revise()
    night.save(update_fields=["starts_at", "moved_from", "season", "revision", "changed_at"])
