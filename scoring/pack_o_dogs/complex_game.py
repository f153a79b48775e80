"""A round of the complex game, and the end of a game when a player has won four rounds (PK-20 to PK-36)."""

from collections.abc import Mapping

from msgspec.structs import replace

from scoring.base import Malformed
from scoring.messages import Message
from scoring.pack_o_dogs.entries import Capture, Round
from scoring.pack_o_dogs.line import RoundLine
from scoring.pack_o_dogs.sheet import Game, PackSheet
from scoring.pack_o_dogs.start import NOTHING
from scoring.pack_o_dogs.worth import ROUNDS_TO_WIN

SHORT, LONG = 2, 3


def win(sheet: PackSheet, entry: Round) -> PackSheet:
    """The sheet after a round that a player won (PK-25 to PK-29)."""
    check_winner(sheet, entry)
    _check_turns(sheet, entry)
    line = _line(sheet, entry)
    after = replace(
        sheet,
        lines=(*sheet.lines, line),
        totals=line.totals,
        rounds_won=line.rounds_won,
        points=line.game_points,
        leader=entry.winner,
        streak=line.product.streak,
    )
    return _close(after, entry.winner) if line.rounds_won[entry.winner] == ROUNDS_TO_WIN else after


def check_winner(sheet: PackSheet, entry: Round | Capture) -> None:
    """Raise Malformed unless the winner is one of the two and a treat completes a pack (PK-12, PK-36)."""
    if entry.winner not in sheet.active_seats:
        message = Message("There is no seat {seat}: one of the two players wins.", seat=entry.winner + 1)
        raise Malformed("winner", message, at=sheet.number, field="winner")
    if entry.treat and not entry.pack:
        message = Message("A treat can only complete a pack: mark the pack too, or take the treat away.")
        raise Malformed("treat", message, at=sheet.number, seat=entry.winner, field="treat")


def _check_turns(sheet: PackSheet, entry: Round) -> None:
    """Raise Malformed `turns` unless there were three turns, or two where the second completed a pack (PK-23, PK-24);
    None is valid.
    """
    if entry.turns is None or entry.turns == LONG or (entry.turns == SHORT and entry.pack):
        return
    message = Message("A round has {short} or {long} turns, not {turns}.", short=SHORT, long=LONG, turns=entry.turns)
    if entry.turns == SHORT:
        message = Message(
            "Only a pack ends a round after {short} turns: mark the pack, or write {long} turns.",
            short=SHORT,
            long=LONG,
        )
    raise Malformed("turns", message, at=sheet.number, field="turns")


def _line(sheet: PackSheet, entry: Round) -> RoundLine:
    seat, product = entry.winner, sheet.product(entry.winner, pack=entry.pack)
    return RoundLine(
        number=sheet.number,
        points=_more(NOTHING, seat, product.points),
        totals=_more(sheet.totals, seat, product.points),
        game=sheet.game,
        round_in_game=sheet.round_in_game,
        winner=seat,
        pack=entry.pack,
        turns=entry.turns,
        treat=entry.treat,
        product=product,
        rounds_won=_more(sheet.rounds_won, seat, 1),
        game_points=_more(sheet.points, seat, product.points),
    )


def _more(values: Mapping[int, int], seat: int, more: int) -> dict[int, int]:
    return {**values, seat: values[seat] + more}


def _close(sheet: PackSheet, closer: int) -> PackSheet:
    """The sheet after the game ends: the points decide the winner, and a tie goes to `closer`, the seat that won four
    rounds (PK-31, PK-32, HR-PK-02).
    """
    other = 1 - closer
    mine, yours = sheet.points[closer], sheet.points[other]
    game = Game(
        number=sheet.game,
        points=sheet.points,
        rounds_won=sheet.rounds_won,
        closer=closer,
        winner=closer if mine >= yours else other,
        decided_by="rounds" if mine == yours else "points",
    )
    return replace(
        sheet,
        game=sheet.game + 1,
        games=(*sheet.games, game),
        rounds_won=NOTHING,
        points=NOTHING,
        leader=None,
        streak=0,
    )
