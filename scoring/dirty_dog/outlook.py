"""What each seat can still reach: its best and worst total, and whether it can still win or lose.

A later hand is looked at by what a seat can make of so many tricks in it, whatever it bids: the most (`_most`) and
the least. As written a player who bids c and takes all c tricks has the best result while all others, who bid c as
well, have the worst; a player who bids c and takes none has the worst result while the others make their bids and
share the c tricks as they need them. So both extremes can be reached exactly, and The Rule never prevents it. The
same holds for every scoring in which each trick of a made bid is worth the same; under others (the bid squared, a
made zero with points of its own) what seems within reach by these sums is looked for, hand by hand (reach.py).
Once the bids of a hand are in, its tricks must add up, and every distribution of them is considered.
A player who has left can still lose only if everybody left at the table comes at least level, and in each hand under
The Rule one of them misses (DD-26); as written that costs least with a bid of one and no trick, and the others share
the tricks.
"""

from bisect import bisect_left
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import accumulate

from msgspec import Struct

from scoring.dirty_dog.entries import Options
from scoring.dirty_dog.hand import has_rule, points, worth
from scoring.dirty_dog.reach import can_reach, hands_left, is_even
from scoring.dirty_dog.sheet import DirtyDogSheet

FEW_HANDS = 5  # hands up to which is considered which of them a player misses, and not only how many
NEVER = 10**9


class Outlook(Struct, frozen=True):
    """What one seat can still reach: its best and worst total, whether it can win, and whether it can be the loser."""

    best: int
    worst: int
    can_win: bool
    can_lose: bool


def outlook(sheet: DirtyDogSheet) -> Mapping[int, Outlook]:
    """The outlook of every seat while hands remain, leavers included; empty once the last hand is played."""
    if sheet.finished or len(sheet.active_seats) < 2:
        return {}
    bid = len(sheet.bids) == len(sheet.order)
    sizes = sheet.remaining[1:] if bid else sheet.remaining
    future = _Future(sheet, sheet.cards if bid else 0, _later(sheet.options, sizes))
    return {seat: future.of(seat) for seat in sheet.totals}


class _Later(Struct, frozen=True):
    """The hands after the one whose bids are in, summed up: their `cards`, the `most` and `least` points of one seat,
    and the most with so many tricks of them (`reach`). `lost` is the least that missing a hand costs; `ruled` are the
    sizes of the hands under The Rule, and `empty` says that no trick counts in a hand that is missed.
    """

    cards: int
    most: int
    least: int
    reach: tuple[int, ...]
    lost: int
    ruled: tuple[int, ...]
    empty: bool

    def tricks_for(self, points: int) -> int:
        """The fewest tricks with which a seat reaches so many points; NEVER where it cannot."""
        tricks = bisect_left(self.reach, points)
        return tricks if tricks < len(self.reach) else NEVER


def _later(options: Options, sizes: Sequence[int]) -> _Later:
    hands = {cards: _Hand.of(options, cards) for cards in sizes}
    of_all = [hands[cards] for cards in sizes]
    return _Later(
        cards=sum(sizes),
        most=sum(max(hand.most) for hand in of_all),
        least=sum(hand.least for hand in of_all),
        reach=_reach(tuple(sorted(hand.most for hand in of_all))),
        lost=min((hand.lost for hand in hands.values()), default=0),
        ruled=tuple(cards for cards in sizes if has_rule(options, cards)),
        empty=all(hand.missed[0] == max(hand.missed) for hand in hands.values()),
    )


@lru_cache(maxsize=256)
def _reach(hands: tuple[tuple[int, ...], ...]) -> tuple[int, ...]:
    """The most points of one seat in all these hands with so many tricks or fewer, from the most of each by its tricks.

    >>> _reach(((5, 6), (5, 6, 7))), _reach(((10, 11), (10, 11, 14)))
    ((10, 11, 12, 13), (20, 21, 24, 25))
    """
    most = [0]
    for hand in hands:
        sums = [-NEVER] * (len(most) + len(hand) - 1)
        for before, won in enumerate(most):
            for took, more in enumerate(hand):
                sums[before + took] = max(sums[before + took], won + more)
        most = sums
    return tuple(accumulate(most, max))


class _Hand(Struct, frozen=True):
    """What a hand can be worth to one seat: the `most` points by its tricks, those of a `missed` bid, the `least`."""

    most: tuple[int, ...]
    missed: tuple[int, ...]
    least: int

    @classmethod
    def of(cls, options: Options, cards: int) -> "_Hand":
        by_tricks = [*zip(*worth(options, cards), strict=True)]
        missed = [max(points for bid, points in enumerate(each) if bid != took) for took, each in enumerate(by_tricks)]
        return cls(tuple(map(max, by_tricks)), tuple(missed), min(map(min, by_tricks)))

    @property
    def lost(self) -> int:
        """The least that a miss costs."""
        return min(most - missed for most, missed in zip(self.most, self.missed, strict=True))


