"""Every read over seats and tallies: aggregates in the database, never rows by the thousand in Python.

Only finished matches count, so that each figure is exactly what the list of matches behind it shows.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Avg, Case, Count, IntegerField, Max, Min, Q, QuerySet, Sum, When
from django.db.models.fields.json import KT
from django.db.models.functions import Cast

from clubs.models import Player
from games.models import CallOut, Match, Seat, Tag, Tally

RUN = 40


@dataclass(frozen=True)
class PlayerInSeason:
    """A player by the matches of one season alone."""

    player: Player
    season: int

    @property
    def pk(self) -> int:
        return self.player.pk


Whose = Player | PlayerInSeason  # whose matches a figure is of


@dataclass(frozen=True)
class Summary:
    """All matches of a player in one game; `place` is the average."""

    place: float | None = None
    matches: int = 0
    wins: int = 0
    losses: int = 0
    best: int | None = None
    worst: int | None = None
    first_at: datetime | None = None
    last_at: datetime | None = None


@dataclass(frozen=True)
class Share:
    """How often something was tried and made, and what it brought on average."""

    value: int
    times: int
    made: int
    points: float = 0

    @property
    def percent(self) -> int:
        return round(100 * self.made / self.times) if self.times else 0


def _of(player: Whose, field: str = "player") -> dict[str, Any]:
    if isinstance(player, PlayerInSeason):
        return {field: player.player, "match__season": player.season}
    return {field: player}


def seats_of(player: Whose, game: str) -> QuerySet[Seat]:
    return Seat.objects.filter(**_of(player), match__game=game, match__finished_at__isnull=False)


def tallies_of(player: Whose, game: str) -> QuerySet[Tally]:
    return Tally.objects.filter(**_of(player, "seat__player"), match__game=game, match__finished_at__isnull=False)


def fact(name: str) -> Cast:
    return Cast(KT(f"facts__{name}"), IntegerField())


def summaries(player: Whose) -> dict[str, Summary]:
    """What the player's finished matches come to, by game; one query."""
    rows = Seat.objects.filter(**_of(player), match__finished_at__isnull=False).values("match__game").order_by()
    annotated = rows.annotate(
        matches=Count("pk"),
        wins=Count("pk", filter=Q(is_winner=True)),
        losses=Count("pk", filter=Q(is_loser=True)),
        best=Max("total"),
        worst=Min("total"),
        mean=Avg("place"),
        first_at=Min("match__started_at"),
        last_at=Max("match__started_at"),
    )
    return {row["match__game"]: _summary(row) for row in annotated}


def _summary(row: Mapping[str, Any]) -> Summary:
    named = ("matches", "wins", "losses", "best", "worst", "first_at", "last_at")
    return Summary(row["mean"], **{name: row[name] for name in named})


def places(player: Whose, game: str) -> list[tuple[int, int]]:
    """How often each place was taken."""
    return list(seats_of(player, game).values_list("place").annotate(times=Count("pk")).order_by("place"))


def rates(player: Whose, game: str, by: str, made: str) -> list[Share]:
    """How often the fact `made` was 1, by the value of another."""
    rows = tallies_of(player, game).filter(facts__has_keys=[made, by]).annotate(value=fact(by)).values("value")
    annotated = rows.annotate(times=Count("pk"), made=Sum(fact(made)), mean=Avg("points")).order_by("value")
    return [Share(row["value"], row["times"], row["made"], row["mean"]) for row in annotated]


def counts(player: Whose, game: str, by: str) -> list[tuple[int, int]]:
    """How often a fact had which value, where it was known."""
    rows = tallies_of(player, game).filter(facts__has_key=by).annotate(value=fact(by)).values("value")
    return [(row["value"], row["times"]) for row in rows.annotate(times=Count("pk")).order_by("value")]


def whole(rows: Sequence[Share]) -> Share:
    """All rows of a rate together."""
    return Share(0, sum(row.times for row in rows), sum(row.made for row in rows))


def aggregates(player: Whose, game: str, **wanted: Any) -> dict[str, Any]:
    """Aggregates over the player's rounds of a game; what is asked for by name is answered by name."""
    return tallies_of(player, game).aggregate(**wanted)


def last_fact(player: Whose, game: str, name: str) -> tuple[int, Match | None]:
    """A fact as the last match left it, and that match."""
    rows = tallies_of(player, game).select_related("match").annotate(now=fact(name))
    last: Any = rows.order_by("-match__started_at", "-match", "-number").first()
    return (last.now or 0, last.match) if last else (0, None)


def run(player: Whose, game: str, length: int = RUN) -> list[Seat]:
    """The last matches, the oldest first."""
    rows = seats_of(player, game).select_related("match").order_by("-match__started_at", "-match")[:length]
    return list(rows)[::-1]


def since_last_loss(player: Whose, game: str) -> int:
    """Matches without the loser trophy, up to now."""
    seats = seats_of(player, game)
    lost = seats.filter(is_loser=True).order_by("-match__started_at").values("match__started_at")[:1]
    after: Any = Case(When(Q(match__started_at__gt=lost), then=1), output_field=IntegerField())
    losses_ = seats.aggregate(all=Count("pk"), after=Count(after), losses=Count("pk", filter=Q(is_loser=True)))
    return int(losses_["after"] if losses_["losses"] else losses_["all"])


def ends(player: Whose, game: str, count: int = 3) -> list[Seat]:
    """The best matches and the worst, by total, each once; two queries."""
    rows = seats_of(player, game).select_related("match")
    best = list(rows.order_by("-total", "match__started_at", "pk")[:count])
    worst = list(rows.order_by("total", "match__started_at", "pk")[:count])
    return best + [seat for seat in reversed(worst) if seat not in best]


def call_out_counts(player: Whose, game: str) -> dict[str, tuple[int, int]]:
    """How often each call-out was this player's, and in how many matches; two queries."""
    callouts = CallOut.objects.filter(**_of(player), match__game=game, match__finished_at__isnull=False)
    tags = Tag.objects.filter(**_of(player), match__game=game, match__finished_at__isnull=False, removed_at=None)
    rows = [
        *callouts.order_by().values_list("term").annotate(Sum("times"), Count("pk")),
        *tags.order_by().values_list("term").annotate(Count("pk"), Count("match", distinct=True)),
    ]
    return {term: (times, matches) for term, times, matches in rows}
