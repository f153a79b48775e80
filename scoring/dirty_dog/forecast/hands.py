"""Random hands, thousands at once: bids that keep The Rule, tricks that add up, points by the rules.

Bids and tricks are drawn for each player, made or missed as often as in the club; only draws whose tricks add up to the
number of cards are kept. Then each hand gets a weight, so that every player makes a bid, and bids high, exactly as
often as that player does.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from scoring.dirty_dog.forecast.history import History
from scoring.dirty_dog.forecast.rates import bid_shares, club_share, miss_shares

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


def legal_hands(history: History, players: int, cards: int, rng: np.random.Generator) -> Hands:
    """KEPT hands of `cards` cards for `players` players, drawn by the club's rates; the dealer's row is random."""
    distribution = _distribution(history, players, cards)
    drawn: list[tuple[Ints, Ints]] = []
    while sum(bids.shape[1] for bids, _ in drawn) < KEPT:
        drawn.append(_drawn(distribution, players, cards, rng))
    bids, tricks = (np.concatenate(each, axis=1)[:, :KEPT] for each in zip(*drawn, strict=True))
    made = bids == tricks
    # DD-27 to DD-29, as `scoring.dirty_dog.hands.hand.points` has them for one bid.
    points = np.where(made, 5 + tricks, -np.maximum(bids, tricks)).astype(np.int16)
    chairs = rng.random((players, KEPT), np.float32).argsort(axis=0)
    rows = points, made, bids * players > cards
    return Hands(*(np.take_along_axis(each, chairs, 0) for each in rows))


def _drawn(distribution: tuple[Ints, Ints], players: int, cards: int, rng: np.random.Generator) -> tuple[Ints, Ints]:
    """The bids and tricks, one row a player, of those DRAWN hands whose tricks add up; the dealer is the last row."""
    sampled = rng.integers(0, RESOLUTION, (players, DRAWN), np.uint16)
    tricks = distribution[1][sampled]
    fits = np.flatnonzero(tricks.sum(axis=0) == cards)
    bids, tricks = distribution[0][sampled[:, fits]], tricks[:, fits]
    _keep_the_rule(bids, cards, rng)
    return bids, tricks


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
