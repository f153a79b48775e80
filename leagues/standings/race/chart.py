"""The chart of a race, in percent of the plot: one line a player, by places or by points."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from clubs.language.figures import minus
from games.charts.line_chart import Tick, ticks
from leagues.standings.race.places import Places, Runner


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
