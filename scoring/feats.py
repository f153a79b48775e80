"""Call-out counts and feats of a whole match, stored beside its result.

Rounds are numbered from 1 without void ones, as players count them.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from scoring.base import CallOut, Line, Sheet


@dataclass(frozen=True)
class CallOutCount:
    """How often a call-out was made for one seat (None: the whole table), and in which round last (from 1)."""

    term: str
    seat: int | None
    times: int
    round: int


Call = tuple[int, str, int | None]
LineT = TypeVar("LineT", bound=Line)


def rounds(sheet: Sheet) -> list[tuple[int, Line]]:
    """The scored lines of a sheet with their numbers, from 1."""
    return list(enumerate((line for line in sheet.lines if line.is_scored), start=1))


def called_out(sheet: Sheet) -> tuple[CallOutCount, ...]:
    """The call-outs of a match, counted; one that stays true for several rounds counts once, in the round it begins."""
    return summed(calls(rounds(sheet), calls_of))


def calls_of(line: Line) -> list[tuple[str, int | None]]:
    """The terms and seats that a line calls out; None for the whole table."""
    return [(call.term, seat) for call in line.callouts for seat in seats_of(call)]


def calls(
    played: Iterable[tuple[int, LineT]],
    calls_in: Callable[[LineT], Sequence[tuple[str, int | None]]],
    every_time: Collection[str] = (),
) -> Iterator[Call]:
    """Yield round, term and seat of every new call-out; `calls_in` returns those of a line. A term in `every_time` is
    new in every round, any other only for a seat of which it was not true the round before.
    """
    before: Sequence[tuple[str, int | None]] = ()
    for number, line in played:
        now = calls_in(line)
        yield from ((number, *each) for each in now if each[0] in every_time or each not in before)
        before = now


def seats_of(call: CallOut) -> tuple[int | None, ...]:
    """The seats of a call-out, or (None,) for the whole table.

    >>> seats_of(CallOut("spooning", (1, 2))), seats_of(CallOut("overbid"))
    ((1, 2), (None,))
    """
    return call.seats or (None,)


def summed(calls: Iterable[Call]) -> tuple[CallOutCount, ...]:
    """Count the calls by term and seat, in the order in which each first appeared.

    >>> summed(iter([(1, "sbr", 0), (2, "sbr", 1), (4, "sbr", 0)]))
    (CallOutCount(term='sbr', seat=0, times=2, round=4), CallOutCount(term='sbr', seat=1, times=1, round=2))
    """
    times: dict[tuple[str, int | None], tuple[int, int]] = {}
    for number, term, seat in calls:
        before, _ = times.get((term, seat), (0, 0))
        times[term, seat] = (before + 1, number)
    return tuple(CallOutCount(term, seat, count, last) for (term, seat), (count, last) in times.items())


def feats(sheet: Sheet) -> Mapping[int, Mapping[str, int]]:
    """Named small integers by seat about the whole match, for the club's records.

    `best` is the points of the best round and `best_round` its number. Only a winner who was behind has `climb`: the
    largest lead, in points, that the leader had over that seat, and `climb_round`, the round after which it was that
    large.
    """
    feats_of: dict[int, dict[str, int]] = {seat: {} for seat in range(sheet.seats)}
    for number, line in rounds(sheet):
        top = max(line.totals.values())
        for seat, points in line.points.items():
            record_if_higher(feats_of[seat], "best", points, number)
            if seat in sheet.winners and line.totals[seat] < top:
                record_if_higher(feats_of[seat], "climb", top - line.totals[seat], number)
    return feats_of


def record_if_higher(feats: dict[str, int], name: str, value: int, number: int) -> bool:
    """Set `name` and `{name}_round` where the value is above the one so far (at first 0), and return whether it was. Of
    equal values the first stays.
    """
    if value <= feats.get(name, 0):
        return False
    feats[name], feats[f"{name}_round"] = value, number
    return True
