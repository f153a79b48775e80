"""The order of names in a list: the same everywhere, by the reader’s language."""

from collections.abc import Sequence

from django.db.models import QuerySet
from django.utils.translation import get_language

from clubs.models.player import Player
from clubs.names import sort_key

# Letters of their own where other languages see an accent: ñ comes after all of n. The sign after it sorts behind z.
OWN_LETTERS = {"es": (("ñ", "nʒ"), ("Ñ", "Nʒ"))}


def name_key(name: str) -> str:
    """Return the sort key of a name for the reader."""
    for letter, replacement in _own_letters():
        name = name.replace(letter, replacement)
    return sort_key(name)


def player_key(player: Player) -> tuple[str, str, int]:
    """Return the sort key of a player for the reader, as the database sorts players where the language adds nothing."""
    return name_key(player.name), player.nickname, player.pk


def by_name(rows: "QuerySet[Player]") -> "QuerySet[Player] | list[Player]":
    """Return the players by name; read from the database in this order, unless the language has letters of its own."""
    ordered = rows.order_by("sorted_by", "nickname", "pk")
    return sorted(ordered, key=player_key) if _own_letters() else ordered


def _own_letters() -> Sequence[tuple[str, str]]:
    return OWN_LETTERS.get((get_language() or "").partition("-")[0], ())
