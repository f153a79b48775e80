"""A player’s form in a game: what each night of the club came to, and the average of the last five they played."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import pairwise
from statistics import mean

from django.utils.formats import date_format

from clubs.club_day import club_day
from games.charts.dots_chart import DotsChart, Played, averages_of, dots_chart
from games.models import Match, Seat
from games.statistics.queries import RUN, PlayerInSeason, Whose, run
from leagues.standings.results import evening
from leagues.statistics.matches_chart import totals_chart

NIGHTS = 20  # shown
SEATS = 100  # of the player, in which they are looked for
MATCHES = 400  # of the club, in which these nights are looked for
FEWEST = 3  # nights played of a chart
DATES = 4  # under it
CHARACTER = 0.028  # of the width of a plot on a phone, in the name of a season
SAYS = "Total of each night, and the average of the last five played; the same numbers are in the table below"


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
    """Night by night, or match by match where it was played on too few. Two queries."""
    seats = run(player, game, SEATS)
    nights = form_nights(player, game, seats)
    chart = form_chart(nights)
    if chart is None:
        return Form(nights, totals_chart(seats), f"the last {len(seats[-RUN:])} matches", seats[-RUN:])
    shown = [seat for seat in seats if seat.match.started_at >= nights[0].started_at]
    return Form(nights, chart, f"the last {len(nights)} nights", shown)


def form_nights(player: Whose, game: str, seats: Sequence[Seat]) -> list[FormNight]:
    """The last nights on which the game was played, from the player’s first on; `seats` are the player’s last, in
    order. One query.
    """
    if not seats:
        return []
    played = _by_night(seats)
    nights = _nights(player, game, seats[0].match.started_at)
    found = [_night(about, played.get(key, ())) for key, about in nights.items()]
    averages = averages_of([each.total for each in found])
    return [replace(each, average=average) for each, average in zip(found, averages, strict=True)][-NIGHTS:]


def _by_night(seats: Iterable[Seat]) -> Mapping[str, list[Seat]]:
    nights: dict[str, list[Seat]] = {}
    for seat in seats:
        nights.setdefault(evening(seat.match.night_id, seat.match.started_at), []).append(seat)
    return nights


def _nights(player: Whose, game: str, first: datetime) -> Mapping[str, FormNight]:
    """In order, each with the season of its first match."""
    in_season = {"season": player.season} if isinstance(player, PlayerInSeason) else {}
    club = player.player.club_id if isinstance(player, PlayerInSeason) else player.club_id
    rows = Match.objects.filter(club=club, game=game, finished_at__isnull=False, started_at__gte=first, **in_season)
    newest = rows.order_by("-started_at", "-pk").values_list("night", "started_at", "season__name")[:MATCHES]
    nights: dict[str, FormNight] = {}
    for night, started_at, name in reversed(newest):
        nights.setdefault(evening(night, started_at), FormNight(started_at, name or ""))
    return nights


def _night(about: FormNight, seats: Sequence[Seat]) -> FormNight:
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
    of = "night (the average of several matches)" if any(each.matches > 1 for each in nights) else "night"
    return dots_chart(dots, SAYS, along, NIGHTS, _turns(nights), of)


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
