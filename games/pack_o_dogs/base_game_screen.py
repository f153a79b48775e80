"""The screen for the base game: each turn as it is played, or only the two piles at the end."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.base.display import Screen
from games.base.form_parsing import entry_fields, free_number, undo_form
from games.entries.match_state import MatchState
from games.pack_o_dogs.form import is_on
from games.pack_o_dogs.screen_parts import Key, changed_last, sheet_of, short_of, top_of
from games.pack_o_dogs.wording import Sum, Term, last_step, points_words
from scoring.pack_o_dogs import PilesStep
from scoring.pack_o_dogs.play import LARGEST_PILE

TEMPLATE = "games/pack_o_dogs/count.html"
LABELS = {
    "pack": gettext_lazy("pack"),
    "low_cat": gettext_lazy("low cat"),
    "treat": gettext_lazy("treat"),
    "piles-0": gettext_lazy("the count"),
    "piles-1": gettext_lazy("the count"),
}


@dataclass(frozen=True)
class PileRow:
    """One player: the cards captured so far, what the turn would add, and the pile as counted."""

    seat: int
    name: str
    short: str
    captured: int
    mark: str
    gain: int
    pile: str


def counting(state: MatchState, step: PilesStep, form: QueryDict) -> Screen:
    """Return the screen for the base game in progress, with the values of the form."""
    sheet, names, last = sheet_of(state), short_of(state), changed_last(form)
    pack, low_cat = is_on(form, "pack"), is_on(form, "low_cat")
    gain = _gain(step, pack=pack, low_cat=low_cat)
    rows = [_row(state, step, form, seat, gain) for seat in sheet.active_seats]
    context: dict[str, Any] = {
        "step": step,
        "number": free_number(state),
        "table": {"title": _("Game {number}").format(number=step.game)},
        "before": ", ".join(f"{names[seat]} {total}" for seat, total in sheet.totals.items()) if step.game > 1 else "",
        "keys": [
            Key("pack", "1", _("Pack completed"), pack),
            Key("low_cat", "1", _("Low cat"), low_cat),
            Key("treat", "1", _("Treat"), pack and is_on(form, "treat"), not pack),
        ],
        "forms": undo_form(state),
        "fields": entry_fields(state, "piles", free_number(state), last=last),
        "sum": _sum(gain, pack=pack, low_cat=low_cat),
        "meter_text": _meter_text(step, names),
        "rows": rows,
        "most": LARGEST_PILE,
        "main": _main(step, rows),
        "undo": str(LABELS.get(last, "")) or last_step(state),
    }
    return Screen(TEMPLATE, context)


def _gain(step: PilesStep, *, pack: bool, low_cat: bool) -> int:
    takes = step.takes
    if pack:
        return takes.pack_low_cat if low_cat else takes.pack
    return takes.low_cat if low_cat else takes.plain


def _row(state: MatchState, step: PilesStep, form: QueryDict, seat: int, gain: int) -> PileRow:
    mark = "top" if seat in top_of(step.piles) else ""
    pile = form.get(f"piles-{seat}", str(step.piles[seat]) if step.captures else "")
    return PileRow(seat, state.names[seat], short_of(state)[seat], step.piles[seat], mark, gain, pile[:4])


def _sum(gain: int, *, pack: bool, low_cat: bool) -> Sum:
    card = Term([0], _("low cat ran off")) if low_cat else Term([1], _("the loser’s card"))
    cards = Term([gain], ngettext("card", "cards", gain))
    return Sum([card, Term([2 if pack else 0], _("pack completed") if pack else _("no pack"))], cards, sign="+")


def _meter_text(step: PilesStep, names: Sequence[str]) -> tuple[str, str]:
    if not step.captures:
        return _("Most cards win."), _("Tap who takes each turn, or only count the piles at the end.")
    turns = ngettext("{count} turn recorded.", "{count} turns recorded.", step.captures).format(count=step.captures)
    return points_words(step.piles, names), turns


def _main(step: PilesStep, rows: Sequence[PileRow]) -> str:
    """Return the text of the main button; "" while a pile is not counted."""
    if not all(row.pile.strip().isdecimal() for row in rows):
        return ""
    return _("Game over, {cards} to {other}").format(cards=rows[0].pile.strip(), other=rows[1].pile.strip())
