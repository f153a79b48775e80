"""Forecasts for Dirty Dog: bidding history from the database, the curve of a match, a hand in words."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from django.utils.translation import gettext as _

from games.base.display import Screen
from games.base.entry.names import shortened
from games.base.results.forecasts import Chance, ForecastPoint, Forecasts, Json, Measured
from games.dirty_dog.forecasts import curve, history
from games.entries.match_state import MatchState
from scoring.dirty_dog import DirtyDogSheet

MEASURED = Measured(
    forecasts=12_710,
    matches=120,
    win=[
        *((2.5, 3.7), (14.9, 18.0), (24.6, 23.8), (34.6, 29.4), (44.8, 36.9)),
        *((54.4, 49.5), (64.8, 58.8), (74.6, 61.1), (84.9, 82.0), (97.7, 97.3)),
    ],
)


class DirtyDogForecasts(Forecasts):
    least = history.LEAST
    measured = MEASURED

    def history(self, state: MatchState) -> Json:
        return history.history(state)

    def is_enough(self, past: Json) -> bool:
        return history.is_enough(past)

    def covers(self, past: Json, state: MatchState) -> bool:
        return history.covers(past, state)

    def keys(self, state: MatchState) -> list[str]:
        return curve.keys(state)

    def curve(self, state: MatchState, past: Json, known: Sequence[ForecastPoint]) -> list[ForecastPoint]:
        return curve.curve(state, past, known)

    def round_in_words(self, state: MatchState, number: int, seats: Sequence[int]) -> str:
        """Return what these seats did in a hand: `Núria bid 3 and took 3, Otto bid 2 and took 1`."""
        played = [line for line in state.sheet_as(DirtyDogSheet).lines if not line.void]
        line, names = played[number - 1], shortened(state.names)
        there = [seat for seat in seats if seat in line.bids]
        words = _("{player} bid {bid} and took {tricks}")
        each = (words.format(player=names[seat], bid=line.bids[seat], tricks=line.tricks[seat]) for seat in there)
        return ", ".join(each)

    def on_wall(self, board: Screen, chances: Mapping[int, Chance]) -> Screen:
        rows = [replace(row, chance=chances.get(row.seat)) for row in board.context["rows"]]
        return Screen(board.template, {**board.context, "rows": rows, "css": "wall-chances"})


FORECASTS = DirtyDogForecasts()
