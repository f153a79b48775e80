"""Summation of a game's finished matches from the ledger's rows; four queries per season."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from typing import Any, NamedTuple
from uuid import UUID

from django.db.models import Q

from games.models import CallOut, Match, Seat, Tally
from games.statistics.sums import Sums

AT_ONCE = 2_000  # rounds


class Sat(NamedTuple):
    """One seat of a finished match and its result."""

    pk: int
    match: UUID
    position: int
    player: int
    total: int
    place: int
    won: bool
    feats: Mapping[str, int]
    ended: datetime


@dataclass(frozen=True)
class Scope:
    """Which finished matches of a game: of one season (None: those without one), or of all with `is_ever`; of some
    players or all.

    With `match` only that match, with `night` only matches of that night.
    """

    club: int
    game: str
    season: int | None = None
    is_ever: bool = False
    players: Collection[int] | None = None
    match: UUID | None = None
    night: int | None = None

    def matches(self, path: str = "") -> Q:
        """A filter for rows that lead to the match by `path`; it uses the most selective of match, night, season and
        club.
        """
        season = None if self.is_ever else self.season
        few: dict[str, Any] = {"pk": self.match, "night": self.night, "season": season}
        wanted = {name: key for name, key in few.items() if key} or {"club": self.club}
        wanted |= {"game": self.game, "finished_at__isnull": False}
        if not self.is_ever and not season:
            wanted["season__isnull"] = True
        return Q(**{f"{path}{name}": value for name, value in wanted.items()})


def add_up(scope: Scope) -> dict[int | None, Sums]:
    """The sums by player, and under None those of the club; without players (or a club) that have no matches."""
    sums: dict[int | None, Sums] = {}
    for began in Match.objects.filter(scope.matches()).order_by().values_list("started_at", flat=True):
        sums.setdefault(None, Sums()).add_start(began)
    if sums:
        _add_seats(scope, sums)
        add_callouts(scope, sums)
    return sums


def _add_seats(scope: Scope, sums: dict[int | None, Sums]) -> None:
    seats: dict[int, Sat] = {}
    chairs: dict[tuple[UUID, int | None], Sat] = {}
    for match, group in groupby(_seats(scope), key=lambda sat: sat.match):
        table = list(group)
        chairs |= {(match, sat.position): sat for sat in table}
        for sat in table:
            if scope.players is None or sat.player in scope.players:
                seats[sat.pk] = sat
                _add_seat(sums.setdefault(sat.player, Sums()), sat, table)
    for seat, points, facts in _rounds(scope):
        sat = seats[seat]
        right_neighbour = chairs.get((sat.match, facts.get("right")))
        sums[sat.player].add_round(points, facts, right_neighbour.player if right_neighbour else None)


def _add_seat(sums: Sums, sat: Sat, table: Sequence[Sat]) -> None:
    sums.add_match(sat.total, sat.place, sat.feats, sat.ended, sat.pk)
    if sat.won:
        sums.add_win()
    for other in table:
        if other.player != sat.player:
            sums.add_meeting(other.player, sat.place, other.place)


def _seats(scope: Scope) -> Iterator[Sat]:
    """Seats, match by match; with `players`, all seats of the matches in which one of them sat."""
    rows = Seat.objects.filter(scope.matches("match__"))
    if scope.players is not None:
        rows = rows.filter(match__in=Seat.objects.filter(player__in=scope.players).values("match"))
    names = ("pk", "match", "position", "player", "total", "place", "is_winner", "feats", "match__finished_at")
    return map(Sat._make, rows.order_by("match").values_list(*names).iterator(AT_ONCE))


def _rounds(scope: Scope) -> Iterator[tuple[Any, ...]]:
    rows = Tally.objects.filter(scope.matches("match__"))
    if scope.players is not None:
        rows = rows.filter(seat__player__in=scope.players)
    return rows.order_by().values_list("seat", "points", "facts").iterator(AT_ONCE)


def add_callouts(scope: Scope, sums: dict[int | None, Sums]) -> None:
    """Add the call-outs to the sums."""
    rows = CallOut.objects.filter(scope.matches("match__"))
    if scope.players is not None:
        rows = rows.filter(Q(player__in=scope.players) | Q(player=None))
    for player, term, times, night in rows.order_by().values_list("player", "term", "times", "match__night"):
        sums.setdefault(player, Sums()).add_callout(term, times, night)
