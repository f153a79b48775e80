"""What pages read of ratings. Each is one query, and none grows with what was played."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from django.db.models import Exists, F, OuterRef, QuerySet, Subquery
from django.utils.translation import gettext_lazy

from clubs.club_day import club_day
from clubs.language.dates import date_format
from clubs.models import Club, Player
from games.base.table_game import TableGame
from games.charts.line_chart import Chart, band_chart
from games.registry import TABLE_GAMES
from leagues.models import Rating

RUN = 40
FEWEST = 3  # matches of a chart
SAYS = gettext_lazy("Rating after each match, with the band it may lie in; the same numbers are in the table below")


@dataclass(frozen=True)
class Chapter:
    """A match, and what it did; nothing was done to a rating by the first one that is shown."""

    rating: Rating
    change: float | None


@dataclass(frozen=True)
class Story:
    """A player's rating in a game, and how it came to it: the last matches, the oldest first."""

    now: Rating
    run: Sequence[Chapter]
    chart: Chart | None


def latest(club: Club, game: str) -> QuerySet[Rating]:
    """Where everybody stands now: the last row of each player."""
    last = Rating.objects.filter(player=OuterRef("pk"), game=game).order_by("-number").values("pk")[:1]
    players = Player.objects.filter(club=club).order_by().annotate(last=Subquery(last)).values("last")
    return Rating.objects.filter(pk__in=players)


def table(club: Club, game: str) -> list[Rating]:
    """Whoever plays, the safest to call strong first."""
    rows = latest(club, game).filter(player__is_active=True).select_related("player")
    return list(rows.order_by((F("mu") - 2 * F("sigma")).desc(), "player__name", "player"))


def strengths(club: Club, game: str) -> dict[int, float]:
    """How strong each rated player is thought to be, for groups that are even or spread; one query."""
    return dict(latest(club, game).order_by().values_list("player", "mu"))


def games_rated(club: Club, games: Iterable[str]) -> set[str]:
    """In which of these games somebody has a rating."""
    names = {f"game_{at}": game for at, game in enumerate(games)}
    rated = {name: Exists(Rating.objects.filter(club=club, game=game)) for name, game in names.items()}
    row = Club.objects.filter(pk=club.pk).annotate(**rated).values(*names).get()
    return {game for name, game in names.items() if row[name]}


def story(player: Player, game: str) -> Story | None:
    run = chapters(player, game, RUN)
    return Story(run[-1].rating, run, _chart([each.rating for each in run])) if run else None


def chapters(player: Player, game: str, most: int | None = None) -> list[Chapter]:
    """The last matches, or all of them, the oldest first."""
    rows = Rating.objects.filter(player=player, game=game).select_related("match").order_by("-number")
    run = list(rows if most is None else rows[: most + 1])[::-1]
    first = [Chapter(each, None) for each in run[:1] if most is None or len(run) <= most]
    return [*first, *(Chapter(now, now.mu - was.mu) for was, now in pairwise(run))]


def _chart(run: Sequence[Rating]) -> Chart | None:
    if len(run) < FEWEST:
        return None
    days = [date_format(club_day(row.at), "M Y") for row in run]
    guesses = [(row.mu, row.estimate.spread) for row in run]
    return band_chart(guesses, str(SAYS), str(run[-1]), {1: days[0], len(run): days[-1]})


def game_of(key: str, rated: set[str]) -> TableGame:
    """The game that is asked for, else the first in which anybody is rated."""
    candidates = [table_game for table_game in TABLE_GAMES if table_game.key == key] or [
        table_game for table_game in TABLE_GAMES if table_game.key in rated
    ]
    return next(iter(candidates), TABLE_GAMES[0])
