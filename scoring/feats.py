"""What a finished match leaves behind beside its result: what was heard in it, and the feats of a seat.

Rounds are numbered as people say them: void ones do not count.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from scoring.base import CallOut, Line, Sheet


@dataclass(frozen=True)
class CallOutCount:
    """A call-out of a whole match: about whom (None: the whole table), how often, and in which round last."""

    term: str
    seat: int | None
    times: int
    round: int


Call = tuple[int, str, int | None]
LineT = TypeVar("LineT", bound=Line)


def rounds(sheet: Sheet) -> list[tuple[int, Line]]:
    """The lines that count, from 1."""
    return list(enumerate((line for line in sheet.lines if line.is_scored), start=1))


def called_out(sheet: Sheet) -> tuple[CallOutCount, ...]:
    """What the lines call out; whatever goes on being true is heard when it begins."""
    return summed(calls(rounds(sheet), calls_of))


def calls_of(line: Line) -> list[tuple[str, int | None]]:
    """Terms and seats of a line."""
    return [(call.term, seat) for call in line.callouts for seat in about(call)]


def calls(
    played: Iterable[tuple[int, LineT]],
    calls_in: Callable[[LineT], Sequence[tuple[str, int | None]]],
    every_time: Collection[str] = (),
) -> Iterator[Call]:
    """Round, term and seat of every call. A term of `every_time` is news in every round, any other one only for
    those of whom it was not true the round before.
    """
    before: Sequence[tuple[str, int | None]] = ()
    for number, line in played:
        now = calls_in(line)
        yield from ((number, *each) for each in now if each[0] in every_time or each not in before)
        before = now


def about(call: CallOut) -> tuple[int | None, ...]:
    """The seats of a call-out, or the table.

    >>> about(CallOut("spooning", (1, 2))), about(CallOut("overbid"))
    ((1, 2), (None,))
    """
    return call.seats or (None,)


def summed(calls: Iterable[Call]) -> tuple[CallOutCount, ...]:
    """Calls in the order of their rounds, put together by term and seat.

    >>> summed(iter([(1, "sbr", 0), (2, "sbr", 1), (4, "sbr", 0)]))
    (CallOutCount(term='sbr', seat=0, times=2, round=4), CallOutCount(term='sbr', seat=1, times=1, round=2))
    """
    times: dict[tuple[str, int | None], tuple[int, int]] = {}
    for number, term, seat in calls:
        before, _ = times.get((term, seat), (0, 0))
        times[term, seat] = (before + 1, number)
    return tuple(CallOutCount(term, seat, count, last) for (term, seat), (count, last) in times.items())


def feats(sheet: Sheet) -> Mapping[int, Mapping[str, int]]:
    """Small named ints a seat about the whole match, for records.

    `best` is the best round's points and `best_round` which one that was. Only a winner who was behind has `climb`: how
    many points the leader was ahead at the worst of it, and `climb_round`, the round after which that was.
    """
    feats_of: dict[int, dict[str, int]] = {seat: {} for seat in range(sheet.seats)}
    for number, line in rounds(sheet):
        top = max(line.totals.values())
        for seat, points in line.points.items():
            raised(feats_of[seat], "best", points, number)
            if seat in sheet.winners and line.totals[seat] < top:
                raised(feats_of[seat], "climb", top - line.totals[seat], number)
    return feats_of


def raised(feats: dict[str, int], name: str, value: int, number: int) -> bool:
    """Whether the value is a new height, not 0; then it stands, with the round. The first of equals stays."""
    if value <= feats.get(name, 0):
        return False
    feats[name], feats[f"{name}_round"] = value, number
    return True
