"""The state of ties at the end of a Dirty Dog match: tie-break hands and card pulls (DD-36 to DD-42, HR-DD-07)."""

from collections.abc import Mapping

from msgspec import Struct


class TiebreakLine(Struct, frozen=True):
    """A tie-break hand: its `points` rank the seats that were tied and no others (DD-38, HR-DD-07). `number` counts
    from 1.
    """

    number: int
    cards: int
    dealer: int
    order: tuple[int, ...]
    bids: Mapping[int, int]
    tricks: Mapping[int, int]
    points: Mapping[int, int]


class Ending(Struct, frozen=True):
    """How ties are being settled once the last hand is played.

    `tied_top` are the seats still tied at the top (one: the winner), `tied_bottom` those still tied at the bottom (one:
    the loser; None while a tie at the top leaves open who can be the loser). `shortened`: the table agreed to stop
    early.
    """

    tied_top: tuple[int, ...]
    tied_bottom: tuple[int, ...] | None
    hands: tuple[TiebreakLine, ...] = ()
    pulls: tuple[Mapping[int, str], ...] = ()
    shortened: bool = False
