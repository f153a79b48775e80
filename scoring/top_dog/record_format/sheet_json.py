"""A sheet as JSON by names (the record format's sheet)."""

from collections.abc import Sequence
from typing import Any

from msgspec.structs import asdict

from scoring.record_format.written import SheetWriter
from scoring.top_dog.line import TopDogLine
from scoring.top_dog.play import ranks
from scoring.top_dog.record_format.record import DUMMY
from scoring.top_dog.sheet import TopDogSheet
from scoring.top_dog.step import next_step

Json = dict[str, Any]


def sheet_json(sheet: TopDogSheet, names: Sequence[str]) -> Json:
    """The whole sheet as JSON by names; lists of players are in seat order."""
    return _Writer(sheet, names, sheet.active_seats).sheet()


class _Writer(SheetWriter):
    scored: TopDogSheet

    def sheet(self) -> Json:
        rounds = [self.round(line) for line in self.scored.lines]
        before = {"options": self.options()}
        return self.envelope("top-dog", before=before, rounds=rounds, ranking=ranks(self.scored), upcoming=self.next())

    def options(self) -> Json:
        """The options with every default; `first_arranger` only where players take turns at arranging."""
        agreed = self.scored.options
        first = agreed.first_arranger if agreed.arranging == "rotating" else None
        return asdict(agreed) | {"first_arranger": self.name(first)}

    def round(self, line: TopDogLine) -> Json:
        """A round; `won` includes the dummy's hands, `against` the points it brought; `cycle_end`: the match may end
        here.
        """
        row = self.line(line) | {
            "hands": line.hands,
            "arranger": self.name(line.arranger),
            "won": self.mapped(line.won),
            "last_hand_tied": line.last_hand_tied,
            "cycle_end": line.cycle_end,
        }
        if line.dummy is not None:
            row["won"][DUMMY] = line.dummy
            row["against"] = self.mapped(line.against)
        return row | (
            {"suits": self.mapped({seat: list(suits) for seat, suits in line.suits.items()})} if line.suits else {}
        )

    def next(self) -> Json | None:
        step = next_step(self.scored)
        if step is None:
            return None
        return {"number": step.number, "hands": step.hands, "arranger": self.name(step.arranger)}

    def name(self, seat: int | None) -> str | None:
        return None if seat is None else self.names[seat]
