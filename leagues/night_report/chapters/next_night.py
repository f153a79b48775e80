"""When the club meets again, and who has something to lose."""

from django.utils import timezone
from django.utils.translation import gettext as _

from clubs.language.dates import date_format
from clubs.models import Night
from leagues.night_report.chapters.facts import Passing


def next_night(night: Night | None, passings: list[Passing]) -> str:
    """`Thursday 3 December, first bark 19:30. Sam defends the cup, Ines the cone. Sam deals first.`"""
    if night is None:
        return _("No further night is in the calendar yet.")
    local = timezone.localtime(night.starts_at)
    where = f", {night.place}" if night.place else ""
    when = f"{date_format(local, 'l j F')}, first bark {local:%H:%M}{where}."
    return " ".join(filter(None, (when, _defends(passings), _deals(passings))))


def _defends(passings: list[Passing]) -> str:
    if not passings:
        return ""
    first, *rest = passings
    return (
        ", ".join([f"{first.name} defends the {first.short}", *(f"{each.name} the {each.short}" for each in rest)])
        + "."
    )


def _deals(passings: list[Passing]) -> str:
    """The last winner deals first (DD-07)."""
    winner = next((each for each in passings if each.kind == "winner"), None)
    return _("{winner} deals first.").format(winner=winner.name) if winner else ""
