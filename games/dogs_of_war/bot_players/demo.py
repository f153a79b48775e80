"""A match of Dogs of War played by bots for the demo club, recorded play by play, year by year, or by its end alone."""

from collections.abc import Callable, Iterator, Mapping
from random import Random

from msgspec.structs import replace

from games.base.demo import DemoMatch
from games.dogs_of_war.bot_players.bots import Table, Timed
from scoring.dogs_of_war import Contest, HouseValues, Options, Year, YearLine
from scoring.dogs_of_war.sheet import YEARS

HABITS = ("plays", "years", "end")
OFTEN = (3, 5, 2)
VARIANTS = ("crushing-at-12", "sudden-death", "decisive-fourth-year")


def demo_match(seats: int, rng: Random) -> DemoMatch:
    """Return a whole match; the same state of `rng` gives the same match."""
    options = _options(seats, rng)
    table = Table(seats, options, rng)
    habit = rng.choices(HABITS, OFTEN)[0]
    minute = 0.0
    lines: list[Timed] = []
    for minutes, entry in [*_RECORDERS[habit](table), *((rng.uniform(0.5, 2), each) for each in table.tallies())]:
        minute += minutes
        lines.append((minute, entry))
    return DemoMatch(options, lines)


def _options(seats: int, rng: Random) -> Options:
    variants = tuple(variant for variant in VARIANTS if rng.random() < 0.12)
    if seats == 3 and rng.random() < 0.3:
        chosen = rng.sample(Options().houses, 4)
        return Options((*variants, "cutthroat"), tuple(house for house in Options().houses if house in chosen))
    return Options(variants)


def _plays(table: Table) -> Iterator[Timed]:
    for _ in range(YEARS):
        yield from table.year()


def _years(table: Table) -> Iterator[Timed]:
    """Yield each year as one entry with its final positions."""
    for _ in range(YEARS):
        token = table.sheet.first
        minutes = sum(minutes for minutes, _ in table.year())
        yield minutes, _whole(table.sheet.years[-1], token)


def _whole(line: YearLine, token: int | None) -> Year:
    """Return a year as one entry; the first player is named only where it differs from the holder of the token."""
    first = None if line.first_player == token else line.first_player
    return Year(
        tuple(_final(battle.contest, battle.tracker, battle.captains) for battle in line.battles),
        first,
        line.first_to_pass,
        line.gained,
    )


def _final(contest: Contest, tracker: int, captains: Mapping[str, Mapping[int, int]]) -> Contest:
    return replace(contest, tracker=tracker, captains=captains, plays=None)


def _end(table: Table) -> Iterator[Timed]:
    """Yield the house values alone, as for a match whose years were not recorded."""
    minutes = sum(minutes for minutes, _ in _plays(table))
    yield minutes, HouseValues(table.sheet.values)


_RECORDERS: Mapping[str, Callable[[Table], Iterator[Timed]]] = {"plays": _plays, "years": _years, "end": _end}
