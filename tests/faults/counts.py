"""The effect of a fault on acknowledged entries, as a line that people and tests can read."""

import json
from collections import Counter
from collections.abc import Iterable
from dataclasses import asdict, dataclass


@dataclass
class Counts:
    """How often a fault was tried, and how many of the entries acknowledged before or during it were lost or doubled.

    `undos` counts those that undid a line, `games` the different games; each is 0 where it was not counted.
    """

    tried: int = 0
    acknowledged: int = 0
    lost: int = 0
    doubled: int = 0
    undos: int = 0
    games: int = 0

    def add(self, acknowledged: Iterable[str], stored: Iterable[str]) -> None:
        """Count one more try, from the ids of the acknowledged entries and of those in the database."""
        heard, found = set(acknowledged), Counter(stored)
        self.tried += 1
        self.acknowledged += len(heard)
        self.lost += len(heard - found.keys())
        self.doubled += sum(count - 1 for count in found.values())

    def print(self) -> None:
        print(json.dumps(asdict(self)))
