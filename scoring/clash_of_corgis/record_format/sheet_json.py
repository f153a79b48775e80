"""A sheet as JSON by names (the record format's sheet), and its games as rows of plain text."""

from collections.abc import Mapping, Sequence
from typing import Any

from scoring.clash_of_corgis.line import CorgisLine
from scoring.clash_of_corgis.play import ranks
from scoring.clash_of_corgis.sheet import CorgisSheet
from scoring.clash_of_corgis.step import next_step
from scoring.record_format.written import SheetWriter
from scoring.table import Table, marked

Json = dict[str, Any]


def sheet_json(sheet: CorgisSheet, names: Sequence[str]) -> Json:
    """The whole sheet as JSON by names; `cards_left` are sums where every game has everybody's, and null otherwise."""
    return _Writer(sheet, names, sheet.active_seats).sheet()


class _Writer(SheetWriter):
    scored: CorgisSheet

    def sheet(self) -> Json:
        games = [self.game(line) for line in self.scored.lines]
        before = {"options": self.options()}
        left = self.scored.cards_left
        return self.envelope(
            "clash-of-corgis", before=before, rounds=games, ranking=ranks(self.scored), upcoming=self.next()
        ) | {"cards_left": None if left is None else self.mapped(left)}

    def options(self) -> Json:
        """The options with every default."""
        agreed = self.scored.options
        return {"best_of": agreed.best_of, "first_starter": self.name(agreed.first_starter)}

    def game(self, line: CorgisLine) -> Json:
        """A game: who started, who won, and the cards left as far as they were counted."""
        return self.line(line) | {
            "starter": self.name(line.starter),
            "winner": self.names[line.winner],
            "cards_left": self.mapped(line.cards_left),
        }

    def next(self) -> Json | None:
        step = next_step(self.scored)
        return None if step is None else {"number": step.number, "starter": self.name(step.starter)}

    def name(self, seat: int | None) -> str | None:
        return None if seat is None else self.names[seat]


def text(sheet: Mapping[str, Any]) -> Table:
    """A row for each game, the totals, and who starts the next."""
    rows = [_row(sheet, line) for line in sheet["rounds"]]
    total = ["", "Total", *(str(sheet["totals"][name]) for name in sheet["players"])]
    after = [_next(sheet["next"])] if sheet["next"] else []
    return Table(["Game", "Starter", *sheet["players"]], [*rows, total], after)


def _row(sheet: Mapping[str, Any], line: Mapping[str, Any]) -> list[str]:
    return [str(line["number"]), line["starter"] or "", *(_cell(line, name) for name in sheet["players"])]


def _cell(line: Mapping[str, Any], name: str) -> str:
    """The games won so far, [boxed] at the top; “won” marks the winner of this game."""
    total = marked(line["totals"][name], top=name in line["leaders"])
    return f"won {total}" if line["points"][name] else total


def _next(step: Mapping[str, Any]) -> str:
    starts = f"{step['starter']} starts" if step["starter"] else "draw who starts"
    return f"Next: game {step['number']}, {starts}."
