"""A match played by bots, as the demo club stores it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class DemoMatch:
    """The agreed options of a match and its entries: `lines` holds (minutes since the first deal, entry) in order."""

    options: Any
    lines: Sequence[tuple[float, Any]]
