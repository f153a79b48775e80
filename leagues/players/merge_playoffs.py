"""Replaces a player in play-offs, which store players as lists of primary keys."""

from collections.abc import Sequence
from typing import Any

from clubs.models import Player
from games.models import Seat
from leagues.models import CutPull, Fixture, Playoff


def playoffs_of(player: Player) -> list[int]:
    """Return the keys of the play-offs that the player is in."""
    rows = Fixture.objects.filter(playoff__club=player.club_id).values_list("playoff", "players")
    return sorted({playoff for playoff, players in rows if player.pk in players})


def shared(source: Player, target: Player) -> list[Playoff]:
    """Return the play-offs that both are in."""
    return list(Playoff.objects.filter(pk__in={*playoffs_of(source)} & {*playoffs_of(target)}))


def move(one: Player, other: Player, playoffs: Sequence[int] | None = None) -> list[int]:
    """Replace `one` by `other` in all play-offs of `one`, or in these; return their keys."""
    affected = playoffs_of(one) if playoffs is None else list(playoffs)
    for row in Fixture.objects.filter(playoff__in=affected):
        row.players = _replaced(row.players, one.pk, other.pk)
        row.save(update_fields=["players"])
    for pull in CutPull.objects.filter(playoff__in=affected):
        pull.cards = _replaced(pull.cards, one.pk, other.pk)
        pull.save(update_fields=["cards"])
    Seat.objects.filter(match__fixture__playoff__in=affected, player=one).update(player=other)
    return affected


def _replaced(value: Any, one: int, other: int) -> Any:
    if isinstance(value, dict):
        return {str(other) if key == str(one) else key: card for key, card in value.items()}
    return [other if each == one else each for each in value]
