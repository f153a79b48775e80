"""The last contests for a trophy, up to the match or play-off that has just given it, and the run of its holder."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from itertools import groupby, takewhile

from django.db.models import Q
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubs.club_day import club_day
from clubs.language.locales import ordinal
from clubs.models import Player
from games.base.names import isolated, listed, shortened
from games.models import Match
from leagues.models import Award, Trophy
from leagues.trophies.holders import NEWEST, live

SHOWN = 5  # contests drawn
READ = 30  # awards read, so that a longer run is counted


@dataclass(frozen=True)
class Turn:
    """One contest for the trophy: its day, who took it, and whether it is part of the present run."""

    day: date
    names: str
    is_run: bool


@dataclass(frozen=True)
class TrophyRun:
    """The last contests, the oldest first; `words` say how long the run is, or from whom the trophy came."""

    turns: Sequence[Turn]
    words: str


@dataclass(frozen=True)
class _Event:
    at: datetime
    players: Sequence[Player]

    @property
    def keys(self) -> set[int]:
        return {each.pk for each in self.players}


def runs_of(match: Match) -> dict[str, TrophyRun]:
    """Return the runs of the trophies that this match gave, by rule; a query, and one for each trophy. A first holder
    has none: the words beside the trophy say so.
    """
    awards = live().filter(match=match).select_related("trophy", "player").order_by("trophy", "pk")
    given = {trophy: list(rows) for trophy, rows in groupby(awards, key=lambda award: award.trophy)}
    runs = {
        trophy.rule: run_of(trophy, [row.player for row in rows], rows[0].awarded_at, Q(match=match))
        for trophy, rows in given.items()
    }
    return {rule: run for rule, run in runs.items() if len(run.turns) > 1}


def run_of(trophy: Trophy, players: Sequence[Player], at: datetime, here: Q) -> TrophyRun:
    """Return the run of the trophy if `players` take it now; the awards given `here` are left out. One query."""
    rows = live().filter(trophy=trophy, awarded_at__lte=at).exclude(here).select_related("player")
    events = [*_events(list(rows.order_by(*NEWEST)[:READ])), _Event(at, players)]
    length = len(list(takewhile(lambda event: event.keys == events[-1].keys, reversed(events))))
    shown = events[-SHOWN:]
    first_of_run = len(shown) - length
    names = _short(shown)
    turns = [
        Turn(club_day(event.at), listed(isolated(names[each.pk]) for each in event.players), number >= first_of_run)
        for number, event in enumerate(shown)
    ]
    return TrophyRun(turns, _words(trophy, events, length))


def _events(awards: Sequence[Award]) -> list[_Event]:
    """Return the contests, the oldest first; joint winners are in one."""
    contests = groupby(reversed(awards), key=lambda award: (award.match_id, award.playoff_id, award.awarded_at))
    each = [list(rows) for _key, rows in contests]
    return [_Event(rows[0].awarded_at, [row.player for row in rows]) for rows in each]


def _short(events: Sequence[_Event]) -> dict[int, str]:
    players = {each.pk: each for event in events for each in event.players}
    return dict(zip(players, shortened([each.label for each in players.values()]), strict=True))


def _words(trophy: Trophy, events: Sequence[_Event], length: int) -> str:
    if len(events) == 1:
        return _("The first to have it.")
    if length == 2:
        return _("Back to back.")
    if length > 2:
        return _("The {place} time in a row.").format(place=ordinal(length))
    before = events[-2]
    reign = list(takewhile(lambda event: event.keys == before.keys, reversed(events[:-1])))
    days = (club_day(events[-1].at) - club_day(reign[-1].at)).days
    names = listed(isolated(name) for name in _short(events[-2:-1]).values())
    words = ngettext("Taken from {names} after {count} day.", "Taken from {names} after {count} days.", days)
    if trophy.rule == Trophy.Rule.LOSER:
        words = ngettext("Passed on by {names} after {count} day.", "Passed on by {names} after {count} days.", days)
    if not days:
        words = _("Passed on by {names}.") if trophy.rule == Trophy.Rule.LOSER else _("Taken from {names}.")
    return words.format(names=names, count=days)
