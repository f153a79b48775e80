"""The tie-break hand for a tie at the top: all bid without looking and play, but only the tied players score (DD-36 to
DD-39, HR-DD-07).

A half-entered hand is kept in the query, so that a reload loses nothing: `bids` in bidding order, `tricks` as taps in
the order they were made (`3.2`: seat 3 took 2).
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from msgspec.structs import replace

from clubs.language.locales import comma_separated, signed
from games.base.display import Screen
from games.base.form_parsing import entry_id, line_number, whole_number
from games.base.names import listed, shortened
from games.base.table_game import OfflineAction, TableAction, Unreadable
from games.dirty_dog.bids import reason
from games.dirty_dog.entry_rows import can_take, fitting, mark_of
from games.dirty_dog.wording import bid_of_cards, bids_to_go, tricks_missing, tricks_placed
from games.entries.drafts import Draft
from games.entries.match_state import MatchState
from scoring.dirty_dog import DirtyDogSheet, Options, TiebreakStep, next_step
from scoring.dirty_dog.finish import NO_TIE
from scoring.dirty_dog.hand import forbidden, has_rule, points
from scoring.messages import translated

# The half-entered tie-break hand, read from and written to the query.


NUMBERS = re.compile(r"[0-9]{1,2}(-[0-9]{1,2})*", re.ASCII)
TAPS = re.compile(r"[0-9]{1,2}\.[0-9]{1,2}(-[0-9]{1,2}\.[0-9]{1,2})*", re.ASCII)


@dataclass(frozen=True)
class Hand:
    """A half-entered tie-break hand: `bids` and `taps` (tricks tapped so far) by seat, in the order of entry."""

    step: TiebreakStep
    bids: Mapping[int, int]
    taps: Mapping[int, int]
    options: Options

    @property
    def barred(self) -> int | None:
        """The bid that The Rule forbids the last bidder, once all others have bid."""
        return forbidden(self.options, self.step.cards, sum(self.bids.values()))

    @property
    def all_bid(self) -> bool:
        """Whether every seat has bid."""
        return len(self.bids) == len(self.step.order)

    @property
    def auto(self) -> int | None:
        """The one seat without a tap, whose tricks follow from all others; None where more are open or the tricks do
        not add up.
        """
        left = [seat for seat in self.step.order if seat not in self.taps]
        if len(left) != 1 or not 0 <= self.step.cards - sum(self.taps.values()) <= self.step.cards:
            return None
        return left[0]

    @property
    def took(self) -> dict[int, int]:
        """The tricks by seat: as tapped, else equal to the bid; the seat `auto` gets the rest."""
        tricks = {**self.bids, **self.taps}
        if self.auto is not None:
            tricks[self.auto] = self.step.cards - sum(self.taps.values())
        return tricks

    @property
    def missing(self) -> int:
        """How many tricks are still to be placed; negative where there are too many."""
        return self.step.cards - sum(self.took.values())


def hand_of(step: TiebreakStep, form: QueryDict, options: Options) -> Hand:
    """Return the hand that the query describes. Bids from the first invalid one on, and invalid taps, are ignored."""
    text = form.get("bids", "")
    numbers = [int(number) for number in text.split("-")] if NUMBERS.fullmatch(text) else []
    bids: dict[int, int] = {}
    for seat, bid in zip(step.order, numbers, strict=False):
        if bid > step.cards or (seat == step.order[-1] and bid == forbidden(options, step.cards, sum(bids.values()))):
            break
        bids[seat] = bid
    tapped = form.get("tricks", "")
    pairs = [each.split(".") for each in tapped.split("-")] if TAPS.fullmatch(tapped) else []
    taps: dict[int, int] = {}
    for seat, took in ((int(seat), int(took)) for seat, took in pairs):
        if seat in step.order and took <= step.cards:
            taps.pop(seat, None)
            taps[seat] = took
    return Hand(step, bids, taps if len(bids) == len(step.order) else {}, options)


def numbers_field(numbers: Any) -> str:
    """Return the numbers as one field: `3-0-2`."""
    return "-".join(map(str, numbers))


def taps_field(taps: Mapping[int, int]) -> str:
    """Return the taps as one field: `3.2-0.1`."""
    return "-".join(f"{seat}.{took}" for seat, took in taps.items())


MISSING = gettext_lazy("A number is missing. Check the hand again.")
MOST_CARDS = 99


offered = partial(can_take, "tiebreak-hand")


def screen(state: MatchState, form: QueryDict) -> Screen:
    """Return the action’s page: the bids, then the tricks. Raises Unreadable where no tie-break hand is due."""
    step = next_step(state.sheet_as(DirtyDogSheet))
    if not isinstance(step, TiebreakStep):
        raise Unreadable(translated(NO_TIE))
    alone = _may_be_alone(step) and "alone" in form
    step = _of_the_tied(step) if alone else step
    hand, names = hand_of(step, form, state.sheet_as(DirtyDogSheet).options), shortened(state.names)
    phase = _tricks(hand, names) if hand.all_bid else _bids(hand, names)
    context = {
        "hand": hand,
        "cards": step.cards,
        "again": step.number > 1,
        "alone": alone,
        "may_be_alone": _may_be_alone(step) and not form.get("bids"),
        "tied": listed(names[seat] for seat in step.seats),
        "level": state.sheet_as(DirtyDogSheet).totals[step.seats[0]],
        "dealer": names[step.dealer],
        "leader": names[step.order[0]],
        "rows": [_row(state, hand, seat, names) for seat in step.order],
        "bids": numbers_field(hand.bids.values()),
        "css": f"entry entry-hand entry-bids {fitting(step.cards, len(step.order))}",
        **phase,
    }
    return Screen("games/dirty_dog/actions/tie_break.html", context)


def _may_be_alone(step: TiebreakStep) -> bool:
    """Whether the hand may be played by the tied players alone: only a repeated hand (HR-DD-07)."""
    return step.number > 1


def _of_the_tied(step: TiebreakStep) -> TiebreakStep:
    """Return the step with the tied players alone, in the same order."""
    order = tuple(seat for seat in step.order if seat in step.seats)
    return replace(step, order=order, dealer=order[-1])


def drafts(state: MatchState, form: QueryDict) -> Sequence[Draft]:
    """Return the one `tiebreak-hand` entry. Raises Unreadable where a number is missing."""
    order = _list(form, "order")
    bids, took = _numbers_of(form, order, "bids", "bid"), _numbers_of(form, order, "took", "took")
    if not len(order) == len(set(order)) == len(bids) == len(took):
        raise Unreadable(MISSING)
    seats = [str(seat) for seat in order]
    payload = {"bids": dict(zip(seats, bids, strict=True)), "tricks": dict(zip(seats, took, strict=True))}
    return [Draft("tiebreak-hand", line_number(form), payload, id=entry_id(form))]


def _numbers_of(form: QueryDict, order: Sequence[int], field: str, each: str) -> list[int]:
    """Return the numbers in bidding order: from the one field `field`, or from a field per seat (`each-2`) as the
    offline form sends them.
    """
    if field in form:
        return _list(form, field)
    return [whole_number(form, f"{each}-{seat}", MISSING, most=MOST_CARDS) for seat in order]


def _list(form: QueryDict, field: str) -> list[int]:
    text = form.get(field, "")
    if not NUMBERS.fullmatch(text):
        raise Unreadable(MISSING)
    return [int(number) for number in text.split("-")]


def _bids(hand: Hand, names: Sequence[str]) -> dict[str, Any]:
    total, left = sum(hand.bids.values()), len(hand.step.order) - len(hand.bids)
    last = list(hand.bids)[-1:]
    return {
        "figure": total,
        "count": bid_of_cards(hand.step.cards),
        "pips": _pips(hand.step.cards, total),
        "undo": _bids_in_words(hand, names, last[0]) if last else "",
        "undo_bids": numbers_field(list(hand.bids.values())[:-1]),
        "missing": bids_to_go(left),
    }


def _tricks(hand: Hand, names: Sequence[str]) -> dict[str, Any]:
    placed = sum(hand.took.values())
    last = list(hand.taps)[-1:]
    dealer = hand.step.dealer
    undo = _bids_in_words(hand, names, dealer)
    if last:
        undo = _("{player} took {tricks}").format(player=names[last[0]], tricks=hand.taps[last[0]])
    return {
        "figure": placed,
        "count": tricks_placed(hand.step.cards),
        "pips": _pips(hand.step.cards, placed),
        "undo": undo,
        "undo_bids": numbers_field(hand.bids.values() if last else list(hand.bids.values())[:-1]),
        "undo_tricks": taps_field({seat: hand.taps[seat] for seat in list(hand.taps)[:-1]}),
        "missing": tricks_missing(hand.missing),
        "verdict": _verdict(hand, names),
        "order": numbers_field(hand.step.order),
        "took": numbers_field(hand.took[seat] for seat in hand.step.order),
    }


def _verdict(hand: Hand, names: Sequence[str]) -> tuple[str, str, str]:
    """Return the points of the tied, who wins by them, and the main button; "" until the tricks add up."""
    if hand.missing:
        return "", "", ""
    won = _won(hand)
    shown = comma_separated(f"{names[seat]} {signed(won[seat])}" for seat in hand.step.seats)
    best = listed(names[seat] for seat in hand.step.seats if won[seat] == max(won.values()))
    takes, main = _("{player} wins."), _("{player} wins the tie-break")
    if [*won.values()].count(max(won.values())) > 1:
        takes, main = _("{player} are still level."), _("{player} are still level")
    return f"{shown}.", takes.format(player=best), main.format(player=best)


def _won(hand: Hand) -> dict[int, int]:
    """Return the points of the hand by seat, for those who are tied: nobody else scores."""
    cards, took = hand.step.cards, hand.took
    return {seat: points(hand.options, hand.bids[seat], took[seat], cards) for seat in hand.step.seats}


def _bids_in_words(hand: Hand, names: Sequence[str], seat: int) -> str:
    return _("{player} bids {bid}").format(player=names[seat], bid=hand.bids[seat])


def _pips(cards: int, count: int) -> dict[str, Any]:
    """Return the drawing of a meter: one pip per card, and one more for each by which `count` exceeds the cards."""
    css = ["pip-on"] * min(count, cards) + ["pip"] * max(0, cards - count) + ["pip-over"] * max(0, count - cards)
    return {"width": 26 * len(css) + 4, "each": [(26 * place + 2, one) for place, one in enumerate(css)]}


def _row(state: MatchState, hand: Hand, seat: int, names: Sequence[str]) -> dict[str, Any]:
    sheet, step = state.sheet_as(DirtyDogSheet), hand.step
    to_bid = next((other for other in step.order if other not in hand.bids), None)
    is_now = seat == to_bid
    css = "is-now" if is_now else "is-done" if hand.all_bid or seat in hand.bids else "is-waiting"
    return {
        "name": state.names[seat],
        "short": names[seat],
        "css": ("" if hand.all_bid else css) + (" is-tied" if seat in step.seats else " is-out"),
        "role": _role(hand, seat, is_now=is_now),
        "points": _won(hand)[seat] if hand.all_bid and not hand.missing and seat in step.seats else None,
        "total": sheet.totals[seat],
        "mark": mark_of(sheet, seat),
        "keys": [
            _trick_key(hand, seat, number) if hand.all_bid else _bid_key(hand, seat, number, is_now=is_now)
            for number in range(step.cards + 1)
        ],
        "reason": _reason(hand, seat, is_now=is_now),
    }


def _role(hand: Hand, seat: int, *, is_now: bool) -> str:
    step = hand.step
    if is_now:
        is_tied = seat in step.seats
        return _("bids now, without looking. This one counts") if is_tied else _("bids now, without looking")
    said = [_("bid {bid}").format(bid=hand.bids[seat])] if hand.all_bid else []
    said.append(_("this one counts") if seat in step.seats else _("scores nothing"))
    at_table = {step.order[0]: _("leads"), step.dealer: _("deals")}
    return comma_separated([*said, *([at_table[seat]] if seat in at_table and not hand.all_bid else [])])


def _reason(hand: Hand, seat: int, *, is_now: bool) -> str:
    total = sum(hand.bids.values())
    barred = hand.barred if is_now and seat == hand.step.order[-1] else None
    return "" if barred is None else reason(hand.step.cards, total, barred)


def _bid_key(hand: Hand, seat: int, number: int, *, is_now: bool) -> dict[str, Any]:
    key: dict[str, Any] = {"number": number, "css": "", "field": "", "value": ""}
    if hand.bids.get(seat) == number:
        return key | {"css": "is-on", "is_on": True}
    if is_now and seat == hand.step.order[-1] and number == hand.barred:
        return key | {"css": "is-barred", "is_barred": True}
    if is_now:
        return key | {"field": "bids", "value": numbers_field([*hand.bids.values(), number])}
    return key


def _trick_key(hand: Hand, seat: int, number: int) -> dict[str, Any]:
    others = {other: took for other, took in hand.taps.items() if other != seat}
    classes = ["is-bid"] if number == hand.bids[seat] else []
    is_on = hand.took[seat] == number
    if is_on:
        classes.append("is-auto" if seat == hand.auto else "is-on" if number == hand.bids[seat] else "is-miss")
    elif seat not in hand.taps and hand.missing and number == hand.bids[seat] + hand.missing:
        classes.append("is-fit")
    return {
        "number": number,
        "css": " ".join(classes),
        "is_on": is_on,
        "field": "tricks",
        "value": taps_field({**others, seat: number}),
    }


def offline_action(state: MatchState) -> OfflineAction | None:
    """Return the form for a tablet without network; None where no tie-break hand is due."""
    sheet, names = state.sheet_as(DirtyDogSheet), shortened(state.names)
    step = next_step(sheet)
    if not isinstance(step, TiebreakStep):
        return None
    return OfflineAction(
        what="tiebreak-hand",
        title=_("Tie-break hand for {names}").format(names=listed(names[seat] for seat in step.seats)),
        about=_about(step, names),
        rows="games/dirty_dog/offline_actions/_tie_break.html",
        entry_label=_("Tie-break hand"),
        go=_("Score the tie-break hand"),
        availability="alone",
        more={
            "cards": step.cards,
            "has_rule": has_rule(sheet.options, step.cards),
            "order": numbers_field(step.order),
            "players": [(seat, names[seat], seat in step.seats) for seat in step.order],
        },
    )


def _about(step: TiebreakStep, names: Sequence[str]) -> str:
    words = ngettext(
        "{count} card to everyone. {player} deals. Bid before you look. Only the tied players score.",
        "{count} cards to everyone. {player} deals. Bid before you look. Only the tied players score.",
        step.cards,
    )
    return words.format(count=step.cards, player=names[step.dealer])


TIE_BREAK = TableAction(
    "tie-break", gettext_lazy("Play the tie-break hand"), screen, drafts, offered, offline=offline_action
)
