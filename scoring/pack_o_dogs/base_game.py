"""A base game: an optional running log of captures, and the count of the piles (PK-06 to PK-15)."""

from msgspec.structs import replace

from scoring.base import Malformed
from scoring.messages import Message, at, counted
from scoring.pack_o_dogs.complex_game import check_winner
from scoring.pack_o_dogs.entries import Capture, Piles
from scoring.pack_o_dogs.line import PilesLine
from scoring.pack_o_dogs.sheet import PackSheet
from scoring.pack_o_dogs.start import NOTHING
from scoring.pack_o_dogs.worth import captured

LARGEST_PILE = 1000


def capture(sheet: PackSheet, entry: Capture) -> PackSheet:
    """The sheet after a turn that put cards in a player's pile (PK-06, PK-07, PK-11)."""
    check_winner(sheet, entry)
    more = captured(pack=entry.pack, low_cat=entry.low_cat)
    piles = {**sheet.piles, entry.winner: sheet.piles[entry.winner] + more}
    return replace(sheet, piles=piles, captures=sheet.captures + 1)


def count(sheet: PackSheet, entry: Piles) -> PackSheet:
    """The sheet after a base game whose piles were counted; the captures only propose a count, and what was counted is
    what scores (PK-14, PK-15).
    """
    _check_piles(sheet, entry)
    points = {seat: entry.piles[seat] for seat in sheet.active_seats}
    line = PilesLine(
        number=sheet.number,
        points=points,
        totals={seat: total + points[seat] for seat, total in sheet.totals.items()},
        game=sheet.game,
        captures=sheet.captures,
        logged=sheet.piles,
    )
    lines = (*sheet.lines, line)
    return replace(sheet, lines=lines, totals=line.totals, game=sheet.game + 1, piles=NOTHING, captures=0)


def _check_piles(sheet: PackSheet, entry: Piles) -> None:
    for seat in entry.piles:
        if seat not in sheet.active_seats:
            message = Message("There is no seat {seat}: two players have piles.", seat=seat + 1)
            raise Malformed("unknown-player", message, at=sheet.number, seat=seat, field="piles")
    for seat in sheet.active_seats:
        _check_pile(sheet, seat, entry.piles.get(seat))


def _check_pile(sheet: PackSheet, seat: int, cards: int | None) -> None:
    if cards is None:
        message = Message("{player}’s pile is missing: count both.", player=at(seat))
        raise Malformed("malformed", message, at=sheet.number, seat=seat, field="piles")
    if cards < 0:
        message = Message("{player}’s pile cannot hold fewer than 0 cards: count it again.", player=at(seat))
        raise Malformed("negative", message, at=sheet.number, seat=seat, field="piles")
    if cards > LARGEST_PILE:
        message = counted(
            "{player}’s pile cannot hold {count} card: count it again.",
            "{player}’s pile cannot hold {count} cards: count it again.",
            cards,
            player=at(seat),
        )
        raise Malformed("piles", message, at=sheet.number, seat=seat, field="piles")
