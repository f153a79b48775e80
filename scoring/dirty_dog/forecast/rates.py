"""How often a bid is made, and how often it is high, by shrinkage estimation: a share starts at a prior and moves away
from it slowly, since few bids are weak evidence.

The prior of a player's share at a number of cards is the club's share there, times the ratio of the player's bids that
count to those expected by the club's shares, at all sizes together. A player without a single bid is an average one.
"""

from collections.abc import Callable
from typing import TypeAlias

from scoring.dirty_dog.forecast.history import Bids, History

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
