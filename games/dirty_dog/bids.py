"""The bidding screen: one tap per bid, in bidding order or all together; the last player’s barred bid is struck out in
advance.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import groupby

from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubs.language.locales import comma_separated
from clubs.language.terms import once_a_language
from games.base.form_parsing import free_number, undo_form, undo_label
from games.base.names import shortened
from games.dirty_dog.entry_rows import (
    EntryRow,
    Foot,
    Key,
    Meter,
    Table,
    bid_pips,
    head,
    mark_of,
    scored_just_now,
    state_form,
    tap_form,
    taps,
    trump,
)
from games.dirty_dog.offline import offline_form
from games.dirty_dog.result import recap
from games.dirty_dog.wording import bid_of_cards, bids_to_go, last_step, noun
from games.entries.match_state import MatchState, read
from scoring.dirty_dog import BidStep, DirtyDogLine, DirtyDogSheet, Options, TrickStep
from scoring.dirty_dog.callouts import bid_term
from scoring.dirty_dog.hand import forbidden
from scoring.dirty_dog.terms import LABELS
from scoring.messages import translated

# What the total of the bids means, in the club’s words; `total` is the sum of the bids, and the engine decides its
# term.


def so_far(cards: int, total: int) -> str:
    """Return the sentence for the total while several players are still to bid."""
    if total > cards:
        return _("{count} over the cards: {callout}.").format(count=total - cards, callout=noun("overbid"))
    if total == cards:
        return _("As many as there are cards.")
    left = cards - total
    return ngettext("{count} trick left to bid.", "{count} tricks left to bid.", left).format(count=left)


def all_in(cards: int, total: int) -> str:
    """Return the term for the total of all bids, as a sentence; the total without one is that of the cards."""
    term = bid_term(cards, total)
    return f"{translated(LABELS[term])}." if term else so_far(cards, total)


def choices(cards: int, total: int) -> str:
    """Return what each bid of the last player would make the total: “0 is a float ’age, 1 a floater, 3 or more an
    overbid.”
    """
    terms = [(bid, bid_term(cards, total + bid)) for bid in range(cards + 1)]
    runs = [(term, [bid for bid, _ in run]) for term, run in groupby(terms, lambda pair: pair[1]) if term]
    (first, bids), *others = runs
    start = _("{bids} is {callout}").format(bids=_span(bids, cards), callout=noun(first))
    rest = _("{bids} {callout}")
    words = [start, *(rest.format(bids=_span(run, cards), callout=noun(term)) for term, run in others)]
    return f"{comma_separated(words)}."


def _span(run: list[int], cards: int) -> str:
    if len(run) == 1:
        return str(run[0])
    if run[-1] == cards:
        return _("{bid} or more").format(bid=run[0])
    return _("{least} to {most}").format(least=run[0], most=run[-1])


def reason(cards: int, total: int, barred: int) -> str:
    """Return why the last bidder cannot bid the number `barred` (DD-18, DD-G15)."""
    words = ngettext(
        "The Rule: {total} bid, {count} card. Not {bid}.", "The Rule: {total} bid, {count} cards. Not {bid}.", cards
    )
    if barred == 1:
        words = ngettext(
            "The Rule: {total} bid, {count} card. You cannot bid one.",
            "The Rule: {total} bid, {count} cards. You cannot bid one.",
            cards,
        )
    return words.format(total=total, count=cards, bid=barred)


@dataclass(frozen=True)
class Bidding:
    """The state of the bidding: `fixed` are bids already written as entries, `tapped` bids on this tablet alone, both
    by seat; `trump` is a suit, "none", or "" while unknown; `scored` is the hand just scored, None where the last entry
    was something else.
    """

    step: BidStep | TrickStep
    names: list[str]
    fixed: Mapping[int, int]
    tapped: Mapping[int, int]
    trump: str
    options: Options
    scored: DirtyDogLine | None = None

    @property
    def bids(self) -> dict[int, int]:
        """All bids by seat, written or tapped."""
        return {**self.fixed, **self.tapped}

    @property
    def together(self) -> bool:
        return self.options.bidding == "together"

    @property
    def left(self) -> list[int]:
        """The seats still to bid, in order; the dealer too whose bid The Rule bars now that all have bid together."""
        left = [seat for seat in self.step.order if seat not in self.bids]
        dealer = self.step.order[-1]
        barred = not left and self.bids[dealer] == self.barred(dealer)
        return [dealer] if barred else left

    @property
    def total(self) -> int:
        return sum(self.bids.values())

    @property
    def deciding(self) -> int | None:
        """The one player who is left to bid; only the dealer decides where all bid together."""
        is_one = len(self.left) == 1 and (not self.together or self.left[0] == self.step.order[-1])
        return self.left[0] if is_one else None

    def before(self, seat: int) -> int:
        """The sum of all other bids."""
        return self.total - self.bids.get(seat, 0)

    def barred(self, seat: int) -> int | None:
        """The bid that The Rule forbids the dealer once all others have bid (DD-18)."""
        others = self.bids.keys() - {seat}
        if seat != self.step.order[-1] or len(others) + 1 < len(self.step.order):
            return None
        return forbidden(self.options, self.step.cards, self.before(seat))


def screen(state: MatchState, step: BidStep, form: QueryDict) -> Table:
    """Return the bidding screen with the taps of the form."""
    sheet, tapped = state.sheet_as(DirtyDogSheet), taps(form)
    options, scored = sheet.options, None if state.match.club.recap_page else scored_just_now(sheet)
    valid = _together(step, tapped) if options.bidding == "together" else _in_order(step, tapped)
    now = Bidding(step, shortened(state.names), step.bids, valid, trump(form) or step.trump or "", options, scored)
    hand = str(step.number)
    forms = [
        state_form("taps", form, now.tapped, hand=hand),
        tap_form("send", state, "bids", free_number(state), now.tapped, now.trump),
        *undo_form(state),
    ]
    top = head(step, now.names, now.trump, "taps", options)
    offline_state = offline_form(state, "bids", list(now.tapped.items()), now.trump)
    told = recap(sheet, scored, now.names) if scored else None
    return Table("bids", top, meter(now), _rows(state, now), _foot(state, now), forms, offline_state, recap=told)


def revision(state: MatchState, step: TrickStep) -> Table:
    """Return the screen on which the dealer may change the last bid until the first card is led (HR-DD-04)."""
    others = {seat: bid for seat, bid in step.bids.items() if seat != step.revisable}
    options = state.sheet_as(DirtyDogSheet).options
    now = Bidding(step, shortened(state.names), others, {}, step.trump or "", options)
    last = state.live[-1]
    written = {seat: bid for seat, bid in read(state.engine, last).bids.items() if seat != step.revisable}
    forms = [tap_form("send", state, "bids", last.number, written, now.trump), state_form("taps", QueryDict(), {})]
    foot = Foot(_("Leave it at {bids}").format(bids=step.bids[step.revisable]), "taps", bids_to_go(1))
    return Table("bids", head(step, now.names, now.trump, "", options), meter(now), _rows(state, now), foot, forms)


def _in_order(step: BidStep, tapped: Mapping[int, int]) -> dict[int, int]:
    """Return the taps that follow the bidding order, up to the first seat without a valid one."""
    bids: dict[int, int] = {}
    for seat in step.order:
        if seat in step.bids:
            continue
        if seat not in tapped or not 0 <= tapped[seat] <= step.cards:
            break
        bids[seat] = tapped[seat]
    return bids


def _together(step: BidStep, tapped: Mapping[int, int]) -> dict[int, int]:
    """Return the valid taps of those who have not bid, as they were tapped."""
    return {seat: bid for seat, bid in tapped.items() if seat in step.waiting and 0 <= bid <= step.cards}


def meter(now: Bidding) -> Meter:
    """Return the count of all bids, with its pips and what it means."""
    cards, total = now.step.cards, now.total
    bold, rest = meter_text(now)
    opening = _opening(now, now.scored.hand) if now.scored else None
    return Meter(total, bid_of_cards(cards), bid_pips(total, cards), bold, rest, opening=opening)


def meter_text(now: Bidding) -> tuple[str, str]:
    """Return what the total means: a bold part, and the rest of the sentence."""
    if now.scored and not now.bids:
        return _opening(now, now.scored.hand)
    if not now.left:
        return all_in(now.step.cards, now.total), ""
    if (last := now.deciding) is not None:
        return _("{player} decides.").format(player=now.names[last]), choices(now.step.cards, now.before(last))
    return so_far(now.step.cards, now.total), _("{left} still to bid.").format(left=len(now.left))


def _opening(now: Bidding, hand: int) -> tuple[str, str]:
    """Return who deals, and which hand the points are of that stand in the rows."""
    words = ngettext("{player} deals {count} card.", "{player} deals {count} cards.", now.step.cards)
    points = _("The numbers left of the totals are hand {hand}’s.").format(hand=hand)
    return words.format(player=now.names[now.step.dealer], count=now.step.cards), points


def _rows(state: MatchState, now: Bidding) -> list[EntryRow]:
    return [_row(state, now, seat) for seat in now.step.order]


def _row(state: MatchState, now: Bidding, seat: int) -> EntryRow:
    sheet, step = state.sheet_as(DirtyDogSheet), now.step
    is_now, is_open = now.left[:1] == [seat], seat in now.left
    barred = now.barred(seat) if is_now else None
    scored = now.scored if now.scored and seat in now.scored.points else None
    return EntryRow(
        seat,
        state.names[seat],
        now.names[seat],
        sheet.totals[seat],
        mark_of(sheet, seat),
        keys=[_key(now, seat, bid, barred) for bid in range(step.cards + 1)],
        css="is-now" if is_now else _waiting(now) if is_open else "is-done",
        role=_role(now, seat, is_now=is_now),
        reason="" if barred is None else reason(step.cards, now.before(seat), barred),
        points=scored.points[seat] if scored else None,
        is_miss=bool(scored and not scored.made[seat]),
    )


def _waiting(now: Bidding) -> str:
    """Return the classes of a row whose bid is open: where all bid together it may be tapped before its turn."""
    return "is-waiting is-open" if now.together else "is-waiting"


def _role(now: Bidding, seat: int, *, is_now: bool) -> str:
    step = now.step
    if now.together:
        return {step.order[0]: _("leads"), step.dealer: _("deals")}.get(seat, "")
    if is_now:
        return _("bids now")
    return {step.order[0]: _("leads"), step.dealer: _("deals, bids last")}.get(seat, "")


def _key(now: Bidding, seat: int, bid: int, barred: int | None) -> Key:
    bids, is_barred = _key_labels()
    if bid == barred:
        return Key(bid, css="is-barred", label=is_barred.format(player=now.names[seat], bid=bid))
    words = bids.format(player=now.names[seat], bid=bid)
    is_on, form = now.bids.get(seat) == bid, _form_of_key(now, seat)
    return Key(bid, form, "is-on" if is_on else "", is_on, words if form else "")  # the script labels the others


@once_a_language
def _key_labels() -> tuple[str, str]:
    return _("{player} bids {bid}"), _("{player} bids {bid}, barred by The Rule")


def _form_of_key(now: Bidding, seat: int) -> str:
    """Return the form that the seat’s keys send, "" for none: the seat in turn may bid, and the one before may change
    its bid until the next has bid (DD-19); where all bid together, everybody whose bid is not written may.
    """
    if now.together and seat not in now.fixed:
        return "send" if now.left == [seat] else "taps"
    last = list(now.tapped)[-1:]
    if now.left[:1] == [seat]:
        return "send" if len(now.left) == 1 else "taps"
    return "taps" if last == [seat] and now.left else ""


def _foot(state: MatchState, now: Bidding) -> Foot:
    main = bids_to_go(len(now.left)) if now.left else _("Save the bids")
    main_form = "" if now.left else "send"
    if now.tapped:
        seat, bid = list(now.tapped.items())[-1]
        return Foot(
            _("Undo: {names} bids {bid}").format(names=now.names[seat], bid=bid),
            "taps",
            main,
            main_form,
            is_ready=not now.left,
        )
    return Foot(undo_label(last_step(state)), "undo", main)
