"""What a game's bots hand to the demo club: what was agreed, and who wrote what down when."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Evening:
    """`lines` are the entries of one match, each with the minutes since the first deal."""

    options: Any
    lines: Sequence[tuple[float, Any]]
