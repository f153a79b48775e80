"""Counts of the bids in a club's finished matches: what was bid, how often it was made, how far off the others were."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from msgspec import Struct, field

from scoring.dirty_dog.sheet import DirtyDogSheet


class Bids(NamedTuple):
    """How many bids, how many of them were made, and how many were above an equal share of the tricks."""

    times: int = 0
    made: int = 0
    high: int = 0

    def with_row(self, row: "Row") -> "Bids":
        """These counts with the bids of a row added."""
        made, high = row.off == 0, is_high(row.bid, row.players, row.cards)
        return Bids(self.times + row.times, self.made + made * row.times, self.high + high * row.times)


def is_high(bid: int, players: int, cards: int) -> bool:
    """Whether a bid is above an equal share of the tricks.

    >>> is_high(1, 4, 4), is_high(1, 4, 3)
    (False, True)
    """
    return bid * players > cards


class Row(Struct, frozen=True):
    """`times` equal bids of one player: at a table of `players`, in a hand of `cards` cards.

    `off` is tricks minus bid: 0 is a bid that was made.
    """

    player: int
    players: int
    cards: int
    bid: int
    off: int
    times: int = 1


class History(Struct, frozen=True):
    """Counts of bids in so many `matches`.

    `club` are those of the club by cards, `players` those of each player by cards, `bids` the number of each bid as
    {size of table: {cards: {bid: count}}}, `misses` the bids that were not made by tricks minus bid.
    """

    matches: int = 0
    club: Mapping[int, Bids] = field(default_factory=dict)
    players: Mapping[int, Mapping[int, Bids]] = field(default_factory=dict)
    bids: Mapping[int, Mapping[int, Mapping[int, int]]] = field(default_factory=dict)
    misses: Mapping[int, int] = field(default_factory=dict)


def history_of(matches: int, rows: Iterable[Row]) -> History:
    """The sum of the rows of so many matches.

    >>> history_of(1, [Row(7, 5, 3, 0, 0, times=2), Row(7, 5, 3, 2, -1)]).players
    {7: {3: Bids(times=3, made=2, high=1)}}
    """
    club: dict[int, Bids] = {}
    players: dict[int, dict[int, Bids]] = {}
    bids: dict[int, dict[int, dict[int, int]]] = {}
    misses: dict[int, int] = {}
    for row in rows:
        for counts in (club, players.setdefault(row.player, {})):
            counts[row.cards] = counts.get(row.cards, Bids()).with_row(row)
        of_size = bids.setdefault(row.players, {}).setdefault(row.cards, {})
        of_size[row.bid] = of_size.get(row.bid, 0) + row.times
        if row.off:
            misses[row.off] = misses.get(row.off, 0) + row.times
    return History(matches, club, players, bids, misses)


def rows_of(sheet: DirtyDogSheet, players: Mapping[int, int]) -> Iterable[Row]:
    """Yield a row for each bid of a sheet; `players` is the player on each seat."""
    for line in sheet.lines:
        for seat, made in line.made.items():
            bid = line.bids[seat]
            off = 0 if made else line.tricks[seat] - bid
            yield Row(players[seat], len(line.order), line.cards, bid, off)
