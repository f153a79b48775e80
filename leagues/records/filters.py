"""Which part of the hall of fame is asked for: a game, and a season or all time."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, Exists, OuterRef

from clubs.models import Club, Season
from games.base.table_game import TableGame
from games.models import Match
from games.registry import TABLE_GAMES
from leagues.records.queries import Scope

ALL = "all"


@dataclass(frozen=True)
class RecordFilter:
    """Without a word records are of all time, and call-outs of the newest season in which the game was played."""

    club: Club
    table_game: TableGame
    seasons: Sequence[Season]
    newest: Season | None
    season: Season | None
    is_all: bool

    @property
    def lately(self) -> Season | None:
        return self.season or (None if self.is_all else self.newest)

    @property
    def ever(self) -> Scope:
        return Scope(self.club, self.table_game, self.season)

    @property
    def of_late(self) -> Scope:
        return Scope(self.club, self.table_game, self.lately)


def played(club: Club) -> dict[str, int]:
    """How many finished matches of each game there are; one query."""
    rows = club.matches.filter(finished_at__isnull=False).order_by().values_list("game")
    return dict(rows.annotate(Count("pk")))


def since(club: Club) -> datetime | None:
    """When the first finished match began."""
    first = club.matches.filter(finished_at__isnull=False).order_by("started_at").values_list("started_at", flat=True)
    return first.first()


def record_filter(club: Club, game: str, season: str, played: Sequence[str]) -> RecordFilter:
    """Nonsense is left out: the first game the club has played, all seasons."""
    mine = [table_game for table_game in TABLE_GAMES if table_game.key in played]
    named = [table_game for table_game in TABLE_GAMES if table_game.key == game]
    table_game = next(iter([*named, *mine]), TABLE_GAMES[0])
    over = Match.objects.filter(season=OuterRef("pk"), game=table_game.key, finished_at__isnull=False)
    seasons = list(club.seasons.order_by("-starts_on").annotate(played=Exists(over)))
    newest = next((each for each in seasons if each.played), None)
    one = next((each for each in seasons if str(each.pk) == season), None)
    return RecordFilter(club, table_game, seasons, newest, one, season == ALL)
