"""Forecasts for Dirty Dog: bidding history from the database, the curve of a match, a hand in words."""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import msgspec
from django.db.models import Count, F
from django.db.models.functions import Coalesce
from django.utils.translation import gettext as _

from clubs.language.locales import comma_separated
from games.base.display import Screen
from games.base.forecasts import Chance, ForecastPoint, Forecasts, Json, Measured
from games.base.names import shortened
from games.entries.match_state import MatchState, read
from games.models import Match, Tally
from games.statistics.queries import fact
from scoring.dirty_dog import DIRTY_DOG, DirtyDogSheet
from scoring.dirty_dog.forecast.points import CountedBids, History, Point, bounds, history_of, settled, sheets_after
from scoring.record_format.strict import resolved

# How often bids were made in the club’s matches before this one, counted over the newest `MOST` of them.


MOST_MATCHES = 400  # matches: the last year or two of a big club
FEWEST_MATCHES = 10  # with fewer matches the club's average is too uncertain


def history(state: MatchState) -> Json:
    """Return the counts for the club and for each player at this table, as JSON. The result is the same whenever it is
    computed, unless older matches change.
    """
    match = state.match
    before = Match.objects.filter(club=match.club_id, game=DIRTY_DOG.key, finished_at__lt=match.started_at)
    matches = list(
        before.filter(rounds__gt=0).order_by("-finished_at", "-pk").values_list("pk", flat=True)[:MOST_MATCHES]
    )
    tallies = Tally.objects.filter(match__in=matches, facts__has_key="cards").order_by()
    rows = tallies.values(who=Coalesce("player", "seat__player"), players=F("match__start_seats")).annotate(
        cards=fact("cards"), bid=fact("bid"), off=fact("off"), times=Count("pk")
    )
    names = ("who", "players", "cards", "bid", "off", "times")
    known = history_of(len(matches), (CountedBids(*row) for row in rows.values_list(*names)))
    here = {seat.player_id: known.players.get(seat.player_id, {}) for seat in state.seats}
    written: Json = msgspec.to_builtins(msgspec.structs.replace(known, players=here), str_keys=True)
    return written


def read_history(known: Json) -> History:
    """Convert the JSON of `history` back."""
    return msgspec.convert(known, resolved(History), strict=False)


def is_enough(past: Json) -> bool:
    """Whether the history has enough matches for a forecast."""
    return int(past["matches"]) >= FEWEST_MATCHES


def covers(past: Json, state: MatchState) -> bool:
    """Whether the history has every player at the table: one may have come late, or two player records may have been
    merged.
    """
    players: dict[str, Any] = past["players"]
    return all(str(seat.player_id) in players for seat in state.seats)


# The forecast curve of a match: its sheets before the first hand and after each, and the chances at each.


def sheets(state: MatchState) -> Sequence[DirtyDogSheet]:
    """Return the sheet before the first hand, and that after each scored hand, with arrivals and leavers up to the
    next.
    """
    entries = (read(state.engine, entry) for entry in state.live)
    return sheets_after(state.match.start_seats, state.options, entries)


def keys(state: MatchState) -> list[str]:
    """The keys of all points of the curve."""
    return [_key(sheet) for sheet in sheets(state)]


def _key(sheet: DirtyDogSheet) -> str:
    """Return a hash of everything the point depends on, except the bidding history."""
    ending = sheet.ending and (sheet.ending.tied_top, sheet.ending.tied_bottom)
    depends = (sheet.hand, dict(sheet.totals), sheet.seating_order, sheet.active_seats, sheet.remaining, ending)
    return hashlib.sha256(repr(depends).encode()).hexdigest()[:16]


def curve(state: MatchState, past: Json, known: Sequence[ForecastPoint]) -> list[ForecastPoint]:
    """Return a point per sheet; points in `known` are reused where the key is the same."""
    by_key = {point.key: point for point in known}
    return [by_key.get(_key(sheet)) or _point(state, past, sheet) for sheet in sheets(state)]


def _point(state: MatchState, history: Json, sheet: DirtyDogSheet) -> ForecastPoint:
    point, certain = _likely(state, history, sheet), bounds(sheet)
    seats = range(len(state.seats))
    return ForecastPoint(
        key=_key(sheet),
        round=sheet.hand,
        win=[point.win.get(seat) for seat in seats],
        last=[point.last.get(seat) for seat in seats],
        out=list(certain.out),
        safe=list(certain.safe),
        is_end=sheet.finished,
    )


def _likely(state: MatchState, history: Json, sheet: DirtyDogSheet) -> Point:
    if sheet.finished:
        return settled(sheet)
    from scoring.dirty_dog.forecast.simulation import forecast  # NumPy is large, and only a worker simulates

    players = {seat.position: seat.player_id for seat in state.seats}
    return forecast(sheet, read_history(history), players, [state.match.pk.int])


MEASURED = Measured(
    forecasts=12_710,
    matches=120,
    win=[
        *((2.5, 3.7), (14.9, 18.0), (24.6, 23.8), (34.6, 29.4), (44.8, 36.9)),
        *((54.4, 49.5), (64.8, 58.8), (74.6, 61.1), (84.9, 82.0), (97.7, 97.3)),
    ],
)


class DirtyDogForecasts(Forecasts):
    least = FEWEST_MATCHES
    measured = MEASURED

    history = staticmethod(history)
    is_enough = staticmethod(is_enough)
    covers = staticmethod(covers)
    keys = staticmethod(keys)
    curve = staticmethod(curve)

    def round_in_words(self, state: MatchState, number: int, seats: Sequence[int]) -> str:
        """Return what these seats did in a hand: `Núria bid 3 and took 3, Otto bid 2 and took 1`."""
        played = [line for line in state.sheet_as(DirtyDogSheet).lines if not line.void]
        line, names = played[number - 1], shortened(state.names)
        there = [seat for seat in seats if seat in line.bids]
        words = _("{player} bid {bid} and took {tricks}")
        each = (words.format(player=names[seat], bid=line.bids[seat], tricks=line.tricks[seat]) for seat in there)
        return comma_separated(each)

    def on_wall(self, board: Screen, chances: Mapping[int, Chance]) -> Screen:
        rows = [replace(row, chance=chances.get(row.seat)) for row in board.context["rows"]]
        return Screen(board.template, {**board.context, "rows": rows, "css": "wall-chances"})


FORECASTS = DirtyDogForecasts()
