"""Reading ratings for pages. Each is one query, and its cost does not grow with how much was played."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from django.db.models import Exists, F, OuterRef, QuerySet, Subquery
from django.utils.translation import gettext_lazy

from clubs.language.locales import date_format
from clubs.models import Club, Player
from clubs.models.calendar import club_day
from games.base.table_game import TableGame
from games.charts.line_chart import Chart, band_chart
from games.registry import TABLE_GAMES, asked_game
from leagues.models import Rating

RUN = 40
FEWEST_MATCHES = 3  # matches for a chart
SAYS = gettext_lazy("Rating after each match, with the band it may lie in; the same numbers are in the table below")


@dataclass(frozen=True)
class RatingChange:
    """A match in a player's history; `change` is by how much the rating changed, None for the player's first match."""

    rating: Rating
    change: float | None


@dataclass(frozen=True)
class RatingHistory:
    """A player's current rating in a game, and the last matches, the oldest first; `chart` is None for fewer than
    FEWEST.
    """

    now: Rating
    changes: Sequence[RatingChange]
    chart: Chart | None


def latest(club: Club, game: str) -> QuerySet[Rating]:
    """Return the latest row of each player: the current ratings."""
    last = Rating.objects.filter(player=OuterRef("pk"), game=game).order_by("-number").values("pk")[:1]
    players = Player.objects.filter(club=club).order_by().annotate(last=Subquery(last)).values("last")
    return Rating.objects.filter(pk__in=players)


def table(club: Club, game: str) -> list[Rating]:
    """Return the ratings of active players by the lower end of their range (mu - 2 sigma), the highest first."""
    rows = latest(club, game).filter(player__is_active=True).select_related("player")
    return list(rows.order_by((F("mu") - 2 * F("sigma")).desc(), "player__sorted_by", "player"))


def strengths(club: Club, game: str) -> dict[int, float]:
    """Return the rating (`mu`) of each rated player, for dealing out even groups; one query."""
    return dict(latest(club, game).order_by().values_list("player", "mu"))


def games_rated(club: Club, games: Iterable[str]) -> set[str]:
    """Return those of these games in which at least one player has a rating."""
    names = {f"game_{at}": game for at, game in enumerate(games)}
    rated = {name: Exists(Rating.objects.filter(club=club, game=game)) for name, game in names.items()}
    row = Club.objects.filter(pk=club.pk).annotate(**rated).values(*names).get()
    return {game for name, game in names.items() if row[name]}


def rating_history(player: Player, game: str) -> RatingHistory | None:
    """Return the player's history; None without a rating."""
    changes = rating_changes(player, game, RUN)
    return RatingHistory(changes[-1].rating, changes, _chart([each.rating for each in changes])) if changes else None


def rating_changes(player: Player, game: str, most: int | None = None) -> list[RatingChange]:
    """Return the last `most` matches, or all of them, the oldest first."""
    rows = Rating.objects.filter(player=player, game=game).select_related("match").order_by("-number")
    changes = list(rows if most is None else rows[: most + 1])[::-1]
    first = [RatingChange(each, None) for each in changes[:1] if most is None or len(changes) <= most]
    return [*first, *(RatingChange(now, now.mu - was.mu) for was, now in pairwise(changes))]


def _chart(run: Sequence[Rating]) -> Chart | None:
    if len(run) < FEWEST_MATCHES:
        return None
    days = [date_format(club_day(row.at), "M Y") for row in run]
    guesses = [(row.mu, row.estimate.spread) for row in run]
    return band_chart(guesses, str(SAYS), str(run[-1]), {1: days[0], len(run): days[-1]})


def game_of(key: str, rated: set[str]) -> TableGame:
    """Return the game with this key; "" gives the first with ratings, or of all. Raises Http404 for an unknown
    one.
    """
    first = next((each for each in TABLE_GAMES if each.key in rated), TABLE_GAMES[0])
    return asked_game(key) or first
