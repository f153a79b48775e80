"""How the end of a match of Dirty Dog is being settled: tie-break hands and card pulls (DD-36 to DD-42, HR-DD-07)."""

from collections.abc import Mapping

from msgspec import Struct


class TiebreakLine(Struct, frozen=True):
    """A tie-break hand: it ranks those who were level and nobody else (DD-38, HR-DD-07)."""

    number: int
    cards: int
    dealer: int
    order: tuple[int, ...]
    bids: Mapping[int, int]
    tricks: Mapping[int, int]
    points: Mapping[int, int]


class Ending(Struct, frozen=True):
    """How the end is being settled, once the last hand is played.

    `level` are those still level at the top (one of them: the winner), `low` those still level at the bottom (one: the
    loser; None until the tie-break hand says who is left to lose).
    """

    level: tuple[int, ...]
    low: tuple[int, ...] | None
    hands: tuple[TiebreakLine, ...] = ()
    pulls: tuple[Mapping[int, str], ...] = ()
    shortened: bool = False
