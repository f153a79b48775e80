"""The mapping between the names in a record and seats."""

from collections.abc import Mapping, Sequence
from typing import Any

from scoring.base import Malformed
from scoring.messages import Message


class Names:
    """The seat of each name: `list` holds names by seat, `at` seats by name; both grow with every late arrival. `gone`
    holds the names of those who have left.
    """

    def __init__(self, players: Sequence[str]) -> None:
        self.list: list[str] = []
        self.at: dict[str, int] = {}
        self.gone: set[str] = set()
        for name in players:
            self.add(name, "players")

    def add(self, name: str, field: str) -> int:
        """Seat a new player, or one who left and returns, and return the seat; Malformed `duplicate-player` where the
        player sits there.
        """
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
        """The seat of a known name; Malformed `unknown-player` for any other."""
        if name not in self.at:
            message = Message("{player} is not among the players: check how the name is spelt.", player=name)
            raise Malformed("unknown-player", message, player=name, field=field)
        return self.at[name]

    def seats(self, given: Mapping[str, Any], field: str) -> dict[int, Any]:
        """Convert a map by names to one by seats; Malformed `unknown-player` for an unknown name."""
        return {self.seat(name, field): value for name, value in given.items()}


def by_name(given: Mapping[int, Any], names: Sequence[str]) -> dict[str, Any]:
    """Convert a map by seats to one by names, the reverse of `Names.seats`.

    >>> by_name({1: 3}, ["Ann", "Bo"])
    {'Bo': 3}
    """
    return {names[seat]: value for seat, value in given.items()}
