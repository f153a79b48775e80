"""The choice of records: a game, and one season or all time."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, Exists, OuterRef
from django.http import Http404

from clubs.models import Club, Season
from games.base.table_game import TableGame
from games.models import Match
from games.registry import TABLE_GAMES, asked_game
from leagues.records.queries import RecordScope

ALL = "all"


@dataclass(frozen=True)
class RecordFilter:
    """The chosen game and season. Without a choice, records are of all time and call-outs of the newest season in which
    the game was played; `is_all` means that all time was chosen.
    """

    club: Club
    table_game: TableGame
    seasons: Sequence[Season]
    newest: Season | None
    season: Season | None
    is_all: bool

    @property
    def lately(self) -> Season | None:
        """The season for call-outs; None for all time."""
        return self.season or (None if self.is_all else self.newest)

    @property
    def ever(self) -> RecordScope:
        """The scope of records."""
        return RecordScope(self.club, self.table_game, self.season)

    @property
    def of_late(self) -> RecordScope:
        """The scope of call-outs."""
        return RecordScope(self.club, self.table_game, self.lately)


def games_played(club: Club) -> dict[str, int]:
    """Return how many finished matches of each game there are; one query."""
    rows = club.matches.filter(finished_at__isnull=False).order_by().values_list("game")
    return dict(rows.annotate(Count("pk")))


def since(club: Club) -> datetime | None:
    """Return when the first finished match began, or None."""
    first = club.matches.filter(finished_at__isnull=False).order_by("started_at").values_list("started_at", flat=True)
    return first.first()


def record_filter(club: Club, game: str, season: str, played: Sequence[str]) -> RecordFilter:
    """Return the choice from the query parameters; "" gives the first game that the club has played, and no season.
    Raises Http404 for an unknown one.
    """
    first = next((each for each in TABLE_GAMES if each.key in played), TABLE_GAMES[0])
    table_game = asked_game(game) or first
    over = Match.objects.filter(season=OuterRef("pk"), game=table_game.key, finished_at__isnull=False)
    seasons = list(club.seasons.order_by("-starts_on").annotate(played=Exists(over)))
    newest = next((each for each in seasons if each.played), None)
    one = next((each for each in seasons if str(each.pk) == season), None)
    if one is None and season not in ("", ALL):
        raise Http404
    return RecordFilter(club, table_game, seasons, newest, one, season == ALL)
