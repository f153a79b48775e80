"""The club's hall of fame: who has the most of what, and what was called out how often. A few aggregates a game."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.db.models import Count, IntegerField, Max, Q, QuerySet, Sum
from django.db.models.fields.json import KT
from django.db.models.functions import Cast

from clubs.models import Club, Night, Player, Season
from games.base.results.record_categories import Feat
from games.base.table_game import TableGame
from games.consequences.recipients import LOSER, WINNER
from games.models import CallOut, Seat, Tag
from leagues.trophies.holders import live

SHOWN = 12
WHOSE = ("term", "player", "player__name")


@dataclass(frozen=True)
class Scope:
    """What is counted: one game of a club, in one season or ever. Only finished matches."""

    club: Club
    table_game: TableGame
    season: Season | None = None

    def matches(self, path: str = "") -> Q:
        """As a filter on rows that lead to the match by `path`."""
        condition = Q(
            **{f"{path}club": self.club, f"{path}game": self.table_game.key, f"{path}finished_at__isnull": False}
        )
        return condition & Q(**{f"{path}season": self.season}) if self.season else condition

    @property
    def seats(self) -> QuerySet[Seat]:
        return Seat.objects.filter(self.matches("match__"))


@dataclass(frozen=True)
class Record:
    """A figure and the seat it was reached at."""

    feat: Feat
    seat: Seat

    @property
    def value(self) -> int:
        return self.feat.value(self.seat)

    @property
    def done(self) -> str:
        return self.feat.done(self.seat)

    @property
    def more(self) -> str:
        return self.feat.more(self.seat)


@dataclass(frozen=True)
class Fame:
    """How often a player took the winner's trophy and the top loser's by playing for them, wins, and the best total."""

    player: Player
    cups: int
    cones: int
    wins: int
    best: int


@dataclass(frozen=True)
class Called:
    """A call-out: how often, whose it was most often, and how long its bar is, of 100."""

    term: str
    label: str
    times: int
    percent: int
    most: int
    who: Sequence[str]
    is_tag: bool = False


@dataclass(frozen=True)
class Loudest:
    """The most call-outs of one kind by one player on one night."""

    label: str
    term: str
    times: int
    player: Player
    night: Night


def records(scope: Scope) -> list[Record]:
    """One query a record. Of equals the first one stands."""
    holders = ((feat, _holder(scope.seats, feat)) for feat in scope.table_game.record_categories.records)
    return [Record(feat, seat) for feat, seat in holders if seat]


def _holder(seats: QuerySet[Seat], feat: Feat) -> Seat | None:
    rows = seats.select_related("player", "match")
    if feat.name == "total":
        return rows.order_by("total" if feat.is_least else "-total", "match__finished_at", "pk").first()
    value: Any = Cast(KT(f"feats__{feat.name}"), IntegerField())
    reached = rows.filter(feats__has_key=feat.name).annotate(value=value)
    return reached.order_by("-value", "match__finished_at", "pk").first()


def fame(scope: Scope) -> list[Fame]:
    """Those who took the winner's trophy most often, or else won most often; three queries. A play-off is one award."""
    wins = Count("pk", filter=Q(is_winner=True))
    rows = scope.seats.order_by().values_list("player").annotate(wins=wins, best=Max("total"))
    cups, cones = _awards(scope)
    scores = [(cups.get(key, 0), won, cones.get(key, 0), best, key) for key, won, best in rows]
    scores.sort(key=lambda row: (*(-figure for figure in row[:4]), row[4]))
    players = Player.everybody.in_bulk([row[4] for row in scores[:SHOWN]])
    return [Fame(players[key], cup, cone, won, best) for cup, won, cone, best, key in scores[:SHOWN]]


def _awards(scope: Scope) -> tuple[dict[int, int], dict[int, int]]:
    """How many of the winner's and of the top loser's each player has; those given by hand were not won."""
    taken = live().filter(trophy__club=scope.club, trophy__game=scope.table_game.key).exclude(match=None, playoff=None)
    if scope.season:
        taken = taken.filter(Q(match__season=scope.season) | Q(playoff__night__season=scope.season))
    rows = list(taken.order_by().values_list("trophy__rule", "player").annotate(Count("pk")))
    cups, cones = ({player: count for of, player, count in rows if of == rule} for rule in (WINNER, LOSER))
    return cups, cones


def called(scope: Scope) -> list[Called]:
    """Two queries: what the engine heard, and what the table tagged."""
    rows = CallOut.objects.filter(scope.matches("match__")).exclude(
        term__in=scope.table_game.record_categories.everyday
    )
    tags = Tag.objects.filter(scope.matches("match__"), removed_at__isnull=True)
    callouts = [
        *_by_term(rows.values_list(*WHOSE).annotate(Sum("times")).order_by(), scope.table_game.record_categories.terms),
        *_by_term(
            tags.values_list(*WHOSE).annotate(Count("pk")).order_by(),
            scope.table_game.record_categories.tags,
            is_tag=True,
        ),
    ]
    most = max((row.times for row in callouts), default=1)
    callouts.sort(key=lambda row: (-row.times, row.label))
    return [replace(row, percent=max(1, round(100 * row.times / most))) for row in callouts]


def _by_term(rows: Iterable[Any], labels: Mapping[str, str], *, is_tag: bool = False) -> Iterator[Called]:
    """Term, player, name and times of each row; a term without a label is not counted."""
    parts: dict[str, list[tuple[int | None, str, int]]] = {}
    for term, player, name, times in rows:
        parts.setdefault(term, []).append((player, name, times))
    for term, label in labels.items():
        if part := parts.get(term):
            most = max((times for player, _, times in part if player), default=0)
            who = [name for player, name, times in part if player and times == most]
            yield Called(term, label, sum(times for _, _, times in part), 0, most, sorted(who), is_tag)


def loudest(scope: Scope) -> Loudest | None:
    """Two queries, and one for its names: on a night, not in a match, because players come back to the same table."""
    rows = CallOut.objects.filter(scope.matches("match__"), player__isnull=False, match__night__isnull=False)
    counted = rows.filter(term__in=scope.table_game.record_categories.counted)
    by_night = counted.values("term", "player", "match__night").annotate(times=Sum("times"))
    top = by_night.order_by("-times", "match__night", "term", "player").first()
    if top is None:
        return None
    night, player = Night.objects.get(pk=top["match__night"]), Player.everybody.get(pk=top["player"])
    return Loudest(scope.table_game.record_categories.terms[top["term"]], top["term"], top["times"], player, night)
