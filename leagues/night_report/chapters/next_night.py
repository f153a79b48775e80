"""The announcement of the next night, with the trophies that are defended."""

from django.utils import timezone
from django.utils.translation import gettext as _

from clubs.language.dates import date_format
from clubs.models import Night
from leagues.night_report.chapters.facts import Passing


def next_night(night: Night | None, passings: list[Passing]) -> str:
    """Return `Thursday 3 December, first bark 19:30. Sam defends the cup, Ines the cone. Sam deals first.`"""
    if night is None:
        return _("No further night is in the calendar yet.")
    local = timezone.localtime(night.starts_at)
    words = _("{day}, first bark {time}, {place}.") if night.place else _("{day}, first bark {time}.")
    when = words.format(day=date_format(local, "l j F"), time=f"{local:%H:%M}", place=night.place)
    return " ".join(filter(None, (when, _defends(passings), _deals(passings))))


def _defends(passings: list[Passing]) -> str:
    if not passings:
        return ""
    first, *rest = passings
    words = _("{player} defends the {trophy}.")
    if rest:
        words = _("{player} defends the {trophy}, {other} the {other_trophy}.")
    another = {"other": rest[0].name, "other_trophy": rest[0].short} if rest else {}
    return words.format(player=first.name, trophy=first.short, **another)


def _deals(passings: list[Passing]) -> str:
    """Return that the last winner deals first (DD-07); "" if there is none."""
    winner = next((each for each in passings if each.kind == "winner"), None)
    return _("{winner} deals first.").format(winner=winner.name) if winner else ""
