"""The hidden holdings of a bot of the demo club: coins, soldiers, cards, tokens."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random

from scoring.dogs_of_war.years.soldiers import SOLDIERS, STRENGTH

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
