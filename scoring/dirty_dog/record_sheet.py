"""A sheet of Dirty Dog by names: as JSON, and its hands as rows of plain text."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from msgspec import to_builtins
from msgspec.structs import asdict

from scoring.base import CallOut, with_names
from scoring.dirty_dog.callouts import DirtyDogLine
from scoring.dirty_dog.finish import ranks
from scoring.dirty_dog.outlook import outlook
from scoring.dirty_dog.sheet import DirtyDogSheet, TiebreakLine, settled_in_words
from scoring.dirty_dog.step import BidStep, TrickStep, next_step
from scoring.dirty_dog.terms import label
from scoring.record_format.parts import SheetWriter, in_full
from scoring.table import Table, marked, minus

# A sheet as JSON by names (the record format's sheet).


Json = dict[str, Any]


def sheet_json(sheet: DirtyDogSheet, names: Sequence[str]) -> Json:
    """The whole sheet as JSON by names; lists of players are in seat order."""
    return _Writer(sheet, names, sheet.seating_order).sheet()


def options(sheet: DirtyDogSheet, names: Sequence[str]) -> Json:
    """What was agreed: a sheet says it where a match is played by house rules (HR-DD-21), a printed one always."""
    return {"options": in_full(sheet.options, names) | {"the_rule": to_builtins(sheet.options.rule)}}


def ties(sheet: DirtyDogSheet, names: Sequence[str]) -> Json:
    """How ties at the end were settled (DD-36 to DD-41): the tie-break hands, the cards pulled, and a sentence for each
    tie of which only the outcome is known; {} where there was none.
    """
    ending = sheet.ending
    if ending is None or not (ending.hands or ending.pulls or ending.settled):
        return {}
    writer = _Writer(sheet, names, sheet.seating_order)
    return {
        "tiebreak_hands": [writer.tiebreak(hand) for hand in ending.hands],
        "pulls": [writer.mapped(cards) for cards in ending.pulls],
        "settled": [with_names(settled_in_words(tie), names) for tie in ending.settled],
    }


class _Writer(SheetWriter):
    scored: DirtyDogSheet

    def sheet(self) -> Json:
        sheet = self.scored
        envelope = self.envelope(
            "dirty-dog",
            before={"plan": self.plan()},
            rounds=[*self.rounds()],
            ranking=[rank for rank in ranks(sheet) if not {*rank.seats} & {*sheet.never_played}],
            upcoming=self.next(),
        )
        if sheet.options.has_house_rules:
            envelope |= options(sheet, self.names)
        envelope["totals"] = self.of_players(envelope["totals"])
        if sheet.ending is not None and sheet.ending.adjust:
            envelope |= {"adjust": self.mapped(sheet.ending.adjust), "adjust_note": sheet.ending.adjust_note}
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
        shared = self.line(line, closing)
        row = shared | {
            "totals": self.of_players(shared["totals"]),
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
        if line.adjust:
            row |= {"adjust": self.mapped(line.adjust), "adjust_note": line.adjust_note}
        row |= {"blind": True} if self.scored.options.bidding == "blind" else {}
        return row | {"void": True} if line.void else row

    def of_players(self, totals: Json) -> Json:
        """The totals without those who never played, who have none (HR-DD-19)."""
        never = self.listed(self.scored.never_played)
        return {name: total for name, total in totals.items() if name not in never}

    def tiebreak(self, hand: TiebreakLine) -> Json:
        return {
            "cards": hand.cards,
            "dealer": self.names[hand.dealer],
            "order": self.listed(hand.order),
            "bids": self.mapped(hand.bids),
            "tricks": self.mapped(hand.tricks),
            "points": self.mapped(hand.points),
        }

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
            "to_bid": None if step.to_bid is None else self.names[step.to_bid],
            **({"waiting": self.listed(step.waiting)} if step.to_bid is None else {}),
            "bid_total": step.bid_total,
            "barred": step.barred,
            "legal": list(step.legal),
        }


# The hands of a sheet as rows of plain text: `manage.py score --text`.


SUITS = {"clubs": "♣", "diamonds": "♦", "hearts": "♥", "spades": "♠", "none": "NT"}


def text(sheet: Json) -> Table:
    """A row for each hand, the totals, and the next step."""
    rows = [each for line in sheet["rounds"] for each in (_row(sheet, line), *_by_hand(sheet, line))]
    rows += [*_by_hand(sheet, sheet), _totals(sheet), *_ties(sheet)]
    after = [_next(sheet["next"])] if sheet["next"] else []
    head = ["Hand", "Cards", "Dealer", "Trump", *sheet["players"], "Called out"]
    return Table(head, rows, after, [("First place loser", "first_place_losers")])


def _row(sheet: Json, line: Json) -> list[str]:
    start = [str(line["number"]), str(line["cards"]), line["dealer"], SUITS.get(line["trump"], "")]
    if line.get("void"):
        return [*start, *("void" for _ in sheet["players"]), ""]
    return [*start, *(_cell(line, name) for name in sheet["players"]), _callouts(line["callouts"])]


def _by_hand(sheet: Json, written: Json) -> Iterable[list[str]]:
    """A row for points added or taken by hand, with the reason."""
    if points := written.get("adjust"):
        yield ["±", "", "", "", *(_signed(points.get(name)) for name in sheet["players"]), written["adjust_note"]]


def _signed(points: int | None) -> str:
    return "" if points is None else f"{points:+}".replace("-", "−")


def _cell(line: Json, name: str) -> str:
    """Bid/tricks and the total, marked as on paper: [boxed] at the top, (circled) at the bottom."""
    if name not in line["bids"]:
        return minus(line["totals"][name]) if name in line["totals"] else ""
    total = marked(line["totals"][name], top=name in line["leaders"], low=name in line["bottom"])
    return f"{line['bids'][name]}/{line['tricks'][name]} {total}"


def _callouts(calls: Iterable[Json]) -> str:
    """The call-outs of a hand, except `in-the-box`, which the boxed total shows."""
    others = [call for call in calls if call["term"] != "in-the-box"]
    return "; ".join(f"{label(call['term'])}: {', '.join(call['players'])}".removesuffix(": ") for call in others)


def _totals(sheet: Json) -> list[str]:
    return ["", "", "", "Total", *(minus(sheet["totals"][name]) for name in sheet["players"]), ""]


def _ties(sheet: Json) -> Iterable[list[str]]:
    """A row for each tie-break hand, with points for those who were level, and for each card pull."""
    for hand in sheet.get("tiebreak_hands", ()):
        yield ["tie", str(hand["cards"]), hand["dealer"], "", *(_tied(hand, name) for name in sheet["players"]), ""]
    for pull in sheet.get("pulls", ()):
        yield ["pull", "", "", "", *(pull.get(name, "") for name in sheet["players"]), ""]


def _tied(hand: Json, name: str) -> str:
    if name not in hand["bids"]:
        return ""
    points = f" {hand['points'][name]:+}".replace("-", "−") if name in hand["points"] else ""
    return f"{hand['bids'][name]}/{hand['tricks'][name]}{points}"


def _next(step: Json) -> str:
    cards = "1 card" if step["cards"] == 1 else f"{step['cards']} cards"
    start = f"Next: hand {step['number']}, {cards}, {step['dealer']} deals"
    if "legal" not in step:
        return f"{start}, {step['tricks_left']} tricks to place."
    legal = [str(bid) for bid in step["legal"]]
    bids = " or ".join((", ".join(legal[:-1]), legal[-1])) if len(legal) > 1 else legal[0]
    if step["to_bid"] is None:
        return f"{start}, {', '.join(step['waiting'])} bid together: {bids}."
    return f"{start}, {step['to_bid']} bids: {bids}."
