"""Search of players by name, present or former, and by key, and the order of their names in lists."""

from collections.abc import Mapping

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.shortcuts import get_object_or_404

from clubs.language.properties import properties
from clubs.models import Club, FormerName, Player
from clubs.names import folded, looks, sort_key, spelled


def player_of(club: Club, pk: int) -> Player:
    """Return a player who can be changed, that is not a former member. Raise Http404."""
    return get_object_or_404(Player.objects.select_related("club"), club=club, pk=pk, former=None)


def called(query: str) -> Q:
    """Return the condition that a name or nickname contains the text, however either is written; true without one."""
    return Q(found_by__contains=folded(query)) if query.strip() else Q()


def matching_players(rows: QuerySet[Player], query: str) -> QuerySet[Player]:
    """Return the players with the query in a present or former name; all for an empty query."""
    if not query.strip():
        return rows
    return rows.filter(called(query) | Exists(FormerName.objects.filter(called(query), player=OuterRef("pk"))))


def looking_like(club: Club, label: str, besides: int | None = None) -> Player | None:
    """Return a player of the club whose name and nickname look like this label, or differ from it in accents alone."""
    wanted = looks(label)
    others = club.players.exclude(pk=besides) if besides else club.players.all()
    return next((player for player in others if wanted & looks(player.label)), None)


def of_name(rows: QuerySet[Player], name: str) -> list[Player]:
    """Return the players of this name: those who are spelled so, else those whose name differs in accents alone."""
    alike = list(rows.filter(found_by__startswith=f"{folded(name)}\n")) if name.strip() else []
    return [player for player in alike if spelled(player.name) == spelled(name)] or alike


class KnownNames:
    """The players of a club by all keys of their names, for many names at once; one query."""

    def __init__(self, club: Club) -> None:
        self._by_key: dict[str, list[Player]] = {}
        for player in club.players.all():
            for key in (f"spelled {spelled(player.name)}", *looks(player.name)):
                self._by_key.setdefault(key, []).append(player)

    def player_of(self, name: str) -> Player | None:
        """Return the player who is spelled so, else the only one whose name differs in accents alone."""
        if same := self._by_key.get(f"spelled {spelled(name)}"):
            return same[0]
        alike = self._by_key.get(f"folded {folded(name)}", [])
        return alike[0] if len(alike) == 1 else None

    def looking_like(self, name: str) -> list[Player]:
        """Return the players whose name looks like this one."""
        return list(dict.fromkeys(player for key in sorted(looks(name)) for player in self._by_key.get(key, ())))


# The order of names in a list: the same everywhere, by the reader’s language.


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
