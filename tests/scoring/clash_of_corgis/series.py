"""Builders of games, sheets and records of Clash of Corgis for tests."""

from typing import Any

from hypothesis import strategies as st

from scoring.base import replay
from scoring.clash_of_corgis import CLASH_OF_CORGIS, CorgisSheet, Game, Options

NAMES = ("Ann", "Bo", "Cy", "Di")
Match = tuple[int, Options, list[Any]]


def won(*winners: int) -> list[Game]:
    """Games by their winners' seats, without cards left."""
    return [Game(winner) for winner in winners]


def fold(seats: int, *games: Any, **options: Any) -> CorgisSheet:
    """The sheet of these games."""
    return replay(CLASH_OF_CORGIS, seats, Options(**options), games)


def record(players: int = 3, *games: Any, **options: Any) -> dict[str, Any]:
    """A record with these games."""
    found = {"record": 1, "game": "clash-of-corgis", "players": list(NAMES[:players]), "rounds": list(games)}
    return found | {"options": options} if options else found


@st.composite
def matches(draw: st.DrawFn) -> Match:
    """Strategy for legal matches: number of seats, options and games."""
    seats = draw(st.integers(2, 4))
    first = draw(st.none() | st.integers(0, seats - 1))
    options = Options(draw(st.sampled_from([1, 3, 5, 7])), first)
    sheet = CLASH_OF_CORGIS.start(seats, options)
    games: list[Any] = []
    for _ in range(draw(st.integers(0, 14))):
        if sheet.finished:
            break
        games.append(draw(a_game(seats)))
        sheet = CLASH_OF_CORGIS.play(sheet, games[-1])
    return seats, options, games


@st.composite
def a_game(draw: st.DrawFn, seats: int) -> Game:
    """Strategy for one game; the cards left of nobody, of some or of everybody are noted, in any order."""
    winner = draw(st.integers(0, seats - 1))
    left = {seat: draw(st.integers(1, 12)) for seat in draw(st.permutations(range(seats))) if seat != winner}
    counted = draw(st.sampled_from([0, seats - 2, seats - 1, seats - 1]))
    kept = dict(list(left.items())[:counted])
    return Game(winner, {**kept, winner: 0} if draw(st.booleans()) and kept else kept)
