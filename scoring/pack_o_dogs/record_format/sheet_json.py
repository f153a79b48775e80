"""A sheet as JSON by names (the record format's sheet)."""

from collections.abc import Sequence
from typing import Any

from msgspec.structs import asdict

from scoring.pack_o_dogs.line import PilesLine, RoundLine
from scoring.pack_o_dogs.play import ranks
from scoring.pack_o_dogs.sheet import Game, PackSheet
from scoring.pack_o_dogs.step import Pays, RoundStep, next_step
from scoring.record_format.written import SheetWriter

Json = dict[str, Any]


def sheet_json(sheet: PackSheet, names: Sequence[str]) -> Json:
    """The whole sheet as JSON by names; `games` holds the finished games of the complex mode."""
    return _Writer(sheet, names, sheet.active_seats).sheet()


class _Writer(SheetWriter):
    scored: PackSheet

    def sheet(self) -> Json:
        sheet = self.scored
        envelope = self.envelope(
            "pack-o-dogs",
            before={"options": asdict(sheet.options)},
            rounds=[self.round(line) for line in sheet.lines],
            ranking=ranks(sheet),
            upcoming=self.next(),
        )
        return (
            envelope
            if sheet.options.mode == "base"
            else envelope | {"games": [self.game(game) for game in sheet.games]}
        )

    def round(self, line: RoundLine | PilesLine) -> Json:
        row = self.line(line) | {"game": line.game}
        if isinstance(line, RoundLine):
            row |= {"round_in_game": line.round_in_game} | asdict(line.product)
            return row | {
                "winner": self.names[line.winner],
                "pack": line.pack,
                "turns": line.turns,
                "treat": line.treat,
            }
        return row | {"captured": self.mapped(line.logged)} if line.captures else row

    def game(self, game: Game) -> Json:
        return {
            "points": self.mapped(game.points),
            "rounds_won": self.mapped(game.rounds_won),
            "winner": self.names[game.winner],
            "decided_by": game.decided_by,
        }

    def next(self) -> Json | None:
        step = next_step(self.scored)
        if step is None:
            return None
        upcoming: Json = {"number": step.number, "game": step.game}
        if not isinstance(step, RoundStep):
            return upcoming | {"captured": self.mapped(step.piles)} if step.captures else upcoming
        upcoming["round_in_game"] = step.round_in_game
        upcoming["pays"] = self.mapped({seat: _pays(pays) for seat, pays in step.pays.items()})
        return upcoming if step.deal is None else upcoming | {"deal": asdict(step.deal)}


def _pays(pays: Pays) -> Json:
    return {"plain": pays.plain.points, "pack": pays.pack.points}
