"""Bots that play Dogs of War for the demo club: they hire, choose sides, take rewards and pass; the engine applies the
rules.
"""

from collections.abc import Iterator
from random import Random
from typing import Any, cast

from games.dogs_of_war.bot_players.holdings import all_holdings
from scoring.dogs_of_war import (
    DOGS_OF_WAR,
    Betrayal,
    Gain,
    Options,
    Pairing,
    Pass,
    Play,
    Year,
    YearLine,
    YearStep,
    entries,
)
from scoring.dogs_of_war.variants import tokens

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
