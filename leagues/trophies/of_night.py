"""The trophies of a night, and their holders before it."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from django.db.models import Count, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from clubs.models import Night, Player
from games.models import Seat
from leagues.models import Award

BEFORE_ALL = datetime(1970, 1, 1, tzinfo=UTC)
NEWEST = ("-awarded_at", "-pk")


@dataclass(frozen=True)
class Before:
    """The holder before the night (None if none) and how often that player had defended it; `waited` is on how many
    nights the new holder had played without it, `first` whether the new holder never had it.
    """

    player: Player | None = None
    defended: int = 0
    waited: int = 0
    first: bool = True


def last_of_each(night: Night) -> list[Award]:
    """Return the last award of each trophy on the night, annotated with `first_at`, the time of the night's first award
    of it, and `held_by`, the holder before; one query.
    """
    ways = ({"night": night}, {"match__night": night}, {"playoff__night": night})
    by_hand, *won = [Award.objects.filter(**way, withdrawn_at=None).order_by().values("pk") for way in ways]
    tonight = by_hand.union(*won)  # a union, because each part has an index
    rows = Award.objects.filter(pk__in=tonight).select_related("trophy", "player")
    awards: dict[int, Any] = {}
    award: Any
    for award in rows.annotate(held_by=Subquery(_earlier().values("player")[:1])).order_by("awarded_at", "pk"):
        first = awards.get(award.trophy_id, award)
        award.first_at, award.held_by = getattr(first, "first_at", award.awarded_at), first.held_by
        award.tonight = night.pk
        awards[award.trophy_id] = award
    return sorted(awards.values(), key=lambda award: (award.trophy.game, award.trophy.rule != "winner", award.pk))


def _earlier() -> QuerySet[Award]:
    mine = Award.objects.filter(trophy=OuterRef("trophy"), withdrawn_at=None)
    return mine.filter(awarded_at__lt=OuterRef("awarded_at")).order_by(*NEWEST)


def before_each(awards: Sequence[Any]) -> dict[int, Before]:
    """Return the state before the night by trophy; `awards` are those of `last_of_each`. Three queries, however many
    awards and however long their history.
    """
    if not awards:
        return {}
    players = {each.pk: each for each in Player.objects.filter(pk__in=[award.held_by for award in awards])}
    reigns: dict[str, Any] = {}
    waits: dict[str, Any] = {}
    for at, award in enumerate(awards):
        reigns |= _reign(at, award)
        waits[f"waited_{at}"] = Count("match__night", distinct=True, filter=_nights(award))
    counts = Award.objects.filter(trophy__in=[award.trophy_id for award in awards]).aggregate(**reigns)
    counts |= Seat.objects.filter(player__in=[award.player_id for award in awards]).aggregate(**waits)
    return {award.trophy_id: _before(at, award, counts, players) for at, award in enumerate(awards)}


def _before(at: int, award: Any, counts: dict[str, Any], players: dict[int, Player]) -> Before:
    defended, first = max(counts[f"reign_{at}"] - 1, 0), not counts[f"had_{at}"]
    return Before(players.get(award.held_by), defended, counts[f"waited_{at}"], first)


def _of(award: Any) -> Q:
    return Q(trophy=award.trophy_id, withdrawn_at=None, awarded_at__lt=award.first_at)


def _reign(at: int, award: Any) -> dict[str, Any]:
    """Return counts of how often the previous holder took it in succession, and how often the new one had taken it
    earlier.
    """
    lost = Award.objects.filter(_of(award)).exclude(player=award.held_by).order_by(*NEWEST).values("awarded_at")[:1]
    unbroken = _of(award) & Q(player=award.held_by, awarded_at__gt=Coalesce(Subquery(lost), BEFORE_ALL))
    return {
        f"reign_{at}": Count("pk", filter=unbroken),
        f"had_{at}": Count("pk", filter=_of(award) & Q(player=award.player_id)),
    }


def _nights(award: Any) -> Q:
    """Return a filter for the nights on which the player has played this game since last having the trophy, without
    this night.
    """
    had = Award.objects.filter(_of(award), player=award.player_id).order_by(*NEWEST).values("awarded_at")[:1]
    played = Q(player=award.player_id, match__finished_at__lte=award.awarded_at)
    game = Q(match__game=award.trophy.game) if award.trophy.game else Q()
    since = Q(match__finished_at__gt=Coalesce(Subquery(had), BEFORE_ALL))
    return played & game & since & ~Q(match__night=award.tonight)
