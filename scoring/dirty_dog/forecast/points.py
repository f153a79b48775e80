"""Points of the chances curve, and the bids of a club's finished matches that they are computed from."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from msgspec import Struct, field

from scoring.dirty_dog.outlook import outlook
from scoring.dirty_dog.play import play
from scoring.dirty_dog.sheet import DirtyDogSheet
from scoring.dirty_dog.table import start
from scoring.turning import SIMULATIONS

# Points of the chances curve: in how many simulated continuations each seat wins and finishes last after a hand.


class Point(Struct, frozen=True):
    """Counts by seat, each map adding up to `SIMULATIONS`; seats that nobody had taken yet are left out."""

    win: Mapping[int, int]
    last: Mapping[int, int]


class Bounds(Struct, frozen=True):
    """What is certain by arithmetic alone: the seats that are `out` (can no longer win) and `safe` (can no longer
    finish last).
    """

    out: tuple[int, ...] = ()
    safe: tuple[int, ...] = ()


def sheets_after(seats: int, options: Any, entries: Iterable[Struct]) -> Sequence[DirtyDogSheet]:
    """The sheets before the first hand and after each scored one, as they were when the next one began: with those who
    joined or left in between, without any bids.
    """
    sheet = start(seats, options)
    after = {0: sheet}
    for entry in entries:
        sheet = play(sheet, entry)
        if not sheet.in_hand:
            after[sheet.hand] = sheet
    return [after[hand] for hand in sorted(after)]


def bounds(sheet: DirtyDogSheet) -> Bounds:
    """What is certain after a hand, for every seat that is; once the match is decided, for all seats."""
    if sheet.finished:
        return _decided(sheet)
    views = outlook(sheet)
    return Bounds(
        tuple(seat for seat, view in views.items() if not view.can_win),
        tuple(seat for seat, view in views.items() if not view.can_lose),
    )


def _decided(sheet: DirtyDogSheet) -> Bounds:
    point = settled(sheet)
    return Bounds(
        tuple(seat for seat in sheet.seating_order if not point.win[seat]),
        tuple(seat for seat in sheet.seating_order if not point.last[seat]),
    )


def settled(sheet: DirtyDogSheet) -> Point:
    """The chances when no hand is left to play: those who are tied have equal chances (DD-36, DD-40)."""
    level, low = _level(sheet)
    return Point(_shared(sheet.seating_order, level), _shared(sheet.seating_order, low))


def _level(sheet: DirtyDogSheet) -> tuple[Sequence[int], Sequence[int]]:
    """The seats that may still win and those that may still finish last. Where one tie reaches from top to bottom, its
    seats are in both.
    """
    best = max((sheet.totals[seat] for seat in sheet.active_seats), default=0)
    level = [seat for seat in sheet.active_seats if sheet.totals[seat] == best]
    least = min(sheet.totals[seat] for seat in sheet.seating_order if level != [seat])
    low: Sequence[int] = [seat for seat in sheet.seating_order if level != [seat] and sheet.totals[seat] == least]
    if sheet.ending is None:
        return level, low
    return sheet.ending.tied_top, low if sheet.ending.tied_bottom is None else sheet.ending.tied_bottom


def _shared(seating_order: Sequence[int], among: Sequence[int]) -> dict[int, int]:
    """`SIMULATIONS` divided evenly among some seats, the remainder going to the first of them, and 0 for the others."""
    each, over = divmod(SIMULATIONS, max(len(among), 1))
    shares = {seat: each + (place < over) for place, seat in enumerate(among)}
    return {seat: shares.get(seat, 0) for seat in seating_order}


# Counts of the bids in a club's finished matches: what was bid, how often it was made, how far off the others were.


class Bids(NamedTuple):
    """How many bids, how many of them were made, and how many were above an equal share of the tricks."""

    times: int = 0
    made: int = 0
    high: int = 0

    def with_row(self, row: "CountedBids") -> "Bids":
        """These counts with the bids of a row added."""
        made, high = row.off == 0, is_high(row.bid, row.players, row.cards)
        return Bids(self.times + row.times, self.made + made * row.times, self.high + high * row.times)


def is_high(bid: int, players: int, cards: int) -> bool:
    """Whether a bid is above an equal share of the tricks.

    >>> is_high(1, 4, 4), is_high(1, 4, 3)
    (False, True)
    """
    return bid * players > cards


class CountedBids(Struct, frozen=True):
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


def history_of(matches: int, rows: Iterable[CountedBids]) -> History:
    """The sum of the rows of so many matches.

    >>> history_of(1, [CountedBids(7, 5, 3, 0, 0, times=2), CountedBids(7, 5, 3, 2, -1)]).players
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


def rows_of(sheet: DirtyDogSheet, players: Mapping[int, int]) -> Iterable[CountedBids]:
    """Yield a row for each bid of a sheet; `players` is the player on each seat."""
    for line in sheet.lines:
        for seat, made in line.made.items():
            bid = line.bids[seat]
            off = 0 if made else line.tricks[seat] - bid
            yield CountedBids(players[seat], len(line.order), line.cards, bid, off)
