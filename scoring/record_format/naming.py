"""Names of a record and the seats they sit on."""

from collections.abc import Mapping, Sequence
from typing import Any

from scoring.base import Malformed
from scoring.messages import Message


class Names:
    """Which name sits on which seat; the list grows with every late arrival."""

    def __init__(self, players: Sequence[str]) -> None:
        self.list: list[str] = []
        self.at: dict[str, int] = {}
        self.gone: set[str] = set()
        for name in players:
            self.add(name, "players")

    def add(self, name: str, field: str) -> int:
        """The seat of somebody new, or of somebody who comes back; Malformed `duplicate-player`."""
        if name in self.gone:
            self.gone.remove(name)
        elif name in self.at:
            message = Message(
                "{player} already sits at the table: give two players of one name something to tell them apart.",
                player=name,
            )
            raise Malformed("duplicate-player", message, player=name, field=field)
        else:
            self.at[name] = len(self.list)
            self.list.append(name)
        return self.at[name]

    def seat(self, name: str, field: str) -> int:
        """The seat of somebody known; Malformed `unknown-player`."""
        if name not in self.at:
            message = Message("{player} is not among the players: check how the name is spelt.", player=name)
            raise Malformed("unknown-player", message, player=name, field=field)
        return self.at[name]

    def seats(self, given: Mapping[str, Any], field: str) -> dict[int, Any]:
        """A map by names as one by seats."""
        return {self.seat(name, field): value for name, value in given.items()}


def by_name(given: Mapping[int, Any], names: Sequence[str]) -> dict[str, Any]:
    """A map by seats as one by names: the way back.

    >>> by_name({1: 3}, ["Ann", "Bo"])
    {'Bo': 3}
    """
    return {names[seat]: value for seat, value in given.items()}
