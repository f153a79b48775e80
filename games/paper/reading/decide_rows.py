"""Decides what a sheet with one figure and a total of each seat in a row says, as `decide` does for Dirty Dog: the
figures of a row by all that they can be together, totals per seat from the first row to the last and back.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from games.paper.reading.cells import Probabilities, Reading
from games.paper.reading.decide import ROUNDS, WRONG_FIGURE, Decision, decision, figure_weights, from_totals
from games.paper.row_games import RowGame

LEFT_OUT = 0.3  # of the zeros that can be left out: how often they are


@dataclass(frozen=True)
class Row:
    """The readings of a row by seat; `number` from 0."""

    number: int
    figures: Sequence[Reading]
    totals: Sequence[Reading]


@dataclass(frozen=True)
class DecidedRow:
    """The decisions of a row by seat, and the totals that the figures make."""

    figures: Sequence[Decision]
    totals: Sequence[int]

    @property
    def values(self) -> tuple[int, ...]:
        """The figures alone."""
        return tuple(each.value for each in self.figures)


def decided_rows(rows: Sequence[Row], game: RowGame) -> list[DecidedRow]:
    """The likeliest sheet that the rules allow, with what is doubtful."""
    seats = range(len(rows[0].figures))
    ways, weights = zip(*game.ways(len(seats)), strict=True)
    figures, prior = np.array(ways), np.array(weights)
    points = np.array([game.points(way) for way in ways])
    alone = [prior * np.prod([_weights(row, seat, game)[figures[:, seat]] for seat in seats], axis=0) for row in rows]
    told = [[np.ones(len(ways)) for _seat in seats] for _row in rows]
    for _round in range(ROUNDS):
        for seat in seats:
            # What a row says of a seat is all that it says but for what the totals of that seat told it.
            left = [_sums(points[:, seat], _joint(own, said, seat)) for own, said in zip(alone, told, strict=True)]
            growth = from_totals([row.totals[seat] for row in rows], left)
            for at, worth in enumerate(growth):
                by_points = {int(value): worth(int(value)) for value in np.unique(points[:, seat])}
                told[at][seat] = np.array([by_points[int(value)] for value in points[:, seat]])
    totals = [0] * len(seats)
    out = []
    for row, own, said in zip(rows, alone, told, strict=True):
        joint = _joint(own, said)
        best = int(joint.argmax())
        totals = [total + int(more) for total, more in zip(totals, points[best], strict=True)]
        chances = [_sums(figures[:, seat], joint) for seat in seats]
        decisions = [
            decision(row.figures[seat], chances[seat], int(figures[best, seat]), may_be_empty=game.may_be_empty)
            for seat in seats
        ]
        out.append(DecidedRow(decisions, tuple(totals)))
    return out


def _weights(row: Row, seat: int, game: RowGame) -> Probabilities:
    """What a cell says of the numbers 0 to the largest, and where that can be meant, that nothing is written."""
    reading = row.figures[seat]
    if not game.may_be_empty:
        return figure_weights(reading, game.most)
    weights = figure_weights(reading, game.most - 1) * (1 - reading.empty)
    weights[0] += LEFT_OUT * reading.empty
    return np.append(weights, (1 - LEFT_OUT) * reading.empty + WRONG_FIGURE / game.most)


def _joint(alone: Probabilities, told: Sequence[Probabilities], but: int | None = None) -> Probabilities:
    """The probabilities of all ways to write a row, without what the totals of one seat say."""
    joint = alone * np.prod([said for seat, said in enumerate(told) if seat != but], axis=0)
    whole: Probabilities = joint / joint.sum()
    return whole


def _sums(values: Probabilities, chances: Probabilities) -> Mapping[int, float]:
    """The probability of each value."""
    return {int(value): float(chances[values == value].sum()) for value in np.unique(values)}