class _Future(Struct, frozen=True):
    """The hands that are left: `tricks` of the hand whose bids are in (0: none), and the hands `later`."""

    sheet: DirtyDogSheet
    tricks: int
    later: _Later

    def of(self, seat: int) -> Outlook:
        """The outlook of one seat; the total of one that has left does not change."""
        here = seat in self.sheet.active_seats
        up, down = (self.later.most, self.later.least) if here else (0, 0)
        now = self.totals(seat)
        can_win = here and any(self.beats(seat, took, total + up) for took, total in enumerate(now))
        if seat in self.sheet.never_played:
            can_lose = False
        elif here:
            can_lose = any(self.trails(seat, took, total + down) for took, total in enumerate(now))
        else:
            can_lose = self.is_lowest_gone(now[0]) and self.all_reach(now[0])
        if not is_even(self.sheet.options):
            can_win = can_win and self.is_found(seat, 1)
            can_lose = can_lose and self.is_found(seat, -1)
        return Outlook(max(now) + up, min(now) + down, can_win, can_lose)

    def is_found(self, seat: int, sign: int) -> bool:
        """Whether hands are found with which the seat wins (`sign` 1) or loses (-1)."""
        sheet, now = self.sheet, self.sheet.totals
        is_here, others = seat in sheet.active_seats, [other for other in sheet.active_seats if other != seat]
        bids = [sheet.bids[each] for each in ([seat] if is_here else []) + others] if self.tricks else []
        left = hands_left(sheet.options, sheet.remaining, len(others), sign, is_here=is_here, bids=bids)
        lowest = min((now[gone] for gone in sheet.departed if gone not in sheet.never_played), default=None)
        gone = now[seat] - lowest if is_here and sign < 0 and lowest is not None else None
        return can_reach(left, [sign * (now[other] - now[seat]) for other in others], gone)

    def totals(self, seat: int) -> list[int]:
        """The possible totals of a seat after the hand whose bids are in, by the number of tricks it takes."""
        sheet, total = self.sheet, self.sheet.totals[seat]
        if self.tricks == 0 or seat not in sheet.bids:
            return [total]
        bid = sheet.bids[seat]
        return [total + points(sheet.options, bid, took, self.tricks) for took in range(self.tricks + 1)]

    def beats(self, seat: int, took: int, best: int) -> bool:
        """Whether all others can stay at or below the total `best`, if the seat takes `took` tricks in the hand whose
        bids are in.
        """
        return self.cheapest(seat, took, lambda total: max(0, total + self.later.least - best)) == 0

    def trails(self, seat: int, took: int, worst: int) -> bool:
        """Whether all others can reach the total `worst`, sharing the tricks of the later hands as they need them."""
        if not self.is_lowest_gone(worst):
            return False
        return self.cheapest(seat, took, lambda total: self.later.tricks_for(worst - total)) <= self.later.cards

    def is_lowest_gone(self, total: int) -> bool:
        """Whether nobody who has left is below the total."""
        never = self.sheet.never_played
        return all(total <= self.sheet.totals[gone] for gone in self.sheet.departed if gone not in never)

    def all_reach(self, total: int) -> bool:
        """Whether everybody at the table can reach the total although one of them misses in each later hand under The
        Rule.
        """
        needs = {(0, 0): 0}  # by tricks of the hand whose bids are in and hands missed, the fewest tricks needed later
        later, missed = self.later, _Missed(self.later.ruled, self.later.empty)
        for seat in self.sheet.active_seats:
            more: dict[tuple[int, int], int] = {}
            for (tricks, taken), needed in needs.items():
                for took, now in enumerate(self.totals(seat)[: self.tricks - tricks + 1]):
                    for mine, hands, cards in missed.left(taken):
                        need = later.tricks_for(total - now + later.lost * hands)
                        key = tricks + took, taken + mine
                        if need + cards <= later.cards and needed + need <= min(later.cards, more.get(key, NEVER)):
                            more[key] = needed + need
            needs = more
        return (self.tricks, missed.every) in needs

    def cheapest(self, seat: int, took: int, cost: Callable[[int], int]) -> int:
        """The least sum of `cost` of the others' totals, over every distribution of the remaining tricks among them."""
        others = (self.totals(other) for other in self.sheet.active_seats if other != seat)
        return shared([[cost(total) for total in totals] for totals in others], self.tricks - took)


class _Missed(Struct, frozen=True):
    """Which of the hands are missed by somebody: a set of them as bits, or how many where there are more than FEW.
    Where no trick counts in a hand that is missed (`empty`), its cards bring the one who misses it nothing.
    """

    sizes: tuple[int, ...]
    empty: bool

    @property
    def every(self) -> int:
        """All hands."""
        return (1 << len(self.sizes)) - 1 if len(self.sizes) <= FEW_HANDS else len(self.sizes)

    def left(self, taken: int) -> Iterable[tuple[int, int, int]]:
        """Yield what one player may miss when `taken` is missed by others: the hands, how many, and their cards."""
        if len(self.sizes) > FEW_HANDS:
            yield from ((hands, hands, 0) for hands in range(len(self.sizes) - taken + 1))
            return
        for mine in range(self.every + 1):
            if not mine & taken:
                cards = sum(size for at, size in enumerate(self.sizes) if mine >> at & 1)
                yield mine, mine.bit_count(), cards if self.empty else 0


def shared(costs: Iterable[Sequence[int]], tricks: int) -> int:
    """The least cost of distributing so many tricks, where `costs[n][t]` is the cost of t tricks for player n; NEVER or
    more where they cannot all be placed.

    >>> shared([[0, 5, 9], [3, 1, 0]], 2)
    0
    """
    least = [0] + [NEVER] * tricks
    for cost in costs:
        reach = len(cost)
        least = [min(least[left - t] + cost[t] for t in range(min(left + 1, reach))) for left in range(tricks + 1)]
    return least[tricks]
