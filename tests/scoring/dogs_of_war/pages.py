"""Builders of sheets, records and random matches of Dogs of War for tests."""

from collections.abc import Collection, Iterable, Sequence
from random import Random
from typing import Any

from hypothesis import strategies as st
from msgspec import Struct

from scoring.base import replay
from scoring.dogs_of_war import (
    DOGS_OF_WAR,
    Battle,
    BattleStep,
    Betrayal,
    Contest,
    DogsOfWarSheet,
    Gain,
    HouseValues,
    Options,
    Pairing,
    Pass,
    Play,
    Tally,
    TallyStep,
    Year,
    YearStep,
    next_step,
)

NAMES = ("Otto", "Ines", "Percy", "Gus", "Jo")
TALBOT, MALLORY, BASTIANI, HACKETT, TORNBORN, HARLOW = Options().houses
PAIRS = ((TALBOT, MALLORY), (BASTIANI, HACKETT), (TORNBORN, HARLOW))
FOUR = (TALBOT, MALLORY, BASTIANI, HACKETT)
Match = tuple[int, Options, list[Struct]]
EMPTY = tuple(Contest(pair, 0) for pair in PAIRS)
QUIET = Year(EMPTY)


def fold(*entries: Struct, seats: int = 3, options: Options | None = None) -> DogsOfWarSheet:
    """The sheet of these entries."""
    return replay(DOGS_OF_WAR, seats, options or Options(), entries)


def quiet(taken: Collection[str]) -> list[tuple[str, str]]:
    """The houses that are not taken, in pairs."""
    free = [house for house in Options().houses if house not in taken]
    return list(zip(free[::2], free[1::2], strict=False))


def one(contest: Contest, *, seats: int = 3, options: Options | None = None, years: int = 0) -> DogsOfWarSheet:
    """The sheet after a year with this battle and two without any play, and `years` years without plays before it."""
    others = quiet(set(contest.houses))
    return fold(*[QUIET] * years, Year((contest, *(Contest(pair, 0) for pair in others))), seats=seats, options=options)


def record(*rounds: Any, players: Sequence[str] = NAMES[:3], finish: Any = None, **options: Any) -> dict[str, Any]:
    """A record with these years."""
    found: dict[str, Any] = {"record": 1, "game": "dogs-of-war", "players": list(players), "rounds": list(rounds)}
    if options:
        found["options"] = options
    return found | ({"finish": finish} if finish is not None else {})


def battle(*houses: str, tracker: int = 0, left: Any = None, right: Any = None, **more: Any) -> dict[str, Any]:
    """A battle of a record by its final position; `left` and `right` are the captains by player at the first and the
    second house.
    """
    captains = {house: there for house, there in zip(houses, (left, right), strict=False) if there is not None}
    return {"houses": list(houses), "tracker": tracker, "captains": captains, **more}


def year(*battles: Any, **more: Any) -> dict[str, Any]:
    """A year of a record: these battles, and battles without captains between the other houses."""
    taken = {house for found in battles for house in found["houses"]}
    return {"battles": [*battles, *(battle(*pair) for pair in quiet(taken))], **more}


def tally(**more: Any) -> dict[str, Any]:
    """A tally of a record; everything that is not given is 0 or empty, and the support card is Talbot's."""
    return {"vp": 0, "influence": {}, "support": TALBOT, "coins": 0, "tactics": 0, "soldiers": 0, **more}


def supported(seats: int, houses: Sequence[str]) -> list[Tally]:
    """An empty tally for each seat, each with a support card of its own."""
    return [Tally(seat, 0, {}, houses[seat % len(houses)], 0, 0, 0) for seat in range(seats)]


