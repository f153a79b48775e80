"""A match of Dogs of War played by bots for the demo club, recorded play by play, year by year, or by its end alone."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, cast

from msgspec.structs import replace

from games.base.table_game import DemoMatch
from scoring.dogs_of_war import (
    DOGS_OF_WAR,
    Betrayal,
    Contest,
    Gain,
    HouseValues,
    Options,
    Pairing,
    Pass,
    Play,
    Year,
    YearLine,
    YearStep,
    entries,
)
from scoring.dogs_of_war.battle import SOLDIERS, STRENGTH, tokens
from scoring.dogs_of_war.sheet import YEARS

# The hidden holdings of a bot of the demo club: coins, soldiers, cards, tokens.


COST = {soldier.key: soldier.cost for soldier in SOLDIERS}
START_COINS, START_TACTICS = 5, 2


@dataclass
class Holdings:
    """One bot’s holdings. `supported_house` is the house of its support card, whose side it prefers; `thrift` is the
    probability of not buying the next soldier.
    """

    supported_house: str
    thrift: float
    coins: int = START_COINS
    tactics: int = START_TACTICS
    vp: int = 0
    soldiers: list[str] = field(default_factory=list)
    influence: dict[str, int] = field(default_factory=dict)

    def buy(self, captains: int, rng: Random) -> None:
        """Buy soldiers for the captains of the year, until the coins run out or the bot chooses to save."""
        while len(self.soldiers) < captains and self.coins > 0 and rng.random() > self.thrift:
            self._hire(rng.choice([key for key, cost in COST.items() if cost <= self.coins]))

    def _hire(self, soldier: str) -> None:
        self.coins -= COST[soldier]
        self.soldiers.append(soldier)

    def pop_soldier(self, rng: Random) -> str:
        """Remove and return the soldier for the next play, in most cases the strongest."""
        strongest = max(self.soldiers, key=STRENGTH.__getitem__)
        soldier = strongest if rng.random() < 0.6 else rng.choice(self.soldiers)
        self.soldiers.remove(soldier)
        return soldier

    def add_reward(self, house: str, supply: dict[str, int], rng: Random) -> None:
        """Add the reward of a space (DW-25); a house without tokens in the supply gives none."""
        reward = rng.choices(("influence", "coins", "vp", "tactics", "soldier"), (8, 3, 3, 2, 2))[0]
        if reward == "influence":
            self.add_influence(house, rng.choice((1, 1, 2)), supply)
        elif reward == "soldier":
            self.soldiers.append(rng.choice(SOLDIERS).key)
        else:
            self.add(reward, rng.choice((1, 2)))

    def add_influence(self, house: str, tokens: int, supply: dict[str, int]) -> None:
        """Add influence tokens of a house, as many as the supply has."""
        count = min(tokens, supply[house])
        supply[house] -= count
        self.influence[house] = self.influence.get(house, 0) + count

    def add(self, what: str, count: int) -> None:
        """Add coins, VP or tactic cards; `what` is the name of the field."""
        setattr(self, what, getattr(self, what) + count)


def all_holdings(seats: int, houses: Sequence[str], rng: Random) -> list[Holdings]:
    """Return the holdings of each seat at the start, each with a different support card."""
    return [Holdings(house, rng.uniform(0.02, 0.12)) for house in rng.sample(houses, seats)]


# Bots that play Dogs of War for the demo club: they hire, choose sides, take rewards and pass; the engine applies the
# rules.


BONUSES = {"captain": "", "3 coins": "coins", "2 VP": "vp", "2 tactic cards": "tactics"}
SPACE_CAPTAIN, BETRAYAL = 0.03, 0.04
Timed = tuple[float, Any]


class Table:
    """A table of bots; `sheet` is the sheet after the entries written so far."""

    def __init__(self, seats: int, options: Options, rng: Random) -> None:
        self.rng = rng
        self.sheet = DOGS_OF_WAR.start(seats, options)
        self.all_holdings = all_holdings(seats, options.houses, rng)
        self.supply = dict.fromkeys(options.houses, tokens(seats))

    def step(self) -> YearStep:
        """The engine’s next step while a year is in progress."""
        return cast(YearStep, DOGS_OF_WAR.next_step(self.sheet))

    def write(self, entry: Any) -> Any:
        """Add the entry to the sheet, and return it."""
        self.sheet = DOGS_OF_WAR.play(self.sheet, entry)
        return entry

    def year(self) -> Iterator[Timed]:
        """Yield the entries of a whole year, play by play, each with the minutes since the one before."""
        step = self.step()
        for holdings, captains in zip(self.all_holdings, step.allowance.values(), strict=True):
            holdings.coins += step.coins
            holdings.buy(captains, self.rng)
        yield self.rng.uniform(2, 4), self.write(self._pairing(step))
        while (seat := self._turn()) is not None:
            for entry in self._played(self.step(), seat):
                yield self.rng.uniform(0.3, 0.9), self.write(entry)
        for battle in self.step().battles:
            if not battle.fixed:
                yield 0.2, self.write(entries.Battle(battle.battle, 0, {}))
        yield self.rng.uniform(0.5, 1.5), self.write(Year())
        self._pay(self.sheet.years[-1])

    def _pairing(self, step: YearStep) -> Pairing:
        free = self.rng.sample(step.free, len(step.free))
        pairs = step.pairings or tuple(zip(free[::2], free[1::2], strict=True))
        first = self.rng.randrange(self.sheet.seats) if step.first_player is None else None
        bonuses = ["3 VP"] * len(pairs) if step.bonus_vp else self.rng.sample(sorted(BONUSES), len(pairs))
        return Pairing(pairs, first, tuple(bonuses))

    def _turn(self) -> int | None:
        """The seat whose turn it is, else a seat that has no captain left and has to pass; None when all are done."""
        step = self.step()
        return next(iter(step.must_pass), None) if step.turn is None else step.turn

    def _played(self, step: YearStep, seat: int) -> Iterator[Any]:
        """Yield the entries of one turn: a pass, or a play with the reward of its space."""
        holdings = self.all_holdings[seat]
        offers = [(battle, side) for battle in step.battles for side in battle.openings[seat].sides]
        if not offers or not holdings.soldiers:
            yield Pass(seat)
            return
        weights = [3.0 if side == holdings.supported_house else 1.0 for _, side in offers]
        battle, side = self.rng.choices(offers, weights)[0]
        if battle.openings[seat].why and holdings.tactics and self.rng.random() < BETRAYAL:
            holdings.tactics -= 1
            yield Betrayal(battle.battle, seat)
        yield Play(battle.battle, seat, side, holdings.pop_soldier(self.rng))
        holdings.add_reward(side, self.supply, self.rng)
        if self.rng.random() < SPACE_CAPTAIN and step.allowance[seat] == step.captains:
            yield Gain(seat)

    def _pay(self, line: YearLine) -> None:
        """Add the VP and bonuses of a finished year to the bots’ holdings."""
        for seat, vp in line.points.items():
            self.all_holdings[seat].vp += vp
        for battle in line.battles:
            reward = BONUSES.get(battle.contest.bonus, "")
            for seat in battle.bonus_to:
                if reward:
                    self.all_holdings[seat].add(reward, int(battle.contest.bonus[0]))

    def tallies(self) -> Iterator[Any]:
        """Yield everybody’s final tally, in a random order."""
        order = self.rng.sample(range(self.sheet.seats), self.sheet.seats)
        for seat in order:
            holdings = self.all_holdings[seat]
            yield entries.Tally(
                seat,
                holdings.vp,
                holdings.influence,
                holdings.supported_house,
                holdings.coins,
                holdings.tactics,
                len(holdings.soldiers),
            )


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
