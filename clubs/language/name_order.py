"""The order of names in a list: the same everywhere, by the reader’s language."""

from collections.abc import Mapping

from django.db.models import QuerySet

from clubs.language.properties import properties
from clubs.models.player import Player
from clubs.names import sort_key


def name_key(name: str) -> str:
    """Return the sort key of a name for the reader."""
    for letter, replacement in _own_letters().items():
        name = name.replace(letter, replacement)
    return sort_key(name)


def player_key(player: Player) -> tuple[str, str, int]:
    """Return the sort key of a player for the reader, as the database sorts players where the language adds nothing."""
    return name_key(player.name), player.nickname, player.pk


def by_name(rows: "QuerySet[Player]") -> "QuerySet[Player] | list[Player]":
    """Return the players by name; read from the database in this order, unless the language has letters of its own."""
    ordered = rows.order_by("sorted_by", "nickname", "pk")
    return sorted(ordered, key=player_key) if _own_letters() else ordered


def _own_letters() -> Mapping[str, str]:
    """Return the letters of its own where other languages see an accent, and what sorts where they do."""
    return properties().letters or {}
