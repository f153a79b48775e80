"""The growth of points over a season, for the charts of the standings, of the season book and of a player’s page."""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import pairwise

import msgspec
from django.core.cache import cache
from django.utils import timezone
from django.utils.translation import get_language, gettext_lazy

from clubs.language.dates import date_format
from clubs.models import Club, Season
from games.base.entry.names import isolated, shortened
from games.charts.line_chart import Chart, Series, has_shape, line_chart
from leagues.standings.queries import Board
from leagues.standings.results import Counted, results
from leagues.standings.rows import FIGURES
from leagues.standings.tables import Schemes, Table, by_player, line_in_table, stored_schemes
from scoring.standings import Result

MOST = 24  # nights shown along the axis
NAMED = 6  # dates below the axis
BEST = 6  # players who get a line
SAYS = gettext_lazy("Points night by night; the same numbers are in the table below")
FEWEST = 4  # nights for a chart
KEPT = 86_400  # seconds: the key does not cover everything about earlier nights, so a chart is cached for a day


@dataclass(frozen=True)
class Growth:
    """By player, the points after each of these nights, in whole points."""

    dates: Sequence[str]
    points: Mapping[int, Sequence[int]]

    @property
    def has_shape(self) -> bool:
        """Whether there are enough nights and points for a chart."""
        reached = [points for run in self.points.values() for points in run]
        return len(self.dates) >= FEWEST and has_shape(reached)

    def chart(self, players: Sequence[int], names: Mapping[int, str], says: str = "") -> Chart:
        """Return the chart, with the best player first; every line begins at 0 before the first night. `says` is its
        text alternative.
        """
        series = [Series(names[each], list(enumerate([0, *self.points[each]]))) for each in players]
        last = len(self.dates)
        step = max(1, -(-last // NAMED))
        return line_chart(series, says, last, {at: self.dates[at - 1] for at in range(1, last + 1, step)})


@dataclass(frozen=True)
class SeasonResults:
    """The results of a season, or of all seasons, read once."""

    results: Sequence[Counted]
    schemes: Schemes

    def growth(self, table: Table) -> Growth:
        """Return the growth of points in this table."""
        theirs = by_player(table.of(self.results))
        nights = nights_of([each for played in theirs.values() for each in played])
        shown = some_nights(nights)
        return Growth(
            [short_date(when) for _, when in shown],
            {player: self._of(table, player, played, shown) for player, played in theirs.items()},
        )

    def _of(self, table: Table, player: int, played: Sequence[Result], nights: Sequence[tuple[str, str]]) -> list[int]:
        until = [[each for each in played if each.when[:10] <= when[:10]] for _, when in nights]
        return [round(line_in_table(table, self.schemes, player, so_far).points / 100) for so_far in until]


@dataclass(frozen=True)
class Race:
    """The chart and its numbers: the days, and for each line the name and the points after each day."""

    chart: Chart
    dates: Sequence[str]
    lines: Sequence[tuple[str, Sequence[int]]]

    @property
    def rows(self) -> list[tuple[str, list[int]]]:
        """One row a day: the day, and the points of each line."""
        return [(date, [points[at] for _, points in self.lines]) for at, date in enumerate(self.dates)]


def read(club: Club, season: int | None) -> SeasonResults:
    """Read the results of the season (None: of all)."""
    return SeasonResults(results(club, season=season), stored_schemes(club))


def race_of(club: Club, board: Board) -> Race | None:
    """Return the race of a season’s table, cached for each state of the table (ADR 44); None if it is of all time or
    has too few nights or points.
    """
    season = board.season
    if season is None or max(row.nights for row in board.rows) < FEWEST:
        return None
    key = f"race:{_edition(board)}"
    cached: tuple[Race | None] | None = cache.get(key)
    if cached is None:
        cached = (_drawn(club, board, season),)
        cache.set(key, cached, KEPT)
    return cached[0]


def _edition(board: Board) -> str:
    """Return a hash of everything that the chart depends on: rows, names, scheme, language, time zone."""
    rows = [[getattr(row, name) for name in FIGURES] + [row.player_id, row.player.label] for row in board.rows]
    board_key = [
        board.season and [board.season.pk, board.season.schemes],
        board.game,
        timezone.get_current_timezone_name(),
        get_language(),
    ]
    return hashlib.sha256(msgspec.json.encode([board_key, rows])).hexdigest()


def _drawn(club: Club, board: Board, season: Season) -> Race | None:
    table = Table(season.pk, board.game)
    season_results = SeasonResults(results(club, season=season.pk, game=board.game), {season.pk: season.schemes})
    growth = season_results.growth(table)
    if not growth.has_shape:
        return None
    best = [row for row in board.rows if row.player_id in growth.points][:BEST]
    names = dict(zip((row.player_id for row in best), shortened([row.player.label for row in best]), strict=True))
    chart = growth.chart(list(names), names, str(SAYS))
    return Race(chart, growth.dates, [(isolated(name), growth.points[player]) for player, name in names.items()])


def nights_of(played: Sequence[Result]) -> list[tuple[str, str]]:
    """Return (night, last moment) for every night, in order."""
    last: dict[str, str] = {}
    for each in played:
        last[each.night] = max(each.when, last.get(each.night, ""))
    return sorted(last.items(), key=lambda night: (night[1], night[0]))


def some_nights(nights: Sequence[tuple[str, str]]) -> list[tuple[str, str]]:
    """Return at most MOST nights, evenly spread; the last one is always included."""
    if len(nights) <= MOST:
        return list(nights)
    ends = [round(at * len(nights) / MOST) for at in range(MOST + 1)]
    return [nights[end - 1] for _, end in pairwise(ends)]


def short_date(when: str) -> str:
    """Return the day of an ISO moment: `19 Nov`."""
    return date_format(datetime.fromisoformat(when), "j M")
