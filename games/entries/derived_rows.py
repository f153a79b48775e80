"""Rows derived from a sheet: a tally per seat and round, a result per seat. Pure functions; the ledger stores them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scoring.base import Engine, Line, Sheet
from scoring.competition.ranking import places

Key = tuple[int, int]


@dataclass(frozen=True)
class TallyRow:
    """The derived fields of a `Tally`."""

    points: int
    total: int
    place: int
    facts: Mapping[str, int]


@dataclass(frozen=True)
class SeatRow:
    """The derived fields of a `Seat`."""

    total: int
    place: int
    is_winner: bool
    is_loser: bool


def tally_rows(sheet: Sheet) -> dict[Key, TallyRow]:
    """Tallies by (seat, round number); a void round has none."""
    return _rows(sheet.lines)


def moved_rows(before: Sheet, after: Sheet) -> tuple[dict[Key, TallyRow], dict[Key, TallyRow]]:
    """The tallies of both sheets from the first differing line on, so that a long match costs no more."""
    same = 0
    for old, new in zip(before.lines, after.lines, strict=False):
        if old is not new:
            break
        same += 1
    return _rows(before.lines[same:]), _rows(after.lines[same:])


def _rows(lines: Sequence[Line]) -> dict[Key, TallyRow]:
    return {(seat, line.number): row for line in lines for seat, row in _of_line(line).items()}


def _of_line(line: Line) -> dict[int, TallyRow]:
    place = {seat: rank.place for rank in places(line.totals) for seat in rank.seats}
    return {
        seat: TallyRow(line.points[seat], line.totals[seat], place[seat], dict(facts))
        for seat, facts in line.facts.items()
    }


def seat_rows(engine: Engine[Any], sheet: Sheet) -> dict[int, SeatRow]:
    """Results by seat."""
    place = {seat: rank.place for rank in engine.ranks(sheet) for seat in rank.seats}
    return {
        seat: SeatRow(sheet.totals[seat], place.get(seat, len(place) + 1), seat in sheet.winners, seat in sheet.losers)
        for seat in range(sheet.seats)
    }


def rounds_played(sheet: Sheet) -> int:
    """How many rounds were scored; void ones do not count."""
    return sum(1 for line in sheet.lines if line.is_scored)


def is_final(sheet: Sheet) -> bool:
    """Whether the sheet is finished and nothing is left to settle."""
    return sheet.finished and not sheet.needs
