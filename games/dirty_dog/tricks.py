"""The trick screen: every row starts at its bid, so that only those who missed are tapped; a dotted number would make
the tricks add up.

Until the first tap the hand counts as being played, and the page shows the bids.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from clubs.language.locales import comma_separated
from clubs.language.terms import once_a_language
from games.base.form_parsing import free_number, undo_form, undo_label
from games.base.names import listed, shortened
from games.dirty_dog.entry_rows import (
    EntryRow,
    Foot,
    Key,
    Meter,
    Table,
    bid_pips,
    head,
    mark_of,
    state_form,
    tap_form,
    taps,
)
from games.dirty_dog.offline import offline_form
from games.dirty_dog.wording import are_set, bid_of_cards, last_step, noun, tricks_missing, tricks_placed
from games.entries.match_state import MatchState, read
from scoring.dirty_dog import DirtyDogSheet, TrickStep
from scoring.dirty_dog.hand import points

HINTS = (
    gettext_lazy("A dotted number settles the hand in one tap."),
    gettext_lazy("Tap who missed; dots settle it."),
)


@dataclass(frozen=True)
class Placing:
    """The state of the trick entry: `tapped` are the tricks that were tapped, `tricks` those of every seat: its bid
    where nothing was tapped, and the rest for `auto`, the last seat without a tap (or None). `left` is how many are
    still to be placed; negative where there are too many.
    """

    step: TrickStep
    names: list[str]
    tapped: Mapping[int, int]
    auto: int | None
    tricks: Mapping[int, int]
    left: int


def screen(state: MatchState, step: TrickStep, form: QueryDict) -> Table:
    """Return the trick screen with the taps of the form."""
    now = _placing(step, shortened(state.names), taps(form))
    suit, last = step.trump or "", state.live[-1]
    forms = [
        state_form("taps", form, now.tapped),
        tap_form("send", state, "tricks", free_number(state), now.tricks),
        tap_form("suit", state, "bids", last.number, read(state.engine, last).bids),  # the bids with another suit
        *undo_form(state),
    ]
    top = head(step, now.names, suit, "suit", state.sheet_as(DirtyDogSheet).options)
    rows = [_row(state, now, seat, is_picked=str(seat) == form.get("row")) for seat in step.order]
    offline_state = offline_form(state, "tricks", list(now.tapped.items()), suit)
    return Table("tricks", top, meter(now), rows, _foot(state, now), forms, offline_state, is_playing=not now.tapped)


def _placing(step: TrickStep, names: list[str], tapped: Mapping[int, int]) -> Placing:
    valid = {seat: took for seat, took in tapped.items() if seat in step.order and 0 <= took <= step.cards}
    tricks = {seat: valid.get(seat, step.bids[seat]) for seat in step.order}
    left, open_ = step.cards - sum(tricks.values()), [seat for seat in step.order if seat not in valid]
    if len(open_) == 1 and 0 <= tricks[open_[0]] + left <= step.cards:
        tricks[open_[0]] += left
        return Placing(step, names, valid, open_[0], tricks, 0)
    return Placing(step, names, valid, None, tricks, left)


def meter(now: Placing) -> Meter:
    """Return the count: while the hand is played, of the bids; then of tricks that are missing or too many."""
    cards, left = now.step.cards, now.left
    bold, rest = meter_text(now)
    total = cards - left
    if not now.tapped:
        pips = bid_pips(total, cards)
        gap = (abs(left), _("short") if left > 0 else _("over"))
        return Meter(total, bid_of_cards(cards), pips, bold, rest, gap)
    if left > 0:
        pips = ["on"] * total + ["miss"] * left
        words = ngettext("of {count} trick still to place", "of {count} tricks still to place", cards)
        return Meter(left, words.format(count=cards), pips, bold, rest)
    if left < 0:
        pips = ["on"] * cards + ["over"] * -left
        return Meter(-left, ngettext("trick too many", "tricks too many", -left), pips, bold, rest)
    return Meter(cards, tricks_placed(cards), ["on"] * cards, bold, rest)


def meter_text(now: Placing) -> tuple[str, str]:
    """Return what the count means: a bold part, and the rest of the sentence."""
    if now.left:
        return _("Tap only who missed.") if now.tapped else _("Playing."), str(HINTS[not now.tapped])
    if now.auto is not None:
        took = now.tricks[now.auto]
        left = _("{tricks} left for {player}.").format(tricks=took, player=now.names[now.auto])
        words = (
            _("Bid {bid}. That is {callout}.")
            if (now.step.dealer, now.step.barred) == (now.auto, took)
            else _("Bid {bid}.")
        )
        return left, words.format(bid=now.step.bids[now.auto], callout=noun("sbr"))
    missed = [now.names[seat] for seat in now.step.order if now.tricks[seat] != now.step.bids[seat]]
    return are_set(listed(missed), len(missed)), ""


def _row(state: MatchState, now: Placing, seat: int, *, is_picked: bool) -> EntryRow:
    sheet, took, bid = state.sheet_as(DirtyDogSheet), now.tricks[seat], now.step.bids[seat]
    return EntryRow(
        seat,
        state.names[seat],
        now.names[seat],
        sheet.totals[seat],
        mark_of(sheet, seat),
        keys=[_key(now, seat, value) for value in range(now.step.cards + 1)],
        css="is-picked" if is_picked else "",
        role=_role(now, seat),
        points=points(sheet.options, bid, took, now.step.cards) if now.tapped else None,
        bid=None if now.tapped else bid,
        is_miss=took != bid,
        revise=seat == now.step.revisable,
    )


def _role(now: Placing, seat: int) -> str:
    """Return the words beside the name: `bid 3, leads, the rest`."""
    parts = [_("bid {bid}").format(bid=now.step.bids[seat])]
    parts += [_("deals")] if seat == now.step.dealer else [_("leads")] if seat == now.step.order[0] else []
    return comma_separated([*parts, *([_("the rest")] if now.auto == seat else [])])


def _key(now: Placing, seat: int, value: int) -> Key:
    bid, took = now.step.bids[seat], now.tricks[seat]
    is_on, is_bid = value == took, value == bid
    fits = bool(now.left) and took == bid and value == took + now.left
    css = "is-fit" if fits else "is-bid" if is_bid else ""
    if is_on and now.tapped:
        css = "is-auto" if now.auto == seat else "is-on" if is_bid else "is-miss"
    takes, as_bid, settles = _key_labels()
    words = [
        takes.format(player=now.names[seat], tricks=value),
        *([as_bid] if is_bid else []),
        *([settles] if fits else []),
    ]
    return Key(value, "taps", css, is_on, comma_separated(words))


@once_a_language
def _key_labels() -> tuple[str, str, str]:
    return _("{player} takes {tricks}"), _("as bid"), _("settles the hand")


def _foot(state: MatchState, now: Placing) -> Foot:
    main = _("Score hand {hand}").format(hand=now.step.hand)
    if now.left and not now.tapped:
        main = _("Tap who missed")
    elif now.left:
        main = tricks_missing(now.left)
    step, form = last_step(state), "undo"
    if now.tapped:
        seat, took = list(now.tapped.items())[-1]
        step, form = _("{player} took {tricks}").format(player=now.names[seat], tricks=took), "taps"
    return Foot(undo_label(step), form, main, "" if now.left else "send", is_ready=not now.left)
