"""What the scorekeeper records next, with everything a screen needs to prevent a mistake."""

from collections.abc import Mapping
from typing import TypeAlias

from msgspec import Struct

from scoring.pack_o_dogs.sheet import ROUNDS_TO_WIN, PackSheet, Product, RoundLine, captured, late


class Deal(Struct, frozen=True):
    """How many cards to deal for the next round: `hands` to each player, `table` to the table (PK-30)."""

    hands: int
    table: int


class Pays(Struct, frozen=True):
    """The points of a round for its winner, without (`plain`) and with a pack; `ends_game` where it would be the fourth
    one won (PK-31).
    """

    plain: Product
    pack: Product
    ends_game: bool


class RoundStep(Struct, frozen=True):
    """The next step is a round of the complex game.

    `rounds_won` and `points` are those of the game in progress; `late` is its multiplier (1 up to round four); `leader`
    has won the last `streak` rounds of it. `deal` is known where the turns of the round before were written down, and
    never at the start of a game, which is dealt from the beginning.
    """

    number: int
    game: int
    games: int
    round_in_game: int
    rounds_won: Mapping[int, int]
    points: Mapping[int, int]
    leader: int | None
    streak: int
    late: int
    pays: Mapping[int, Pays]
    deal: Deal | None


class Takes(Struct, frozen=True):
    """How many cards a turn of the base game adds to its winner's pile (PK-06, PK-07, PK-11)."""

    plain: int
    pack: int
    low_cat: int
    pack_low_cat: int


class PilesStep(Struct, frozen=True):
    """The next step is a base game, new or in progress: log a capture, or count the piles.

    `piles` are the cards captured by the log, the proposal for the count; `captures` is how many turns were logged.
    """

    number: int
    game: int
    games: int
    piles: Mapping[int, int]
    captures: int
    takes: Takes


Step: TypeAlias = RoundStep | PilesStep


def next_step(sheet: PackSheet) -> Step | None:
    """The next step; None when all games are played."""
    if sheet.finished:
        return None
    return _piles(sheet) if sheet.options.mode == "base" else _round(sheet)


def _round(sheet: PackSheet) -> RoundStep:
    return RoundStep(
        number=sheet.number,
        game=sheet.game,
        games=sheet.options.games,
        round_in_game=sheet.round_in_game,
        rounds_won=sheet.rounds_won,
        points=sheet.points,
        leader=sheet.leader,
        streak=sheet.streak,
        late=late(sheet.round_in_game),
        pays={seat: _pays(sheet, seat) for seat in sheet.active_seats},
        deal=_deal(sheet),
    )


def _pays(sheet: PackSheet, seat: int) -> Pays:
    ends = sheet.rounds_won[seat] + 1 == ROUNDS_TO_WIN
    return Pays(sheet.product(seat, pack=False), sheet.product(seat, pack=True), ends)


def _deal(sheet: PackSheet) -> Deal | None:
    """The cards to deal: hands back to six, the table back to three; a treat is discarded with its pack (PK-30, PK-36).
    None where the turns were not written down.
    """
    last = sheet.lines[-1] if sheet.lines and sheet.leader is not None else None
    if not isinstance(last, RoundLine) or last.turns is None:
        return None
    return Deal(hands=last.turns, table=3 if last.treat else 2)


def _piles(sheet: PackSheet) -> PilesStep:
    return PilesStep(
        number=sheet.number,
        game=sheet.game,
        games=sheet.options.games,
        piles=sheet.piles,
        captures=sheet.captures,
        takes=Takes(
            plain=captured(pack=False, low_cat=False),
            pack=captured(pack=True, low_cat=False),
            low_cat=captured(pack=False, low_cat=True),
            pack_low_cat=captured(pack=True, low_cat=True),
        ),
    )
