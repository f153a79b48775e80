"""A player’s form in a game: what each night of the club came to, and the average of the last five they played."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import dropwhile, pairwise
from statistics import mean
from typing import Any

from django.db.models import F, FilteredRelation, Q
from django.utils.translation import gettext_lazy, ngettext

from clubs.club_day import club_day
from clubs.language.dates import date_format
from games.charts.dots_chart import AVERAGE_OF, DotsChart, Played, averages_of, dots_chart
from games.models import Match, Seat
from games.statistics.queries import RUN, PlayerInSeason, Whose, run
from leagues.standings.results import evening
from leagues.statistics.matches_chart import totals_chart

NIGHTS = 20  # shown
MATCHES = 400  # of the club, in which they are looked for
FIGURES = ("place", "total", "is_winner")
FEWEST = 3  # nights played of a chart
DATES = 4  # under it
CHARACTER = 0.028  # of the width of a plot on a phone, in the name of a season
SAYS = gettext_lazy(
    "Total of each night, and the average of the last five played; the same numbers are in the table below"
)


@dataclass(frozen=True)
class FormNight:
    """`total` is the average of the night’s matches, None where the player was away, and so is `average`, which is
    None for the first four as well.
    """

    started_at: datetime
    season: str
    matches: int = 0
    total: float | None = None
    won: bool = False
    average: float | None = None


@dataclass(frozen=True)
class Form:
    """`about` says what the chart is of, `seats` are the matches behind it, the oldest first."""

    nights: Sequence[FormNight]
    chart: DotsChart | None
    about: str
    seats: Sequence[Seat]


def form_of(player: Whose, game: str) -> Form:
    """Night by night, or match by match where it was played on too few of them. One query, or two where the player was
    not seen for a long time.
    """
    matches = _matches(player, game)
    seats = [seat for match in matches if (seat := _seat(match))]
    nights = _nights(matches)
    chart = form_chart(nights)
    if chart is None:
        last = seats if len(matches) < MATCHES else run(player, game, RUN + AVERAGE_OF - 1)
        return Form(nights, totals_chart(last), _last_matches(len(last[-RUN:])), last[-RUN:])
    shown = [seat for seat in seats if seat.match.started_at >= nights[0].started_at]
    return Form(nights, chart, _last_nights(len(nights)), shown)


def _last_matches(count: int) -> str:
    return ngettext("the last {count} match", "the last {count} matches", count).format(count=count)


def _last_nights(count: int) -> str:
    return ngettext("the last {count} night", "the last {count} nights", count).format(count=count)


def _matches(player: Whose, game: str) -> list[Any]:
    """The newest of the club, the oldest of them first, each with what the player came to in it."""
    in_season = {"season": player.season} if isinstance(player, PlayerInSeason) else {}
    who = player.player if isinstance(player, PlayerInSeason) else player
    rows = Match.objects.filter(club=who.club_id, game=game, finished_at__isnull=False, **in_season)
    mine = FilteredRelation("seats", condition=Q(seats__player=who))
    figures = {f"my_{name}": F(f"mine__{name}") for name in FIGURES}
    about = rows.only("started_at", "night").annotate(season_name=F("season__name"))  # of a season only this
    newest = about.annotate(mine=mine, **figures).order_by("-started_at", "-pk")
    return list(newest[:MATCHES])[::-1]


def _seat(match: Any) -> Seat | None:
    """As the row has it; None where the player was not at this table."""
    figures = {name: getattr(match, f"my_{name}") for name in FIGURES}
    return None if match.my_total is None else Seat(match=match, **figures)


def _nights(matches: Iterable[Any]) -> list[FormNight]:
    """The last ones, from the first on that the player came to."""
    nights: dict[str, list[Any]] = {}
    for match in matches:
        nights.setdefault(evening(match.night_id, match.started_at), []).append(match)
    found = list(dropwhile(lambda night: not night.matches, map(_night, nights.values())))
    averages = averages_of([each.total for each in found])
    return [replace(each, average=average) for each, average in zip(found, averages, strict=True)][-NIGHTS:]


def _night(matches: Sequence[Any]) -> FormNight:
    """Its season is that of the first match."""
    first, seats = matches[0], [seat for match in matches if (seat := _seat(match))]
    about = FormNight(first.started_at, first.season_name or "")
    if not seats:
        return about
    won = any(seat.is_winner for seat in seats)
    return replace(about, matches=len(seats), total=mean(seat.total for seat in seats), won=won)


def form_chart(nights: Sequence[FormNight]) -> DotsChart | None:
    """None for a few nights: two say no more than the table."""
    if sum(each.matches > 0 for each in nights) < FEWEST:
        return None
    last = len(nights) - 1
    places = sorted({round(at * last / (DATES - 1)) for at in range(DATES)})
    along = {at: date_format(club_day(nights[at].started_at), "j M") for at in places}
    dots = [None if each.total is None else Played(each.total, each.won) for each in nights]
    of = "average" if any(each.matches > 1 for each in nights) else "night"
    return dots_chart(dots, str(SAYS), along, NIGHTS, _turns(nights), of)


def _turns(nights: Sequence[FormNight]) -> dict[int, str]:
    """Where another season begins; its name where there is room for it, and none where there is but one."""
    seasons = [each.season for each in nights]
    begins = [at for at, season in enumerate(seasons) if not at or season != seasons[at - 1]]
    if len(begins) == 1:
        return {}
    widths = [(end - begin) / len(nights) for begin, end in pairwise([*begins, len(nights)])]
    return {
        begin: seasons[begin] if len(seasons[begin]) * CHARACTER <= width else ""
        for begin, width in zip(begins, widths, strict=True)
    }
