"""The rules that explain the points of a sheet: presets, and simple values of one's own (HR-DD-21)."""

import re
from collections.abc import Callable, Collection, Iterator, Sequence
from typing import Any, Literal, NamedTuple

from msgspec import ValidationError, convert

from scoring.dirty_dog.entries import Options
from scoring.dirty_dog.hand import points
from scoring.dirty_dog.house_rules import LARGEST, PRESETS, Agreed, Made, Missed, Scoring

USUAL_TRICKS = (1, 10, 5, 2, 0)  # points a trick, where all bids made took equally many


class ScoredBid(NamedTuple):
    """A bid with its result in a hand of so many cards, and the points that a sheet gives for it."""

    bid: int
    tricks: int
    cards: int
    points: int


def explaining(bids: Collection[ScoredBid]) -> list[Agreed]:
    """The scorings that give exactly these points: the presets that do, else values found from the points, the
    likeliest first; [] where none does.

    >>> explaining([ScoredBid(1, 1, 2, 11), ScoredBid(1, 0, 2, 0), ScoredBid(0, 0, 1, 10)])
    ['ten-plus', 'ten-keep']
    """
    known: list[Agreed] = [preset for preset in PRESETS if _gives(preset, bids)]
    found = (each for each in _found(bids) if _gives(each, bids))
    return known or [*sorted(found, key=lambda each: each.made.zero is not None)]


def _gives(scoring: Agreed, bids: Collection[ScoredBid]) -> bool:
    options = Options(scoring=scoring)
    return all(points(options, each.bid, each.tricks, each.cards) == each.points for each in bids)


def _found(bids: Collection[ScoredBid]) -> Iterator[Scoring]:
    made = [each for each in bids if each.bid == each.tricks]
    missed = [each for each in bids if each.bid != each.tricks]
    for lost in _missed(missed):
        for won in _made(made):
            yield Scoring(won, lost)


def _made(bids: Sequence[ScoredBid]) -> Iterator[Made]:
    """Yield what bids made may be worth, from those with tricks; a made zero is like them, or worth its own."""
    zeros = [each for each in bids if each.tricks == 0]
    for is_squared in (False, True):
        taken = {each.tricks: each.points - (each.tricks**2 if is_squared else 0) for each in bids if each.tricks}
        for trick in _slopes(taken):
            base = next((worth - trick * took for took, worth in taken.items()), zeros[0].points if zeros else 0)
            if _fit(base, trick):
                yield from (Made(base, trick, is_squared, zero) for zero in _zeros(zeros))


def _slopes(taken: dict[int, int]) -> Sequence[int]:
    """The points that a trick may add, from points by tricks; the usual ones where they do not say."""
    if len(taken) < 2:
        return USUAL_TRICKS
    (few, less), (many, more) = min(taken.items()), max(taken.items())
    return () if (more - less) % (many - few) else ((more - less) // (many - few),)


def _zeros(zeros: Sequence[ScoredBid]) -> list[int | Literal["cards"] | None]:
    worth = {each.points for each in zeros}
    own = [zero for zero in worth if len(worth) == 1 and _fit(zero)]
    return [None, "cards", *own]


def _missed(bids: Sequence[ScoredBid]) -> Iterator[Missed]:
    """Yield what bids missed may cost."""
    yield from (Missed("nothing"), Missed("difference-squared"))
    yield from (Missed("greater", each) for each in _rates(bids, lambda lost: -max(lost.bid, lost.tricks)))
    yield from (Missed("tricks", each) for each in _rates(bids, lambda lost: lost.tricks))
    by_off = {abs(each.bid - each.tricks): -each.points for each in bids}
    for each in _slopes(by_off) if len(by_off) > 1 else _rates(bids, lambda lost: -abs(lost.bid - lost.tricks)):
        base = next((worth - each * off for off, worth in by_off.items()), 0)
        if each and _fit(base, each):
            yield Missed("difference", each, base)


def _rates(bids: Sequence[ScoredBid], of: Callable[[ScoredBid], int]) -> list[int]:
    """The points for each of what is counted, if that is a whole number within what may be agreed."""
    counted = next(((each.points, of(each)) for each in bids if of(each)), None)
    if counted is None or counted[0] % counted[1]:
        return []
    return [rate for rate in (counted[0] // counted[1],) if rate and _fit(rate)]


def _fit(*values: int) -> bool:
    return all(0 <= value <= LARGEST for value in values)


# A scoring as one short word, as the answer to a question.


def code_of(agreed: Agreed) -> str:
    """The name of a preset, or the values of a scoring in a row.

    >>> code_of("ten-plus"), code_of(Scoring(Made(10, zero="cards"), Missed("difference", 5)))
    ('ten-plus', '10,1,0,cards/difference,5,0')
    """
    if not isinstance(agreed, Scoring):
        return agreed
    made, missed = agreed.made, agreed.missed
    zero = "" if made.zero is None else made.zero
    return f"{made.base},{made.trick},{made.bid_squared:d},{zero}/{missed.by},{missed.each},{missed.base}"


def scoring_of(code: str) -> Agreed | None:
    """The scoring of a code; None for what is none.

    >>> scoring_of("squares"), scoring_of("5,1,0,/greater,1,0") == Scoring(), scoring_of("?")
    ('squares', True, None)
    """
    named = next((preset for preset in PRESETS if preset == code), None)
    if named or not (found := re.fullmatch(r"(\d+),(\d+),([01]),(cards|\d*)/([a-z-]+),(\d+),(\d+)", code, re.ASCII)):
        return named
    base, trick, squared, zero, by, each, miss = found.groups()
    made: dict[str, Any] = {"base": int(base), "trick": int(trick), "bid_squared": squared == "1"}
    made |= {"zero": zero if zero == "cards" else int(zero) if zero else None}
    try:
        return convert({"made": made, "missed": {"by": by, "each": int(each), "base": int(miss)}}, Scoring)
    except ValidationError:
        return None
