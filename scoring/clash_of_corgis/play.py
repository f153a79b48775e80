"""The fold: how a game turns one sheet into the next (CC-01, CC-11, CC-31, CC-32)."""

from collections.abc import Mapping

from msgspec import Struct
from msgspec.structs import replace

from scoring.base import Illegal, Malformed, Rank
from scoring.clash_of_corgis.entries import NAME, Game, Shorten
from scoring.clash_of_corgis.line import CorgisLine
from scoring.clash_of_corgis.sheet import CorgisSheet
from scoring.clash_of_corgis.step import HAND
from scoring.competition.ranking import places
from scoring.messages import Message, at, counted


def play(sheet: CorgisSheet, entry: Struct) -> CorgisSheet:
    """Return the sheet after one more entry; raise a RuleError that says what to do where the entry is not valid.

    >>> from scoring.clash_of_corgis import Options
    >>> from scoring.clash_of_corgis.start import start
    >>> play(start(3, Options()), Game(winner=2)).totals
    {0: 0, 1: 0, 2: 1}
    """
    if isinstance(entry, Shorten):
        return _shorten(sheet)
    if not isinstance(entry, Game):
        raise Malformed("kind", Message("“{kind}” is not an entry of {game}.", kind=type(entry).__name__, game=NAME))
    _check_open(sheet)
    if entry.winner not in sheet.active_seats:
        message = Message("There is no seat {seat}: choose who emptied the hand.", seat=entry.winner + 1)
        raise Malformed("winner", message, at=sheet.number, field="winner")
    left = _left(sheet, entry)
    points = {seat: int(seat == entry.winner) for seat in sheet.active_seats}
    totals = {seat: wins + points[seat] for seat, wins in sheet.totals.items()}
    line = CorgisLine(sheet.number, points, totals, entry.winner, sheet.starter, left)
    return replace(sheet, lines=(*sheet.lines, line), totals=totals)


def _check_open(sheet: CorgisSheet) -> None:
    """Raise Illegal `round-after-end` where the series is over."""
    if sheet.finished:
        message = Message(
            "The series is over: {player} has won it, and no game can be added.", player=at(sheet.winners[0])
        )
        if sheet.shortened:
            message = Message("The series is over: it was stopped by agreement, and no game can be added.")
        raise Illegal("round-after-end", message, at=sheet.number)


def _shorten(sheet: CorgisSheet) -> CorgisSheet:
    """The sheet after all agree to stop; the games so far count (HR-CC-07)."""
    _check_open(sheet)
    if not sheet.lines:
        raise Illegal("shorten", Message("Nothing is scored yet: stop without a result instead."), field="shortened")
    return replace(sheet, shortened=True)


def _left(sheet: CorgisSheet, entry: Game) -> Mapping[int, int]:
    """The cards left by seat, 0 for the winner; empty where nobody counted (CC-32, HR-CC-02)."""
    if not entry.cards_left:
        return {}
    for seat, cards in entry.cards_left.items():
        _check_left(sheet, entry, seat, cards)
    left = {**entry.cards_left, entry.winner: 0}
    return {seat: left[seat] for seat in sheet.active_seats if seat in left}


def _check_left(sheet: CorgisSheet, entry: Game, seat: int, cards: int) -> None:
    """Raise a RuleError unless the winner has 0 cards and any other seat 1 to HAND, the number dealt (CC-11, CC-32)."""
    if seat not in sheet.active_seats:
        message = Message("{player} does not play here: leave that player out of the cards left.", player=at(seat))
        raise Malformed("unknown-player", message, at=sheet.number, seat=seat, field="cards_left")
    if seat == entry.winner and cards != 0:
        message = Message("{player} won with an empty hand: no cards are left there.", player=at(seat))
    elif seat != entry.winner and not 1 <= cards <= HAND:
        message = counted(
            "{player} cannot have {count} card left: whoever has not won has 1 to {most}.",
            "{player} cannot have {count} cards left: whoever has not won has 1 to {most}.",
            cards,
            player=at(seat),
            most=HAND,
        )
    else:
        return
    raise Illegal("cards-left", message, at=sheet.number, seat=seat, field="cards_left")


def ranks(sheet: CorgisSheet) -> tuple[Rank, ...]:
    """The places by games won; fewer cards left rank tied seats where every game counted them (HR-CC-02)."""
    return places(sheet.totals, sheet.keys)
