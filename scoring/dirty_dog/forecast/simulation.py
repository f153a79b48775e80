"""Simulates the hands that are left many times over: how often each seat wins, and how often it finishes last."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from scoring.dirty_dog.forecast.hands import legal_hands, weights
from scoring.dirty_dog.forecast.history import History
from scoring.dirty_dog.forecast.points import Point, settled
from scoring.dirty_dog.forecast.rates import high, made, player_share
from scoring.dirty_dog.sheet import DirtyDogSheet
from scoring.turning import SIMULATIONS


def forecast(sheet: DirtyDogSheet, history: History, players: Mapping[int, int], seed: Sequence[int]) -> Point:
    """The chances between two hands of a match; a hand with bids but no tricks counts as not begun.

    `players` is the player by seat, whose rates in `history` are used. The same seed, such as the number of the match,
    returns the same figures after the same hand.
    """
    if sheet.finished or len(sheet.active_seats) < 2:
        return settled(sheet)
    rng = np.random.default_rng([*seed, sheet.hand])
    totals = np.tile(np.array([sheet.totals[seat] for seat in sheet.seating_order], np.int16), (SIMULATIONS, 1))
    there = [place for place, seat in enumerate(sheet.seating_order) if seat in sheet.active_seats]
    at_table = [players[seat] for seat in sheet.seating_order if seat in sheet.active_seats]
    for cards, hands in sorted(Counter(sheet.remaining).items()):
        fallen = _sampled_points(history, at_table, cards, np.random.default_rng([*seed, len(there), cards]))
        for _ in range(hands):
            totals[:, there] += fallen[rng.permutation(SIMULATIONS)]
    wins, lasts = _ends(totals, there, rng)
    return Point(
        dict(zip(sheet.seating_order, map(int, wins), strict=True)),
        dict(zip(sheet.seating_order, map(int, lasts), strict=True)),
    )


def _sampled_points(
    history: History, players: Sequence[int], cards: int, rng: np.random.Generator
) -> NDArray[np.int16]:
    """The points of `SIMULATIONS` hands of `cards` cards, one row a hand and one column a player; each hand occurs as
    often as it is likely. All hands of a size in a match use the same ones, so that two points of the curve differ only
    by what was played.
    """
    hands = legal_hands(history, len(players), cards, rng)
    shares = ([player_share(history, player, cards, counted) for player in players] for counted in (made, high))
    likely = weights(hands, *shares)
    spread = (np.arange(SIMULATIONS) + rng.random()) / SIMULATIONS
    return hands.points.T[np.searchsorted(np.cumsum(likely)[:-1], spread, side="right")]


def _ends(totals: NDArray[np.int16], there: Sequence[int], rng: np.random.Generator) -> tuple[Any, Any]:
    """How often each column is first and last.

    Those tied at the top play a blind hand and those at the bottom pull a card: each is equally likely (DD-36, DD-40).
    A leaver may lose but not win; the winner never loses (DD-44, HR-DD-09).
    """
    columns = totals.shape[1]
    keyed = totals + rng.random(totals.shape, np.float32)
    top = np.full(keyed.shape, -np.inf, np.float32)
    top[:, there] = keyed[:, there]
    winner = top.argmax(axis=1)
    keyed[np.arange(len(keyed)), winner] = np.inf
    last = keyed.argmin(axis=1)
    return np.bincount(winner, minlength=columns), np.bincount(last, minlength=columns)
