"""The club’s own rates, to stand beside those of one player."""

from collections.abc import Sequence
from dataclasses import replace

from django.core.cache import cache
from django.db.models import Count, QuerySet, Sum

from games.base.results.statistics import Bars, percent
from games.models import Match, Tally
from games.statistics.queries import PlayerInSeason, Whose, fact

KEPT = 24 * 3600  # seconds; any result makes a key of its own


def beside_club(player: Whose, game: str, tables: Sequence[Bars]) -> list[Bars]:
    """The same tables; those that are compared have the club’s rate on every row."""
    return [_beside(player, game, table, *table.compared) if table.compared else table for table in tables]


def _beside(player: Whose, game: str, table: Bars, by: str, made: str) -> Bars:
    rates = _rates(player, game, by, made)
    return replace(table, rows=[replace(row, club=rates.get(row.head)) for row in table.rows])


def _rates(player: Whose, game: str, by: str, made: str) -> dict[str, int]:
    """How often the fact `made` was 1 in the club, in per cent, by the value of another: one query, and one more
    after a result has changed.
    """
    club = player.player.club_id if isinstance(player, PlayerInSeason) else player.club_id
    matches = Match.objects.filter(club=club, game=game, finished_at__isnull=False)
    if isinstance(player, PlayerInSeason):
        matches = matches.filter(season=player.season)
    edition = matches.aggregate(many=Count("pk"), versions=Sum("version"))
    season = player.season if isinstance(player, PlayerInSeason) else ""
    key = f"club-rates:{club}:{season}:{game}:{by}:{made}:{edition['many']}:{edition['versions']}"
    return cache.get_or_set(key, lambda: _counted(matches, by, made), KEPT) or {}


def _counted(matches: QuerySet[Match], by: str, made: str) -> dict[str, int]:
    rows = Tally.objects.filter(match__in=matches, facts__has_keys=[made, by]).annotate(value=fact(by)).values("value")
    found = rows.annotate(times=Count("pk"), made=Sum(fact(made))).order_by("value")
    return {str(row["value"]): percent(row["made"], row["times"]) for row in found}
