"""The rows a sheet gives: one tally a seat and round, one result a seat. Pure: the ledger writes them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scoring.base import Engine, Line, Sheet
from scoring.competition.ranking import places

Key = tuple[int, int]


@dataclass(frozen=True)
class TallyRow:
    points: int
    total: int
    place: int
    facts: Mapping[str, int]


@dataclass(frozen=True)
class SeatRow:
    total: int
    place: int
    is_winner: bool
    is_loser: bool


def tally_rows(sheet: Sheet) -> dict[Key, TallyRow]:
    """Keyed by (seat, round number); a void round leaves none."""
    return _rows(sheet.lines)


def moved_rows(before: Sheet, after: Sheet) -> tuple[dict[Key, TallyRow], dict[Key, TallyRow]]:
    """The rows of both sheets from the first line on in which they differ; a long match costs no more."""
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
    place = {seat: rank.place for rank in engine.ranks(sheet) for seat in rank.seats}
    return {
        seat: SeatRow(sheet.totals[seat], place.get(seat, len(place) + 1), seat in sheet.winners, seat in sheet.losers)
        for seat in range(sheet.seats)
    }


def rounds_played(sheet: Sheet) -> int:
    return sum(1 for line in sheet.lines if line.is_scored)


def is_final(sheet: Sheet) -> bool:
    return sheet.finished and not sheet.needs