class Table:
    """Plays a match by what `next_step` offers only; a random generator decides in which form each year is entered."""

    def __init__(self, chance: Random, seats: int, options: Options) -> None:
        self.chance = chance
        self.seats = seats
        self.sheet = DOGS_OF_WAR.start(seats, options)
        self.entries: list[Struct] = []

    def write(self, entry: Struct) -> None:
        """Play one more entry; an entry that a step offered is never refused."""
        self.sheet = DOGS_OF_WAR.play(self.sheet, entry)
        self.entries.append(entry)

    def match(self, most: int) -> "Table":
        """Play until nothing is asked for, or at most `most` years or tallies."""
        for _ in range(most):
            step = next_step(self.sheet)
            if isinstance(step, YearStep):
                self.year(step)
            elif isinstance(step, TallyStep):
                self.tally(step)
        return self

    def pairs(self, step: YearStep) -> tuple[tuple[str, str], ...]:
        """The pairs that the step prescribes, else random ones."""
        if step.pairings:
            return step.pairings
        free = self.chance.sample(step.free, len(step.free))
        return tuple(zip(free[::2], free[1::2], strict=True))

    def year(self, step: YearStep) -> None:
        """Enter the final house values, or a whole year, or a year by plays and final positions."""
        way = self.chance.random()
        if way < 0.04:
            self.write(HouseValues(self.values(step)))
        elif way < 0.3:
            self.write(Year(tuple(Contest(pair, self.tracker()) for pair in self.pairs(step)), gained={0: 1}))
        else:
            bonuses = tuple(self.chance.choice(("", "captain", "2 captains", "3 coins")) for _ in step.battles)
            self.write(Pairing(self.pairs(step), self.chance.choice((None, 0)), bonuses))
            self.plays()

    def values(self, step: YearStep) -> dict[str, int]:
        """House values within reach: the current ones plus some victories."""
        more = min(step.reach.sum_high - step.reach.sum_low, len(step.before))
        found = dict(step.reach.low)
        short = step.reach.sum_low + self.chance.randint(0, more) - sum(found.values())
        for house in [*found, *found, *found, *found, *found, *found, *found, *found, *found, *found, *found, *found]:
            if short > 0 and found[house] < step.reach.high[house]:
                found[house] += 1
                short -= 1
        return found

    def tracker(self) -> int:
        return self.chance.choice((0, 15, -15, self.chance.randint(-15, 15)))

    def plays(self) -> None:
        """Enter plays until all have passed, then the battles that are missing, and close the year."""
        for _ in range(60):
            step = next_step(self.sheet)
            assert isinstance(step, YearStep)
            if step.turn is None:
                break
            self.turn(step, step.turn)
        step = next_step(self.sheet)
        assert isinstance(step, YearStep)
        for each in step.battles:
            if not each.fixed:
                self.write(Battle(each.battle, self.tracker(), {}))
        self.write(Year())

    def turn(self, step: YearStep, seat: int) -> None:
        """Enter a play where one is offered, sometimes with a gained captain before it or betrayal after it; else a
        pass.
        """
        offers = [(each, side) for each in step.battles for side in each.openings[seat].sides]
        if not offers or self.chance.random() < 0.08:
            self.write(Pass(seat))
            return
        if self.chance.random() < 0.05:
            self.write(Gain(seat))
        each, side = self.chance.choice(offers)
        soldier = self.chance.choice(step.soldiers)
        self.write(Play(each.battle, seat, side, soldier.key, space=None))
        self.check(each, side, soldier.key)
        if self.chance.random() < 0.1:
            self.questions(seat)

    def check(self, was: BattleStep, side: str, soldier: str) -> None:
        """Assert that the tracker is where the step said it would be."""
        step = next_step(self.sheet)
        assert isinstance(step, YearStep)
        line = step.battles[was.battle].line
        assert line is not None
        assert line.tracker == was.after[side][soldier]

    def questions(self, seat: int) -> None:
        """Enter betrayal and a bare move, in the first battle that allows them."""
        step = next_step(self.sheet)
        assert isinstance(step, YearStep)
        for each in step.battles:
            if each.loggable and each.line is not None and seat not in each.line.contest.betrayal:
                self.write(Betrayal(each.battle, seat))
                self.write(Play(each.battle, seat, each.line.houses[1], spaces=self.chance.randint(1, 30)))
                return

    def tally(self, step: TallyStep) -> None:
        """Enter the next tally, within the supply of the box."""
        seat = self.chance.choice(step.missing)
        influence = {house: self.chance.randint(0, step.tokens // self.seats) for house in step.houses}
        support = step.houses[seat % len(step.houses)]
        self.write(
            Tally(
                seat,
                step.won[seat] + self.chance.randint(0, 9),
                influence,
                support,
                self.chance.randint(0, 9),
                self.chance.randint(0, 3),
                self.chance.randint(0, 4),
                self.chance.choice((0, 0, -1, 2)),
            )
        )


@st.composite
def matches(draw: st.DrawFn) -> Match:
    """Strategy for legal matches, finished or not."""
    seats = draw(st.integers(3, 5))
    names = ("crushing-at-12", "sudden-death", "decisive-fourth-year", "cutthroat")
    variants = tuple(name for name in names if draw(st.booleans()) and (name != "cutthroat" or seats == 3))
    options = Options(variants, FOUR if "cutthroat" in variants else Options().houses)
    table = Table(Random(draw(st.integers(0, 1_000_000))), seats, options)
    entries = table.match(draw(st.integers(0, 10))).entries
    return seats, options, entries[: draw(st.integers(0, len(entries))) or len(entries)]


def played(match: Match) -> DogsOfWarSheet:
    """The sheet of a match."""
    return replay(DOGS_OF_WAR, *match)


def kinds(entries: Iterable[Struct]) -> list[str]:
    """The kind of each entry."""
    return [DOGS_OF_WAR.kind(entry) for entry in entries]
