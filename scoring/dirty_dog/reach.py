"""Whether somebody can still win or lose, where a trick is not always worth the same: under house rules (HR-DD-21) by
looking for hands that bring it about.

`sign` is 1 to win and -1 to lose: somebody reaches it who ends with at least as many points, times the sign, as
everybody else.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import accumulate
from typing import Any, NamedTuple

from scoring.dirty_dog.entries import Options, played
from scoring.dirty_dog.hand import has_rule, points
from scoring.dirty_dog.house_rules import resolved

MOST_STEPS = 3000  # of one search: what takes longer counts as possible

Values = Sequence["Value"]
Needs = tuple[int, ...]
Rules = tuple[tuple[str, Any], ...]  # what is `played`: options themselves are no key of a cache


class Value(NamedTuple):
    """The points, times the sign, that suit the search best with so many tricks; `bid` is the only bid for them (None:
    there are several), `other` are those of the next best bid (None: there is none).
    """

    points: int
    bid: int | None
    other: int | None


class Hand(NamedTuple):
    """A hand that is left: what it can be worth by tricks, to the one looked at (`mine`) and to each of the others at
    the table (`theirs`); `is_ruled` where the bids may not add up to the cards. `least` and `most` are what it can
    bring in points more than each of the others; the last of each is what it brings at all.
    """

    cards: int
    mine: Values
    theirs: Sequence[Values]
    is_ruled: bool
    least: Sequence[int]
    most: Sequence[int]


NOT_HERE: Values = (Value(0, None, None),)  # who has left takes no trick and wins no point


def is_even(options: Options) -> bool:
    """Whether each trick of a made bid is worth the same, so that what is left can be summed up.

    >>> from scoring.dirty_dog.house_rules import Made, Scoring
    >>> is_even(Options()), is_even(Options(scoring="squares")), is_even(Options(scoring=Scoring(Made(10, zero=5))))
    (True, False, False)
    """
    made, missed = resolved(options.scoring).made, resolved(options.scoring).missed
    return not made.bid_squared and made.zero is None and (missed.by != "tricks" or missed.each <= made.trick)


def hands_left(
    options: Options, sizes: Sequence[int], others: int, sign: int, *, is_here: bool, bids: Sequence[int] = ()
) -> list[Hand]:
    """The hands of these sizes with so many others at the table. `bids` are those of the first hand, if they are in:
    that of the one looked at first, if here, and then the others'.
    """
    rules, alike = tuple(played(options).items()), others + is_here
    found = [
        _hand(rules, cards, ((),) * alike, sign, is_here=is_here, is_ruled=has_rule(options, cards)) for cards in sizes
    ]
    if bids:
        found[0] = _hand(rules, sizes[0], tuple((bid,) for bid in bids), sign, is_here=is_here, is_ruled=False)
    return found


@lru_cache(maxsize=512)
def _hand(
    rules: Rules, cards: int, bids: tuple[tuple[int, ...], ...], sign: int, *, is_here: bool, is_ruled: bool
) -> Hand:
    """A hand; for each at the table the bid, where it is known."""
    mine = _values(rules, cards, bids[0], sign, is_mine=True) if is_here else NOT_HERE
    theirs = [_values(rules, cards, each, sign, is_mine=False) for each in bids[is_here:]]
    rows = [
        [mine[one].points - values[two].points for one in range(len(mine)) for two in range(cards - one + 1)]
        for values in theirs
    ]
    own = [value.points for value in mine]
    every = [value for values in (mine, *theirs) for value in values]
    lost = max(0 if value.other is None else abs(value.other - value.points) for value in every)
    least, most = [*(min(row) - lost for row in rows), min(own) - lost], [*map(max, rows), max(own)]
    return Hand(cards, mine, theirs, is_ruled, least, most)


@lru_cache(maxsize=512)
def _values(rules: Rules, cards: int, bids: tuple[int, ...], sign: int, *, is_mine: bool) -> Values:
    options, best = Options(**dict(rules)), max if is_mine else min
    found = []
    for took in range(cards + 1):
        worth = {bid: sign * points(options, bid, took, cards) for bid in bids or range(cards + 1)}
        first = best(worth.values())
        suits = [bid for bid, each in worth.items() if each == first]
        rest = [each for bid, each in worth.items() if bid != suits[0]]
        found.append(Value(first, suits[0] if len(suits) == 1 else None, best(rest) if rest else None))
    return found


def can_reach(left: Sequence[Hand], needs: Sequence[int], gone: int | None = None) -> bool:
    """Whether these hands can bring the one looked at as many points more than each of the others at the table as
    `needs` says, and as many more at all as `gone` says, for those who have left.
    """
    search = _Search(left)
    try:
        return search.reaches(0, tuple(needs), search.nothing if gone is None else gone)
    except _TooLong:
        return True


class _TooLong(Exception):
    """The search has taken MOST_STEPS."""


class _Search:
    """A search of the hands in order; `least` and `most` are those of all hands from each on, added up."""

    def __init__(self, left: Sequence[Hand]) -> None:
        self.left, self.steps = left, 0
        self.known: dict[tuple[int, Needs, int], bool] = {}
        nothing = [0] * len(left[0].least)
        self.least = [*accumulate([nothing, *(hand.least for hand in left[::-1])], _added)][::-1]
        self.most = [*accumulate([nothing, *(hand.most for hand in left[::-1])], _added)][::-1]
        self.nothing = self.least[0][-1]

    def reaches(self, number: int, needs: Needs, gone: int) -> bool:
        """Whether the hands from this number on can bring it."""
        every, least, most = (*needs, gone), self.least[number], self.most[number]
        if all(need <= bound for need, bound in zip(every, least, strict=True)):
            return True
        if any(need > bound for need, bound in zip(every, most, strict=True)):
            return False
        key = number, needs, gone
        if key not in self.known:
            self.known[key] = any(self.reaches(number + 1, *after) for after in self.after(number, needs, gone))
        return self.known[key]

    def after(self, number: int, needs: Needs, gone: int) -> Iterator[tuple[Needs, int]]:
        """Yield what is needed after a hand, in each way that it can end."""
        hand, least = self.left[number], self.least[number + 1]
        for took in sorted(range(len(hand.mine)), key=lambda took: -hand.mine[took].points):
            for taken in self.shares(number, hand.cards - took, needs, hand.mine[took].points):
                for mine, theirs in _ways(hand, took, taken):
                    later = [need - mine + worth for need, worth in zip(needs, theirs, strict=True)]
                    clipped = sorted((max(need, least[0]) for need in later), reverse=True)  # the neediest first
                    yield tuple(clipped), max(gone - mine, least[-1])

    def shares(self, number: int, tricks: int, needs: Needs, mine: int) -> Iterator[tuple[int, ...]]:
        """Yield the tricks of the others, in each way that leaves nobody too far away."""
        self.steps += 1
        if self.steps > MOST_STEPS:
            raise _TooLong
        at = len(self.left[number].theirs) - len(needs)
        values, most = self.left[number].theirs[at], self.most[number + 1][0]
        enough = [took for took in range(tricks + 1) if needs[0] - mine + values[took].points <= most]
        if len(needs) == 1:
            yield from ((took,) for took in enough if took == tricks)
            return
        for took in sorted(enough, key=lambda took: values[took].points):
            yield from ((took, *more) for more in self.shares(number, tricks - took, needs[1:], mine))


def _added(first: Sequence[int], second: Sequence[int]) -> list[int]:
    return [one + two for one, two in zip(first, second, strict=True)]


def _ways(hand: Hand, took: int, taken: Sequence[int]) -> Iterator[tuple[int, list[int]]]:
    """Yield the points of a hand with these tricks; where The Rule bars the only bids for them, somebody bids
    otherwise.
    """
    every = [hand.mine[took], *(values[each] for values, each in zip(hand.theirs, taken, strict=True))]
    worth = [value.points for value in every]
    bids = [value.bid for value in every if value is not NOT_HERE[0]]
    if not hand.is_ruled or None in bids or sum(bid for bid in bids if bid is not None) != hand.cards:
        yield worth[0], worth[1:]
        return
    for at, value in enumerate(every):
        if value.other is not None:
            changed = [*worth[:at], value.other, *worth[at + 1 :]]
            yield changed[0], changed[1:]
