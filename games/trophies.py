"""Who holds what: the trophies of a game pass with every finished match that was played for them (DD-35, DD-51).

Nothing is stored: a holder is whoever won, or lost, the last of those matches.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from django.db.models import Count, Min, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.utils import timezone

from games.models import Match, Seat
from leagues.models import Player

CUP = "Good Dog Cup"
CONE = "Cone of Shame"
FLAGS = {CUP: "is_winner", CONE: "is_loser"}
NEWEST = ("-match__finished_at", "-match")
BEFORE_ALL = datetime(1970, 1, 1, tzinfo=UTC)


@dataclass(frozen=True)
class Holder:
    """A trophy and who has it; `defended` counts the matches it was kept in, after the one it was taken in."""

    trophy: str
    player: Player
    since: datetime
    defended: int

    @property
    def is_cup(self) -> bool:
        return self.trophy == CUP

    @property
    def days(self) -> int:
        return (timezone.localdate() - timezone.localtime(self.since).date()).days

    @property
    def back_to_back(self) -> bool:
        """Took it in the two last matches, or in more (DD-G10)."""
        return self.defended > 0


def last_winner(club_id: int, game: str) -> Player | None:
    """Who won the last completed trophy match of the club; one query."""
    seat = _taken(club_id, game, "is_winner").select_related("player").order_by(*NEWEST).first()
    return seat.player if seat else None


def takers_before(match: Match) -> dict[str, Player]:
    """Who held each trophy when this finished match began to count; one query a trophy."""
    found = {}
    for trophy, flag in FLAGS.items():
        earlier = _taken(match.club_id, match.game, flag).filter(match__finished_at__lt=match.finished_at)
        if seat := earlier.select_related("player").order_by(*NEWEST).first():
            found[trophy] = seat.player
    return found


def holders(club_id: int, game: str) -> list[Holder]:
    """Two queries, however long the history: who took the trophies last, and since when without a break."""
    last = Q()
    for flag in FLAGS.values():
        last |= Q(pk=Subquery(_taken(club_id, game, flag).order_by(*NEWEST).values("pk")[:1]))
    taken = list(Seat.objects.filter(last).select_related("player"))
    took = {trophy: seat.player for trophy, flag in FLAGS.items() for seat in taken if getattr(seat, flag)}
    reigns = _reigns(club_id, game, took) if took else {}
    return [Holder(trophy, player, *reigns[trophy]) for trophy, player in took.items()]


def _taken(club_id: int, game: str, flag: str) -> QuerySet[Seat]:
    """The seats that took a trophy in a completed match for the trophies (HR-DD-14)."""
    finished = {"match__club_id": club_id, "match__game": game, "match__finished_at__isnull": False}
    return Seat.objects.filter(**finished, **{flag: True}, match__for_trophy=True)


def _reigns(club_id: int, game: str, took: Mapping[str, Player]) -> dict[str, tuple[datetime, int]]:
    """Since when each holder has the trophy, and how often it was kept since."""
    wanted: dict[str, Any] = {}
    for number, (trophy, player) in enumerate(took.items()):
        flag = FLAGS[trophy]
        lost = _taken(club_id, game, flag).exclude(player=player).order_by(*NEWEST).values("match__finished_at")[:1]
        unbroken = Q(**{flag: True}, player=player, match__finished_at__gt=Coalesce(Subquery(lost), BEFORE_ALL))
        wanted[f"since_{number}"] = Min("match__finished_at", filter=unbroken)
        wanted[f"times_{number}"] = Count("pk", filter=unbroken)
    finished = {"match__club_id": club_id, "match__game": game, "match__finished_at__isnull": False}
    found = Seat.objects.filter(player__in=list(took.values()), **finished, match__for_trophy=True).aggregate(**wanted)
    return {trophy: (found[f"since_{number}"], found[f"times_{number}"] - 1) for number, trophy in enumerate(took)}
