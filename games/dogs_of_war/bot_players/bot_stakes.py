"""What a bot of the demo club holds behind its screen: coins, soldiers, cards, tokens."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random

from scoring.dogs_of_war.years.soldiers import SOLDIERS, STRENGTH

COST = {soldier.key: soldier.cost for soldier in SOLDIERS}
START_COINS, START_TACTICS = 5, 2


@dataclass
class BotStakes:
    """`hope` is the house of the support card, which this bot would like to see ahead."""

    hope: str
    thrift: float
    coins: int = START_COINS
    tactics: int = START_TACTICS
    vp: int = 0
    soldiers: list[str] = field(default_factory=list)
    influence: dict[str, int] = field(default_factory=dict)

    def buy(self, captains: int, chance: Random) -> None:
        """Soldiers for the captains of the year, as long as the coins last and the bot does not save them."""
        while len(self.soldiers) < captains and self.coins > 0 and chance.random() > self.thrift:
            self._hire(chance.choice([key for key, cost in COST.items() if cost <= self.coins]))

    def _hire(self, soldier: str) -> None:
        self.coins -= COST[soldier]
        self.soldiers.append(soldier)

    def send(self, chance: Random) -> str:
        """The soldier who goes into battle, mostly the strongest."""
        strongest = max(self.soldiers, key=STRENGTH.__getitem__)
        soldier = strongest if chance.random() < 0.6 else chance.choice(self.soldiers)
        self.soldiers.remove(soldier)
        return soldier

    def take(self, house: str, supply: dict[str, int], chance: Random) -> None:
        """The reward of a space (DW-25); a house without tokens left gives none."""
        reward = chance.choices(("influence", "coins", "vp", "tactics", "soldier"), (8, 3, 3, 2, 2))[0]
        if reward == "influence":
            self.influenced(house, chance.choice((1, 1, 2)), supply)
        elif reward == "soldier":
            self.soldiers.append(chance.choice(SOLDIERS).key)
        else:
            self.add(reward, chance.choice((1, 2)))

    def influenced(self, house: str, tokens: int, supply: dict[str, int]) -> None:
        """Influence tokens of a house, as many as are left."""
        count = min(tokens, supply[house])
        supply[house] -= count
        self.influence[house] = self.influence.get(house, 0) + count

    def add(self, what: str, count: int) -> None:
        """So many coins, VP or tactic cards more."""
        setattr(self, what, getattr(self, what) + count)


def all_stakes(seats: int, houses: Sequence[str], chance: Random) -> list[BotStakes]:
    """Everybody's at the start, each with a support card of its own."""
    return [BotStakes(hope, chance.uniform(0.02, 0.12)) for hope in chance.sample(houses, seats)]
