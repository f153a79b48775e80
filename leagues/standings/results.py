"""The results that count for standings: a match is one result, a play-off in groups is one as a whole.

The matches of a play-off in groups do not count by themselves, and the play-off counts only once it is over; in a
knock-out or a round robin each match counts like any other.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import groupby
from typing import Any

from django.db.models import Count, OuterRef, Q, QuerySet, Subquery
from django.utils import timezone

from clubs.club_day import club_day
from clubs.models import Club
from clubs.time_zone import clock_of
from games.models import Match, Seat
from leagues.models import Fixture, Playoff
from scoring.standings import Result

AROUND = timedelta(days=2)
FINALS = (Fixture.Stage.WINNERS, Fixture.Stage.LOSERS)
GROUPS = Q(match__fixture__playoff__kind=Playoff.Kind.GROUPS, match__fixture__playoff__called_off_at__isnull=True)


@dataclass(frozen=True)
class Counted:
    """A result and the season that it belongs to."""

    season: int | None
    result: Result


def results(
    club: Club, *, players: Collection[int] | None = None, season: int | None = None, game: str = ""
) -> list[Counted]:
    """Return all results of the club, or only those of these players, this season or this game. Two queries."""
    rows = Seat.objects.filter(match__club=club)
    if season is not None:
        rows = rows.filter(match__season=season)
    if game:
        rows = rows.filter(match__game=game)
    with clock_of(club):
        return [*_matches(rows, players), *_playoffs(rows, players)]


def results_of_evening(match: Match) -> list[Counted]:
    """Return the results of the evening of this match, of all players. Two queries, and one more if final tables of a
    play-off in groups were played.
    """
    with clock_of(match.club):
        name, rows = evening(match.night_id, match.started_at), Seat.objects.filter(match__club=match.club_id)
        playoffs = rows.filter(GROUPS, _about_then(match, "match__fixture__playoff__started_at"))
        keys = {*playoffs.order_by().values_list("match__fixture__playoff", flat=True)}
        found = [*_matches(rows.filter(_about_then(match, "match__started_at")), None)]
        found += _playoffs(rows.filter(match__fixture__playoff__in=keys), None) if keys else ()
    return [each for each in found if each.result.night == name]


def _about_then(match: Match, began: str) -> Q:
    """Return a filter for the night of the match; without a night, for matches within AROUND of its start, which
    includes its day by any clock.
    """
    if match.night_id:
        return Q(match__night=match.night_id)
    span = (match.started_at - AROUND, match.started_at + AROUND)
    return Q(match__night=None, **{f"{began}__range": span})


def _matches(rows: QuerySet[Seat], players: Collection[int] | None) -> Iterable[Counted]:
    ended = rows.filter(match__finished_at__isnull=False, match__abandoned_at__isnull=True)
    rows = ended.filter(Q(match__fixture__isnull=True) | ~GROUPS)
    if players is not None:
        rows = rows.filter(player__in=players)
    counts = Seat.objects.filter(match=OuterRef("match")).order_by().values("match").annotate(count=Count("pk"))
    named = rows.order_by().values_list(
        "match__season",
        "match",
        "match__game",
        "match__started_at",
        "match__night",
        "player",
        "place",
        "total",
        "is_winner",
        "is_loser",
        Subquery(counts.values("count")),
        Subquery(counts.filter(place=OuterRef("place")).values("count")),
    )
    for season, match, game, when, night, player, place, total, won, lost, many, level in named:
        about = {"game": game, "when": moment(when), "night": evening(night, when)}
        score = {"place": place, "level": level, "players": many, "total": total, "won": won, "lost": lost}
        yield Counted(season, Result(player, str(match), **about, **score))


def _playoffs(rows: QuerySet[Seat], players: Collection[int] | None) -> Iterable[Counted]:
    """Yield the results of play-offs: the winners’ table takes the first places, the losers’ table those after it."""
    over = rows.filter(GROUPS, match__fixture__playoff__finished_at__isnull=False, match__finished_at__isnull=False)
    rows = over.filter(match__fixture__stage__in=FINALS)
    if players is not None:
        theirs = over.filter(player__in=players).values("match__fixture__playoff")
        rows = rows.filter(match__fixture__playoff__in=theirs)
    of = "match__fixture__playoff"
    named = rows.order_by(of, "-match__fixture__stage", "place", "player").values(
        of,
        f"{of}__started_at",
        f"{of}__winner",
        f"{of}__loser",
        "match__fixture__stage",
        "match__season",
        "match__night",
        "match__game",
        "player",
        "place",
        "total",
    )
    for _, seats in groupby(named, key=lambda row: row[of]):
        for each in _one_playoff(list(seats)):
            if players is None or each.result.player in players:
                yield each


def _one_playoff(seats: Sequence[dict[str, Any]]) -> Iterable[Counted]:
    of = "match__fixture__playoff"
    above = sum(row["match__fixture__stage"] == Fixture.Stage.WINNERS for row in seats)
    level = Counter((row["match__fixture__stage"], row["place"]) for row in seats)
    for row in seats:
        stage = row["match__fixture__stage"]
        yield Counted(
            row["match__season"],
            Result(
                row["player"],
                f"playoff-{row[of]}",
                place=row["place"] + (0 if stage == Fixture.Stage.WINNERS else above),
                players=len(seats),
                game=row["match__game"],
                when=moment(row[f"{of}__started_at"]),
                night=evening(row["match__night"], row[f"{of}__started_at"]),
                level=level[stage, row["place"]],
                total=row["total"],
                won=row["player"] == row[f"{of}__winner"],
                lost=row["player"] == row[f"{of}__loser"],
            ),
        )


def moment(when: datetime) -> str:
    """Return the moment to the second, in the club's time, as text that sorts chronologically."""
    return f"{timezone.localtime(when):%Y-%m-%dT%H:%M:%S}"


def evening(night: int | None, when: datetime) -> str:
    """Return a key for the night of the match or, without a night, for its day."""
    return f"night-{night}" if night else f"{club_day(when):%Y-%m-%d}"
