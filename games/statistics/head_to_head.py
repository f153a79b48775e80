"""A player and those met at the table: who finished higher, and who sat on the right when a bid was set."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Count, F, OuterRef, Q, QuerySet, Subquery, Sum

from clubs.models import Player
from games.models import Seat
from games.statistics.queries import Share, Whose, fact, seats_of, tallies_of


@dataclass(frozen=True)
class Versus:
    """Who finished higher when the two met."""

    player: int
    name: str
    nickname: str
    matches: int
    ahead: int
    behind: int

    @property
    def level(self) -> int:
        return self.matches - self.ahead - self.behind

    @property
    def label(self) -> str:
        return f"{self.name} ({self.nickname})" if self.nickname else self.name


@dataclass(frozen=True)
class Neighbour:
    """Somebody who sat on the right, and how often that went wrong: `made` counts the rounds that were lost."""

    player: Player
    share: Share


def met(player: Whose, game: str) -> QuerySet[Any, Any]:
    """Everybody met, the most often first, as rows for `versus`; starts at the player’s own seats."""
    them = {"key": "player", "name": "player__name", "nickname": "player__nickname"}
    their_place = F("match__seats__place")
    seats: Any = seats_of(player, game)
    rows: QuerySet[Any, Any] = (
        seats.values(**{what: F(f"match__seats__{where}") for what, where in them.items()})
        .exclude(key=player.pk)
        .annotate(
            matches=Count("pk"),
            ahead=Count("pk", filter=Q(place__lt=their_place)),
            behind=Count("pk", filter=Q(place__gt=their_place)),
        )
        .order_by("-matches", "name", "key")
    )
    return rows


def versus(rows: Sequence[dict[str, Any]]) -> list[Versus]:
    return [
        Versus(row["key"], row["name"], row["nickname"], row["matches"], row["ahead"], row["behind"]) for row in rows
    ]


def on_the_right(player: Whose, game: str, made: str, most: int = 6) -> list[Neighbour]:
    """Those beside whom the fact `made` was 0 most often; two queries."""
    beside = Seat.objects.filter(match=OuterRef("match"), position=OuterRef("right"))
    rows = tallies_of(player, game).filter(facts__has_key="right").annotate(right=fact("right"))
    counted: Any = rows.annotate(beside=Subquery(beside.values("player")[:1])).values("beside")
    neighbours = counted.annotate(times=Count("pk"), good=Sum(fact(made))).order_by(F("good") - F("times"), "beside")[
        :most
    ]
    neighbours = list(neighbours)
    players = Player.everybody.in_bulk([row["beside"] for row in neighbours])
    shares = [(row["beside"], Share(0, row["times"], row["times"] - row["good"])) for row in neighbours]
    return [Neighbour(players[key], share) for key, share in shares if key in players and share.made]
