"""The race of a season: points and places after each night, and their chart."""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import pairwise

import msgspec
from django.core.cache import cache
from django.utils import timezone
from django.utils.translation import get_language, gettext_lazy

from clubs.language.locales import date_format, minus
from clubs.models import Club, Season
from clubs.players.search import player_key
from games.base.names import isolated, shortened
from games.charts.line_chart import Chart, Series, Tick, has_shape, line_chart, ticks
from leagues.standings.queries import Board
from leagues.standings.results import (
    Counted,
    Schemes,
    Table,
    by_player,
    line_in_table,
    results,
    scheme_of,
    stored_schemes,
)
from leagues.standings.update import FIGURES
from scoring.standings import Result, played_in, rank

# The growth of points over a season, for the charts of the standings, of the season book and of a player’s page.


MOST_NIGHTS = 24  # nights shown along the axis
NAMED = 6  # dates below the axis
BEST = 6  # players who get a line
SAYS = gettext_lazy("Points night by night; the same numbers are in the table below")
FEWEST_NIGHTS = 4  # nights for a chart
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
        return len(self.dates) >= FEWEST_NIGHTS and has_shape(reached)

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
    if season is None or max(row.nights for row in board.rows) < FEWEST_NIGHTS:
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
    """Return at most MOST_NIGHTS nights, evenly spread; the last one is always included."""
    if len(nights) <= MOST_NIGHTS:
        return list(nights)
    ends = [round(at * len(nights) / MOST_NIGHTS) for at in range(MOST_NIGHTS + 1)]
    return [nights[end - 1] for _, end in pairwise(ends)]


def short_date(when: str) -> str:
    """Return the day of an ISO moment: `19 Nov`."""
    return date_format(datetime.fromisoformat(when), "j M")


# Points and places of a season after each of its nights, for the page of the race and the API.


@dataclass(frozen=True)
class Runner:
    """One ranked player. Each list has one value a night: the points so far in hundredths, the row in the table from 1
    (None before the first match), whether the player played, and whether the player won.
    """

    player: int
    name: str
    points: Sequence[int]
    places: Sequence[int | None]
    played: Sequence[bool]
    won: Sequence[bool]


@dataclass(frozen=True)
class Places:
    """The runners in the order of the table; as there, no two of them are in the same row."""

    dates: Sequence[str]
    runners: Sequence[Runner]


def places_of(club: Club, board: Board) -> Places | None:
    """Return the places of the players ranked today. Two queries; None for all time and before the first night."""
    season = board.season
    if season is None:
        return None
    table = Table(season.pk, board.game)
    schemes: Schemes = {season.pk: season.schemes}
    ranked = {row.player_id: row.player.label for row in board.rows if row.place}
    counted = table.of(results(club, season=season.pk, game=board.game))
    theirs = {player: played for player, played in by_player(counted).items() if player in ranked}
    nights = some_nights(nights_of([each for played in theirs.values() for each in played]))
    if not nights:
        return None
    by_name = {row.player_id: player_key(row.player) for row in board.rows}
    scheme = msgspec.structs.replace(scheme_of(table, schemes), minimum=0)
    points: dict[int, list[int]] = {player: [] for player in ranked}
    rows: dict[int, list[int | None]] = {player: [] for player in ranked}
    for _, when in nights:
        so_far = {player: [each for each in played if each.when[:10] <= when[:10]] for player, played in theirs.items()}
        lines = [line_in_table(table, schemes, player, played) for player, played in so_far.items() if played]
        results_so_far = played_in(each for played in so_far.values() for each in played)
        ordered = sorted(
            rank(lines, scheme, results_so_far),
            key=lambda row: (row.place or len(ranked) + 1, by_name[row.line.player]),
        )
        order = [row.line.player for row in ordered]
        worth = {line.player: line.points for line in lines}
        for player in ranked:
            points[player].append(worth.get(player, 0))
            rows[player].append(order.index(player) + 1 if player in worth else None)
    names = [night for night, _ in nights]
    there = {player: {each.night for each in played} for player, played in theirs.items()}
    first = {player: {each.night for each in played if each.won} for player, played in theirs.items()}
    runners = [
        Runner(
            player,
            ranked[player],
            points[player],
            rows[player],
            [night in there.get(player, ()) for night in names],
            [night in first.get(player, ()) for night in names],
        )
        for player in ranked
    ]
    return Places([short_date(when) for _, when in nights], runners)


# The chart of a race, in percent of the plot: one line a player, by places or by points.


@dataclass(frozen=True)
class Spot:
    """A night of the highlighted player."""

    x: float
    y: float
    played: bool
    won: bool


@dataclass(frozen=True)
class RaceChart:
    """`others` and `chosen` are SVG path data; `nights` are the x of all nights, `night` is that of the chosen one.

    Nothing is drawn after the chosen night.
    """

    others: Sequence[str]
    chosen: str
    spots: Sequence[Spot]
    nights: Sequence[float]
    night: float
    across: Sequence[Tick]


def race_chart(race: Places, chosen: Runner, night: int, *, by_points: bool) -> RaceChart:
    """Return the chart with one player highlighted; `night` counts from 1."""
    path = _straight if by_points else _bumps
    paths = {runner.player: path(_spots(race, runner, night, by_points=by_points)) for runner in race.runners}
    return RaceChart(
        others=[path for player, path in paths.items() if player != chosen.player and path],
        chosen=paths[chosen.player],
        spots=_spots(race, chosen, night, by_points=by_points),
        nights=[_x(race, at) for at in range(len(race.dates))],
        night=_x(race, night - 1),
        across=_across(race, by_points=by_points),
    )


def _across(race: Places, *, by_points: bool) -> list[Tick]:
    if not by_points:
        many = len(race.runners)
        return [Tick(round((row + 0.5) / many * 100, 2), str(row + 1)) for row in range(many)]
    low, high = _ends(race)
    values = [value * 100 for value in ticks(low // 100, high // 100)]
    return [Tick(round((high - value) / (high - low) * 100, 2), minus(value // 100)) for value in values]


def _ends(race: Places) -> tuple[int, int]:
    """Return the least and the most points (hundredths) that anybody had at any time, 0 included."""
    reached = [points for each in race.runners for points in each.points]
    return min(0, *reached), max(1, *reached)


def _x(race: Places, at: int) -> float:
    return round(at / max(1, len(race.dates) - 1) * 100, 2)


def _spots(race: Places, runner: Runner, night: int, *, by_points: bool) -> list[Spot]:
    low, high = _ends(race)
    found = []
    for at, place in enumerate(runner.places[:night]):
        if place is not None:
            share = (high - runner.points[at]) / (high - low) if by_points else (place - 0.5) / len(race.runners)
            found.append(Spot(_x(race, at), round(share * 100, 2), runner.played[at], runner.won[at]))
    return found


def _straight(spots: Sequence[Spot]) -> str:
    return "M" + "L".join(f"{spot.x} {spot.y}" for spot in spots) if spots else ""


def _bumps(spots: Sequence[Spot]) -> str:
    """Return a path that leaves each place and reaches the next one horizontally.

    >>> _bumps([Spot(0, 10, True, False), Spot(50, 30, True, False)])
    'M0 10C25.0 10 25.0 30 50 30'
    """
    if not spots:
        return ""
    curves = []
    for was, now in pairwise(spots):
        half = round((was.x + now.x) / 2, 2)
        curves.append(f"C{half} {was.y} {half} {now.y} {now.x} {now.y}")
    return f"M{spots[0].x} {spots[0].y}{''.join(curves)}"
