"""How often a bid is made, and how often it is high, shrunk: few bids say little, so a share begins at what is known
otherwise and moves slowly.

A player's share at a number of cards begins at the club's share there, times how much more often than the club the
player does so at all sizes together. Without a single bid a player is an average one.
"""

from collections.abc import Callable
from typing import TypeAlias

from scoring.dirty_dog.forecast.history import Bids, History

Counted: TypeAlias = Callable[[Bids], int]
AVERAGE = 0.55  # of what a club without a bid does
CLUB, PLAYER, SIZE = 30, 60, 90  # bids that what is known otherwise counts for
LEAST, MOST = 0.05, 0.95
NOTHING = Bids()


def made(bids: Bids) -> int:
    return bids.made


def high(bids: Bids) -> int:
    return bids.high


def club_share(history: History, cards: int, counted: Counted = made) -> float:
    """Of all bids of the club at so many cards.

    >>> club_share(History(club={3: Bids(30, 15)}), 3), club_share(History(), 3)
    (0.5125, 0.55)
    """
    every = history.club.values()
    overall = (sum(map(counted, every)) + CLUB * AVERAGE) / (sum(bids.times for bids in every) + CLUB)
    own = history.club.get(cards, NOTHING)
    return (counted(own) + CLUB * overall) / (own.times + CLUB)


def player_share(history: History, player: int, cards: int, counted: Counted = made) -> float:
    """Of the bids of one player at so many cards.

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
    """How likely each bid from 0 to `cards` is. Where the club has not bid, every trick is anybody's.

    >>> [round(share, 2) for share in bid_shares(History(), 4, 2)]
    [0.56, 0.38, 0.06]
    """
    counted = history.bids.get(players, {}).get(cards, {})
    shares = [counted.get(bid, 0) + CLUB * _anybodys(players, cards, bid) for bid in range(cards + 1)]
    return [share / sum(shares) for share in shares]


def _anybodys(players: int, cards: int, tricks: int) -> float:
    """How likely somebody is to take so many when each of the players takes a trick as often as any other."""
    ways = 1
    for step in range(tricks):
        ways = ways * (cards - step) // (step + 1)
    return float(ways * (players - 1) ** (cards - tricks) / players**cards)


# What the first misses of a club are thought to be off by: a trick too few as often as one too many.
FIRST_MISSES = {-2: 2, -1: 8, 1: 8, 2: 2}


def miss_shares(history: History) -> list[tuple[int, float]]:
    """By how many tricks a bid that is not made is off, and how likely each is.

    >>> miss_shares(History())
    [(-2, 0.1), (-1, 0.4), (1, 0.4), (2, 0.1)]
    """
    offs = sorted({*FIRST_MISSES, *history.misses})
    counts = {off: history.misses.get(off, 0) + FIRST_MISSES.get(off, 0) for off in offs}
    return [(off, count / sum(counts.values())) for off, count in counts.items()]
