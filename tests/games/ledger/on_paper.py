"""A simple model of a match, to compare the ledger with: lines, and totals added up anew each time. Uses no engine,
sheet or row.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple
from uuid import UUID

from tests.scoring.reference import points

Sums = dict[int, int]


class Line(NamedTuple):
    """The content of a line: bids or tricks by seat, or what settled a tie."""

    kind: str
    said: Any


@dataclass
class Paper:
    """A match; `lines` by number, None for a line that was undone."""

    match: UUID
    seats: int
    plan: Sequence[int]
    lines: dict[int, Line | None] = field(default_factory=dict)
    version: int = 0
    is_abandoned: bool = False

    @property
    def standing(self) -> list[tuple[int, Line]]:
        """Number and content of the lines that are not undone."""
        return [(number, line) for number, line in sorted(self.lines.items()) if line]

    @property
    def next_number(self) -> int:
        return max(self.lines, default=0) + 1

    @property
    def free(self) -> int:
        """The number of the line to write next: the last one where it was undone, else a new one."""
        last = max(self.lines, default=0)
        return last if last and self.lines[last] is None else last + 1

    @property
    def hands(self) -> list[tuple[Mapping[int, int], Mapping[int, int]]]:
        """Bids and tricks of every complete hand."""
        said = [line.said for _, line in self.standing if line.kind in ("bids", "tricks")]
        return list(zip(said[0::2], said[1::2], strict=False))

    @property
    def is_bid(self) -> bool:
        """Whether the bids of a hand are written, but not its tricks."""
        return bool(self.standing) and self.standing[-1][1].kind == "bids"

    @property
    def is_played(self) -> bool:
        return len(self.hands) == len(self.plan)

    @property
    def settled(self) -> list[Line]:
        """The lines that settled ties."""
        return [line for _, line in self.standing if line.kind not in ("bids", "tricks")]

    def tallies(self) -> dict[tuple[int, int], tuple[int, int]]:
        """Points and total by seat and hand."""
        totals, found = dict.fromkeys(range(self.seats), 0), {}
        for number, (bids, tricks) in enumerate(self.hands, start=1):
            for seat in totals:
                won = points(bids[seat], tricks[seat])
                totals[seat] += won
                found[seat, number] = won, totals[seat]
        return found

    def totals(self) -> Sums:
        last = len(self.hands)
        return {seat: self.tallies()[seat, last][1] if last else 0 for seat in range(self.seats)}

    def ends(self) -> tuple[list[int], list[int]]:
        """The seats that are level at the top, and those at the bottom."""
        totals = self.totals()
        best, worst = max(totals.values()), min(totals.values())
        return [seat for seat in totals if totals[seat] == best], [seat for seat in totals if totals[seat] == worst]

    @property
    def is_clear(self) -> bool:
        """Whether all hands are played, without a tie at the top or the bottom."""
        return self.is_played and all(len(level) == 1 for level in self.ends())

    def write(self, lines: Mapping[int, Line | None]) -> None:
        self.lines |= lines
        self.version += 1

    def insert(self, at: int, new: Sequence[Line]) -> None:
        """Insert lines before the line `at`; the later lines move down."""
        later = [line for number, line in self.standing if number >= at]
        moved = dict(enumerate([*new, *later], start=at))
        self.write(moved | dict.fromkeys(number for number, _ in self.standing if number >= at + len(moved)))
