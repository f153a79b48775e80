"""The matches in which two players sat at one table, and who finished higher."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import Count, F, OuterRef, Q, Subquery

from clubs.models import Player
from games.models import Match, Seat
from games.statistics.queries import Rounds, Share, Whose, met_counts


@dataclass(frozen=True)
class Meeting:
    """One match of both; `result` is 1 if the first finished higher, -1 if the second did, 0 for a shared place.
    Totals with the same `points_key` compare.
    """

    match: UUID
    game: str
    started_at: datetime
    night: int | None
    players: int
    totals: tuple[int, int]
    result: int
    points_key: str = ""
    options: Mapping[str, Any] = field(default_factory=dict)

    @property
    def margin(self) -> int:
        return abs(self.totals[0] - self.totals[1])

    @property
    def is_ahead(self) -> bool:
        return self.result > 0

    @property
    def is_behind(self) -> bool:
        return self.result < 0


@dataclass(frozen=True)
class Balance:
    """How often the first finished higher, lower, or level."""

    ahead: int
    behind: int
    level: int

    @property
    def matches(self) -> int:
        return self.ahead + self.behind + self.level


@dataclass(frozen=True)
class Streak:
    """Consecutive meetings with the same result: the index of the first, and how many."""

    start: int
    length: int


def meetings_of(one: Player, other: Player, game: str = "", season: int | None = None) -> list[Meeting]:
    """All finished matches of both, oldest first; by default of every game and season. One query."""
    rows = Seat.objects.filter(player=one, match__finished_at__isnull=False)
    if game:
        rows = rows.filter(match__game=game)
    if season is not None:
        rows = rows.filter(match__season=season)
    pairs: Any = rows.annotate(
        them=F("match__seats__player"), their_place=F("match__seats__place"), their_total=F("match__seats__total")
    )
    sat = Seat.objects.filter(match=OuterRef("match")).order_by().values("match").annotate(many=Count("pk"))
    both = pairs.filter(them=other.pk).annotate(many=Subquery(sat.values("many")))
    named = both.order_by("match__started_at", "match").values_list(
        "match",
        "match__game",
        "match__started_at",
        "match__night",
        "many",
        "total",
        "their_total",
        "place",
        "their_place",
        "match__points_key",
        "match__options",
    )
    return [
        Meeting(
            match, key, when, night, many, (mine, theirs), (their_place > place) - (their_place < place), rules, options
        )
        for match, key, when, night, many, mine, theirs, place, their_place, rules, options in named
    ]


def won_among(players: Collection[int], last: Match) -> Counter[int]:
    """Return how many matches of exactly these players, by key, each has won up to this `last` one; one query."""
    sat = Count("seats", distinct=True)
    known = Count("seats", filter=Q(seats__player__in=players), distinct=True)
    # A filter by players here would leave the others at the table out of the count.
    some = Seat.objects.filter(player__in=players).values("match")
    tables = Match.objects.filter(pk__in=some, game=last.game, finished_at__lte=last.finished_at)
    ours = tables.annotate(sat=sat, known=known).filter(sat=len(players), known=len(players))
    won = Seat.objects.filter(match__in=ours.values("pk"), is_winner=True).values_list("player", flat=True)
    return Counter({**dict.fromkeys(players, 0), **Counter(won)})


def tally(met: Iterable[Meeting]) -> Balance:
    """Count the results."""
    results = [each.result for each in met]
    return Balance(results.count(1), results.count(-1), results.count(0))


def longest(met: Sequence[Meeting], result: int) -> Streak:
    """The first of the longest streaks with this result (1 or -1); a shared place ends a streak.

    >>> longest([], 1)
    Streak(start=0, length=0)
    """
    best, length = Streak(0, 0), 0
    for at, each in enumerate(met):
        length = length + 1 if each.result == result else 0
        if length > best.length:
            best = Streak(at - length + 1, length)
    return best


def current(met: Sequence[Meeting]) -> int:
    """The length of the streak that the last meeting belongs to; 0 after a shared place."""
    if not met or not met[-1].result:
        return 0
    return next((at for at, each in enumerate(reversed(met)) if each.result != met[-1].result), len(met))


# A player's opponents: who finished higher, and next to whom rounds were lost.


@dataclass(frozen=True)
class Versus:
    """A player's record against one opponent: matches, how often ahead of them, and how often behind."""

    player: int
    name: str
    nickname: str
    matches: int
    ahead: int
    behind: int

    @property
    def level(self) -> int:
        """In how many matches both shared a place."""
        return self.matches - self.ahead - self.behind

    @property
    def label(self) -> str:
        return f"{self.name} ({self.nickname})" if self.nickname else self.name


@dataclass(frozen=True)
class Neighbour:
    """A player who sat on the right, and the rounds lost then; `share.made` counts the lost ones."""

    player: Player
    share: Share


def met(player: Whose, game: str) -> list[Versus]:
    """All opponents, most frequent first; two queries."""
    them = met_counts(player, game)
    named = Player.everybody.filter(pk__in=them).order_by("sorted_by", "pk").values_list("pk", "name", "nickname")
    return sorted((Versus(*row, *them[row[0]]) for row in named), key=lambda each: -each.matches)


def on_the_right(rounds: Rounds, most: int = 6) -> list[Neighbour]:
    """The right-hand neighbours with whom most rounds were lost, at most `most`; one query."""
    lost = [(player, Share(0, each.times, each.times - each.made)) for player, each in rounds.right_neighbours()]
    worst = sorted(lost, key=lambda row: (-row[1].made, row[0]))[:most]
    players = Player.everybody.in_bulk([player for player, _ in worst])
    return [Neighbour(players[player], share) for player, share in worst if player in players and share.made]
