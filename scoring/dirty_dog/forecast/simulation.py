"""Simulates the hands that are left many times over: how often each seat wins, and how often it finishes last."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from scoring.dirty_dog.entries import Options
from scoring.dirty_dog.forecast.points import Bids, History, Point, settled
from scoring.dirty_dog.hand import has_rule, worth
from scoring.dirty_dog.sheet import DirtyDogSheet
from scoring.turning import SIMULATIONS

# How often a bid is made, and how often it is high, by shrinkage estimation: a share starts at a prior and moves away
# from it slowly, since few bids are weak evidence.
# The prior of a player's share at a number of cards is the club's share there, times the ratio of the player's bids
# that count to those expected by the club's shares, at all sizes together. A player without a single bid is an
# average one.


Counted: TypeAlias = Callable[[Bids], int]
AVERAGE = 0.55  # the share assumed for a club without any bids
CLUB, PLAYER, SIZE = 30, 60, 90  # weights of the shares estimated from other data, each as a number of bids
LEAST, MOST = 0.05, 0.95
NOTHING = Bids()


def made(bids: Bids) -> int:
    """How many bids were made."""
    return bids.made


def high(bids: Bids) -> int:
    """How many bids were high."""
    return bids.high


def club_share(history: History, cards: int, counted: Counted = made) -> float:
    """The share of the club's bids at a number of cards that were made (or high, as `counted` says), from 0 to 1.

    >>> club_share(History(club={3: Bids(30, 15)}), 3), club_share(History(), 3)
    (0.5125, 0.55)
    """
    every = history.club.values()
    overall = (sum(map(counted, every)) + CLUB * AVERAGE) / (sum(bids.times for bids in every) + CLUB)
    own = history.club.get(cards, NOTHING)
    return (counted(own) + CLUB * overall) / (own.times + CLUB)


def player_share(history: History, player: int, cards: int, counted: Counted = made) -> float:
    """The share of one player's bids at a number of cards that are made (or high), from LEAST to MOST.

    >>> history = History(club={3: Bids(100, 50)}, players={7: {3: Bids(90, 90)}})
    >>> player_share(history, 8, 3) == club_share(history, 3), player_share(history, 7, 3) > 0.8
    (True, True)
    """
    sizes = history.players.get(player, {})
    expected = sum(bids.times * club_share(history, size, counted) for size, bids in sizes.items())
    more = (sum(map(counted, sizes.values())) + PLAYER) / (expected + PLAYER)
    own = sizes.get(cards, NOTHING)
    share = (counted(own) + SIZE * club_share(history, cards, counted) * more) / (own.times + SIZE)
    return min(max(share, LEAST), MOST)


def bid_shares(history: History, players: int, cards: int) -> list[float]:
    """The probability of each bid from 0 to `cards`. Where the club has no bids, every trick is equally likely to go to
    each player.

    >>> [round(share, 2) for share in bid_shares(History(), 4, 2)]
    [0.56, 0.38, 0.06]
    """
    counted = history.bids.get(players, {}).get(cards, {})
    shares = [counted.get(bid, 0) + CLUB * _binomial(players, cards, bid) for bid in range(cards + 1)]
    return [share / sum(shares) for share in shares]


def _binomial(players: int, cards: int, tricks: int) -> float:
    """The probability that one player takes so many tricks when every trick is equally likely to go to each player."""
    ways = 1
    for step in range(tricks):
        ways = ways * (cards - step) // (step + 1)
    return float(ways * (players - 1) ** (cards - tricks) / players**cards)


# Misses added to every club's, by tricks minus bid: too few as often as too many.
FIRST_MISSES = {-2: 2, -1: 8, 1: 8, 2: 2}


def miss_shares(history: History) -> list[tuple[int, float]]:
    """By how many tricks a missed bid is off (tricks minus bid), and the probability of each.

    >>> miss_shares(History())
    [(-2, 0.1), (-1, 0.4), (1, 0.4), (2, 0.1)]
    """
    offs = sorted({*FIRST_MISSES, *history.misses})
    counts = {off: history.misses.get(off, 0) + FIRST_MISSES.get(off, 0) for off in offs}
    return [(off, count / sum(counts.values())) for off, count in counts.items()]


# Random hands, thousands at once: bids that keep The Rule, tricks that add up, points by the rules.
# Bids and tricks are drawn for each player, made or missed as often as in the club; only draws whose tricks add up to
# the number of cards are kept. Then each hand gets a weight, so that every player makes a bid, and bids high, exactly
# as often as that player does.


DRAWN, KEPT = 16_384, 4_096
RESOLUTION = 1 << 16  # equally likely entries from which a bid and its tricks are drawn
ROUNDS = 5  # iterations of the weighting; no share is off by more than some thousandths after them
SURE = 0.02
Ints: TypeAlias = NDArray[np.int16]
Flags: TypeAlias = NDArray[np.bool_]


@dataclass(frozen=True)
class Hands:
    """Simulated hands, one a column, with a row for each player: points, whether the bid was made, and whether it was
    high.
    """

    points: Ints
    made: Flags
    high: Flags


def legal_hands(options: Options, history: History, players: int, cards: int, rng: np.random.Generator) -> Hands:
    """KEPT hands of `cards` cards for `players` players, drawn by the club's rates; the dealer's row is random."""
    distribution = _distribution(history, players, cards)
    drawn: list[tuple[Ints, Ints]] = []
    while sum(bids.shape[1] for bids, _ in drawn) < KEPT:
        bids, tricks = _drawn(distribution, players, cards, rng)
        if has_rule(options, cards):
            _keep_the_rule(bids, cards, rng)
        drawn.append((bids, tricks))
    bids, tricks = (np.concatenate(each, axis=1)[:, :KEPT] for each in zip(*drawn, strict=True))
    made = bids == tricks
    points = np.array(worth(options, cards), np.int16)[bids, tricks]
    chairs = rng.random((players, KEPT), np.float32).argsort(axis=0)
    rows = points, made, bids * players > cards
    return Hands(*(np.take_along_axis(each, chairs, 0) for each in rows))


def _drawn(distribution: tuple[Ints, Ints], players: int, cards: int, rng: np.random.Generator) -> tuple[Ints, Ints]:
    """The bids and tricks, one row a player, of those DRAWN hands whose tricks add up; the dealer is the last row."""
    sampled = rng.integers(0, RESOLUTION, (players, DRAWN), np.uint16)
    tricks = distribution[1][sampled]
    fits = np.flatnonzero(tricks.sum(axis=0) == cards)
    return distribution[0][sampled[:, fits]], tricks[:, fits]


def _distribution(history: History, players: int, cards: int) -> tuple[Ints, Ints]:
    """Bids and tricks as two arrays of RESOLUTION equally likely entries, so that one random number draws both."""
    outcomes = list(_outcomes(history, players, cards))
    edges = np.rint(np.cumsum([likely for _, _, likely in outcomes]) * RESOLUTION).astype(int)
    counts = np.diff(edges, prepend=0)
    bids, tricks = (np.repeat(np.array([outcome[at] for outcome in outcomes], np.int16), counts) for at in (0, 1))
    return bids, tricks


def _outcomes(history: History, players: int, cards: int) -> Iterator[tuple[int, int, float]]:
    """Yield (bid, tricks, probability). A player who bid nothing cannot miss by taking fewer tricks."""
    rate, offs = club_share(history, cards), miss_shares(history)
    for bid, share in enumerate(bid_shares(history, players, cards)):
        yield bid, bid, share * rate
        for off, likely in offs:
            tricks = bid + off if bid + off >= 0 else bid + 1
            yield bid, tricks, share * (1 - rate) * likely


def _keep_the_rule(bids: Ints, cards: int, rng: np.random.Generator) -> None:
    """Change the dealer's bid by one, up or down, where all bids add up to the number of cards (DD-18); `bids` is
    changed in place.
    """
    barred = np.flatnonzero(bids.sum(axis=0) == cards)
    dealer = bids[-1, barred]
    moved = dealer + rng.choice(np.array([-1, 1], np.int16), len(dealer))
    bids[-1, barred] = np.where(dealer == 0, 1, np.where(dealer == cards, cards - 1, moved))


def weights(hands: Hands, made: Sequence[float], high: Sequence[float]) -> NDArray[Any]:
    """The probability of each hand such that in each row a bid is made, and is high, as often as `made` and `high` say
    (iterative proportional fitting). Both are shares from 0 to 1, one a row.
    """
    likely = np.full(hands.made.shape[1], 1 / hands.made.shape[1])
    for _ in range(ROUNDS):
        for flags, shares in ((hands.high, high), (hands.made, made)):
            for flag, share in zip(flags, shares, strict=True):
                is_now = min(max(float(likely @ flag), SURE), 1 - SURE)
                likely *= np.where(flag, share / is_now, (1 - share) / (1 - is_now))
                likely /= likely.sum()
    return likely


def forecast(sheet: DirtyDogSheet, history: History, players: Mapping[int, int], seed: Sequence[int]) -> Point:
    """The chances between two hands of a match; a hand with bids but no tricks counts as not begun.

    `players` is the player by seat, whose rates in `history` are used. The same seed, such as the number of the match,
    returns the same figures after the same hand.
    """
    if sheet.finished or len(sheet.active_seats) < 2:
        return settled(sheet)
    rng = np.random.default_rng([*seed, sheet.hand])
    totals = np.tile(np.array([sheet.totals[seat] for seat in sheet.seating_order], np.int32), (SIMULATIONS, 1))
    there = [place for place, seat in enumerate(sheet.seating_order) if seat in sheet.active_seats]
    at_table = [players[seat] for seat in sheet.seating_order if seat in sheet.active_seats]
    for cards, hands in sorted(Counter(sheet.remaining).items()):
        alike = np.random.default_rng([*seed, len(there), cards])
        fallen = _sampled_points(sheet.options, history, at_table, cards, alike)
        for _ in range(hands):
            totals[:, there] += fallen[rng.permutation(SIMULATIONS)]
    wins, lasts = _ends(totals, there, rng)
    return Point(
        dict(zip(sheet.seating_order, map(int, wins), strict=True)),
        dict(zip(sheet.seating_order, map(int, lasts), strict=True)),
    )


def _sampled_points(
    options: Options, history: History, players: Sequence[int], cards: int, rng: np.random.Generator
) -> NDArray[np.int16]:
    """The points of `SIMULATIONS` hands of `cards` cards, one row a hand and one column a player; each hand occurs as
    often as it is likely. All hands of a size in a match use the same ones, so that two points of the curve differ only
    by what was played.
    """
    hands = legal_hands(options, history, len(players), cards, rng)
    shares = ([player_share(history, player, cards, counted) for player in players] for counted in (made, high))
    likely = weights(hands, *shares)
    spread = (np.arange(SIMULATIONS) + rng.random()) / SIMULATIONS
    return hands.points.T[np.searchsorted(np.cumsum(likely)[:-1], spread, side="right")]


def _ends(totals: NDArray[np.int32], there: Sequence[int], rng: np.random.Generator) -> tuple[Any, Any]:
    """How often each column is first and last.

    Those tied at the top play a blind hand and those at the bottom pull a card: each is equally likely (DD-36, DD-40).
    A leaver may lose but not win; the winner never loses (DD-44, HR-DD-09).
    """
    columns = totals.shape[1]
    keyed = totals.astype(np.float32) + rng.random(totals.shape, np.float32)
    top = np.full(keyed.shape, -np.inf, np.float32)
    top[:, there] = keyed[:, there]
    winner = top.argmax(axis=1)
    keyed[np.arange(len(keyed)), winner] = np.inf
    last = keyed.argmin(axis=1)
    return np.bincount(winner, minlength=columns), np.bincount(last, minlength=columns)
