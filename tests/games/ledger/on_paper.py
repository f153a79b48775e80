"""A match on paper: lines, and sums made anew each time. Knows no engine, sheet or row."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple
from uuid import UUID

from tests.scoring.reference import points

Sums = dict[int, int]


class Line(NamedTuple):
    """What stands on a line; the numbers by seat, or whatever settled a tie."""

    kind: str
    said: Any


@dataclass
class Paper:
    """`lines` by number; a line that was taken back holds nothing."""

    match: UUID
    seats: int
    plan: Sequence[int]
    lines: dict[int, Line | None] = field(default_factory=dict)
    version: int = 0
    is_abandoned: bool = False

    @property
    def standing(self) -> list[tuple[int, Line]]:
        return [(number, line) for number, line in sorted(self.lines.items()) if line]

    @property
    def next_number(self) -> int:
        return max(self.lines, default=0) + 1

    @property
    def free(self) -> int:
        """The line to write on: the last one, where it was taken back, else the next."""
        last = max(self.lines, default=0)
        return last if last and self.lines[last] is None else last + 1

    @property
    def hands(self) -> list[tuple[Mapping[int, int], Mapping[int, int]]]:
        said = [line.said for _, line in self.standing if line.kind in ("bids", "tricks")]
        return list(zip(said[0::2], said[1::2], strict=False))

    @property
    def is_bid(self) -> bool:
        """The bids of a hand stand, and nobody has counted its tricks."""
        return bool(self.standing) and self.standing[-1][1].kind == "bids"

    @property
    def is_played(self) -> bool:
        return len(self.hands) == len(self.plan)

    @property
    def settled(self) -> list[Line]:
        return [line for _, line in self.standing if line.kind not in ("bids", "tricks")]

    def tallies(self) -> dict[tuple[int, int], tuple[int, int]]:
        """Points and total of every seat after every hand."""
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
        """Who is level at the top, and at the bottom."""
        totals = self.totals()
        best, worst = max(totals.values()), min(totals.values())
        return [seat for seat in totals if totals[seat] == best], [seat for seat in totals if totals[seat] == worst]

    @property
    def is_clear(self) -> bool:
        """Over, without a tie that matters."""
        return self.is_played and all(len(level) == 1 for level in self.ends())

    def write(self, lines: Mapping[int, Line | None]) -> None:
        self.lines |= lines
        self.version += 1

    def insert(self, at: int, new: Sequence[Line]) -> None:
        later = [line for number, line in self.standing if number >= at]
        moved = dict(enumerate([*new, *later], start=at))
        self.write(moved | dict.fromkeys(number for number, _ in self.standing if number >= at + len(moved)))
