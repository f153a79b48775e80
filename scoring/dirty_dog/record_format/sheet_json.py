"""A sheet as JSON by names (the record format's sheet)."""

from collections.abc import Iterator, Sequence
from typing import Any

from msgspec.structs import asdict

from scoring.base import CallOut
from scoring.dirty_dog.finish import ranks
from scoring.dirty_dog.hands.line import DirtyDogLine
from scoring.dirty_dog.outlook import outlook
from scoring.dirty_dog.sheet import DirtyDogSheet
from scoring.dirty_dog.step import BidStep, TrickStep, next_step
from scoring.record_format.written import SheetWriter

Json = dict[str, Any]


def sheet_json(sheet: DirtyDogSheet, names: Sequence[str]) -> Json:
    """The whole sheet as JSON by names; lists of players are in seat order."""
    return _Writer(sheet, names, sheet.seating_order).sheet()


class _Writer(SheetWriter):
    scored: DirtyDogSheet

    def sheet(self) -> Json:
        sheet = self.scored
        envelope = self.envelope(
            "dirty-dog",
            before={"plan": self.plan()},
            rounds=[*self.rounds()],
            ranking=ranks(sheet),
            upcoming=self.next(),
        )
        if sheet.finished:
            return envelope | {"first_place_losers": self.seated(sheet.first_place_losers)}
        return envelope | {"outlook": self.mapped({seat: asdict(view) for seat, view in outlook(sheet).items()})}

    def plan(self) -> Json:
        plan = self.scored.plan
        return {
            "cards": list(plan.cards),
            "dealers": self.listed(plan.dealers),
            "first_bidders": self.listed(plan.first_bidders),
            "max_cards": plan.max_cards,
            "max_hands": plan.max_hands,
            "hands": plan.hands,
        }

    def rounds(self) -> Iterator[Json]:
        """Yield every line; the call-outs at the end of the match belong to the last hand that counts."""
        last = max((line.number for line in self.scored.lines if not line.void), default=0)
        for line in self.scored.lines:
            yield self.round(line, self.scored.closing if line.number == last else ())

    def round(self, line: DirtyDogLine, closing: tuple[CallOut, ...]) -> Json:
        row = self.line(line, closing) | {
            "cards": line.cards,
            "dealer": self.names[line.dealer],
            "order": self.listed(line.order),
            "trump": line.trump,
            "bids": self.mapped(line.bids),
            "tricks": self.mapped(line.tricks),
            "made": self.mapped(line.made),
            "bid_total": line.bid_total,
            "barred": line.barred,
        }
        return row | {"void": True} if line.void else row

    def next(self) -> Json | None:
        step = next_step(self.scored)
        if not isinstance(step, BidStep | TrickStep):
            return None
        upcoming: Json = {
            "number": step.number,
            "cards": step.cards,
            "dealer": self.names[step.dealer],
            "order": self.listed(step.order),
        }
        if isinstance(step, TrickStep):
            return upcoming | {"bids": self.mapped(step.bids), "tricks_left": step.tricks_left}
        return upcoming | {
            "to_bid": self.names[step.to_bid],
            "bid_total": step.bid_total,
            "barred": step.barred,
            "legal": list(step.legal),
        }
