"""The soldiers: what they cost, how far they move the tracker, and which spaces they may take (DW-17, DW-22, DW-26)."""

from collections.abc import Iterable

from msgspec import Struct

TRACK = 15


class Soldier(Struct, frozen=True):
    """A soldier: his key in a record, his cost in coins (DW-17) and how many spaces he moves the tracker (DW-26)."""

    key: str
    label: str
    cost: int
    strength: int


SOLDIERS = (
    Soldier("footman", "Footman", 1, 1),
    Soldier("arquebuser", "Arquebuser", 2, 3),
    Soldier("knight", "Knight", 3, 5),
    Soldier("war_machine", "War machine", 4, 7),
)
STRENGTH = {soldier.key: soldier.strength for soldier in SOLDIERS}
ASKED = ("arquebuser", "knight")


def fits(soldier: str, space: str | None) -> bool:
    """Whether a soldier's captain may take a space that asks for an arquebuser, a knight or nothing (DW-22).

    >>> fits("war_machine", "knight"), fits("arquebuser", "knight"), fits("footman", None)
    (True, False, True)
    """
    return space is None or STRENGTH[soldier] >= STRENGTH[space]


def pushed(tracker: int, spaces: int) -> tuple[int, int]:
    """Where the tracker comes to rest, and how many spaces are lost because it stops at 15 (DW-27).

    >>> pushed(13, 5), pushed(15, -7), pushed(-14, -3)
    ((15, 3), (8, 0), (-15, 2))
    """
    there = max(-TRACK, min(TRACK, tracker + spaces))
    return there, abs(tracker + spaces - there)


def tracker_positions(steps: Iterable[int]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The positions after each step from the centre, and the spaces each step lost.

    >>> tracker_positions([7, 7, 5, -3])
    ((7, 14, 15, 12), (0, 0, 4, 0))
    """
    tracker, positions, lost = 0, [], []
    for step in steps:
        tracker, over = pushed(tracker, step)
        positions.append(tracker)
        lost.append(over)
    return tuple(positions), tuple(lost)
