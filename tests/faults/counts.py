"""What a fault did to what was acknowledged, as a line that a person and a test can read."""

import json
from collections import Counter
from collections.abc import Iterable
from dataclasses import asdict, dataclass


@dataclass
class Counts:
    """How often a fault was tried, and what became of the entries that were acknowledged before or during it.

    `undos` are those of them that took a line back, `games` how many games they are of, where that was counted.
    """

    tried: int = 0
    acknowledged: int = 0
    lost: int = 0
    doubled: int = 0
    undos: int = 0
    games: int = 0

    def add(self, acknowledged: Iterable[str], stored: Iterable[str]) -> None:
        """One more try: by name, what was said to be written, and what stands there now."""
        heard, found = set(acknowledged), Counter(stored)
        self.tried += 1
        self.acknowledged += len(heard)
        self.lost += len(heard - found.keys())
        self.doubled += sum(count - 1 for count in found.values())

    def print(self) -> None:
        print(json.dumps(asdict(self)))
