"""Entering the final value of every house, for a club that records only the end or a token that was moved wrongly. The
values must have the sum that the battles allow (DW-51), or a note that says why the track differs (HR-DW-11).
"""

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from clubs.language.locales import minus
from games.base.display import Screen
from games.base.form_parsing import INCOMPLETE, WHOLE, entry_id, free_number, line_number, moment, undo_form
from games.base.table_game import TableAction, Unreadable
from games.dogs_of_war.result import house_tracks
from games.dogs_of_war.tally_form import LONGEST_NOTE, note, number, reason
from games.dogs_of_war.wording import last_step
from games.entries.drafts import Draft
from games.entries.match_state import MatchState
from scoring.dogs_of_war.battle import start_value
from scoring.dogs_of_war.sheet import YEARS, DogsOfWarSheet
from scoring.dogs_of_war.tally import FARTHEST
from scoring.dogs_of_war.year import Reach, reach

KIND = "house-values"


@dataclass(frozen=True)
class House:
    """One house on its track, with the range its keys can move it in."""

    field: str
    name: str
    value: int
    low: int
    high: int
    drawing: str

    @property
    def at_least(self) -> bool:
        """Whether the value cannot go lower."""
        return self.value <= self.low

    @property
    def at_most(self) -> bool:
        """Whether the value cannot go higher."""
        return self.value >= self.high


def wanted(form: QueryDict) -> bool:
    """Whether the query asks for the house values instead of the next step."""
    return "end" in form


def offered(state: MatchState) -> bool:
    """Whether the end alone can be entered: the years are not over."""
    return not state.sheet_as(DogsOfWarSheet).finished


def differs_offered(state: MatchState) -> bool:
    """Whether a difference in the house track can be entered: the years are over, no house values have been entered,
    and not every tally is in.
    """
    sheet = state.sheet_as(DogsOfWarSheet)
    return sheet.finished and not sheet.declared and not sheet.complete


def screen(state: MatchState, form: QueryDict) -> Screen:
    """Return the page with the house track and a stepper per house."""
    sheet = state.sheet_as(DogsOfWarSheet)
    can, values, why = reach(sheet), half_entered(form, sheet), note(form)
    total = sum(values.values())
    fits = (bool(why) or can.sum_low <= total <= can.sum_high) and values != sheet.values
    context = {
        "houses": _houses(sheet, values, _open(form, can)),
        "total": total,
        "bold": _verdict(total, can),
        "rest": _("Your note goes on the sheet.") if why else _expected_total(can),
        "why": why[:LONGEST_NOTE],
        "is_over": sheet.finished,
        "fits": fits,
        "number": free_number(state),
        "entry_id": uuid.uuid4(),
        "undo": _undo(form, sheet, values),
        "last_step": last_step(state),
        "forms": undo_form(state),
        "missing": "" if fits else _("Set the house values") if values == sheet.values else _verdict(total, can),
        "last": form.get("last", "")[:20],
        "table": {"title": _("House values")},
    }
    return Screen("games/dogs_of_war/tally/values.html", context)


def half_entered(form: QueryDict, sheet: DogsOfWarSheet) -> dict[str, int]:
    """The half-entered values, within what is possible; a house without a field keeps the value the years gave it."""
    can = _open(form, reach(sheet))
    return {
        house: max(can.low[house], min(_lenient_number(form, f"value-{at}", value), can.high[house]))
        for at, (house, value) in enumerate(sheet.values.items())
    }


def _open(form: QueryDict, can: Reach) -> Reach:
    """Return the possible values; with a note every value is possible (HR-DW-11)."""
    if not note(form):
        return can
    return Reach(dict.fromkeys(can.low, -FARTHEST), dict.fromkeys(can.high, FARTHEST), can.sum_low, can.sum_high)


def _lenient_number(form: QueryDict, field: str, default: int) -> int:
    try:
        return number(form, field) if form.get(field) else default
    except Unreadable:
        return default


def _houses(sheet: DogsOfWarSheet, values: Mapping[str, int], can: Reach) -> list[House]:
    start = start_value(sheet.options)
    low, high = min(start - YEARS, *values.values()), max(start + 2 * YEARS, *values.values())
    tracks = house_tracks(sheet.values, values, low, high)
    return [
        House(f"value-{at}", row.name, row.value, can.low[row.name], can.high[row.name], row.drawing)
        for at, row in enumerate(tracks.houses)
    ]


def _verdict(total: int, can: Reach) -> str:
    """Return what the sum implies, given that each battle that is won adds 1 to it."""
    battles, won = can.sum_high - can.sum_low, total - can.sum_low
    if won > battles:
        return _("{won} too much.").format(won=won - battles)
    if won < 0:
        return _("{value} too little.").format(value=-won)
    if won == battles:
        return _("It fits: all {battles} battles were won.").format(battles=battles)
    words = ngettext(
        "It fits if {count} battle of {battles} ended with both defeated.",
        "It fits if {count} battles of {battles} ended with both defeated.",
        battles - won,
    )
    return words.format(count=battles - won, battles=battles)


def _expected_total(can: Reach) -> str:
    return _("With every battle won the values add up to {points}, and to 1 less for each that was not.").format(
        points=minus(can.sum_high)
    )


def _undo(form: QueryDict, sheet: DogsOfWarSheet, values: Mapping[str, int]) -> str:
    for at, house in enumerate(sheet.houses):
        if form.get("last") == f"value-{at}":
            return f"{house} {minus(values[house])}"
    return _("the note") if form.get("last") == "why" else ""


def drafts(form: QueryDict) -> Sequence[Draft]:
    """Return the one `house-values` entry. Raises Unreadable."""
    if form.get("what") != KIND:
        raise Unreadable(INCOMPLETE)
    return [Draft(KIND, line_number(form), payload(form), id=entry_id(form), recorded_at=moment(form))]


def payload(form: QueryDict) -> Mapping[str, Any]:
    """Return the payload of the house values; the field `value-2` belongs to the third `house`. Raises Unreadable where
    one is missing.
    """
    houses, values = form.getlist("house"), {}
    if not houses:
        raise Unreadable(INCOMPLETE)
    for at, house in enumerate(houses):
        if not form.get(f"value-{at}", "").strip():
            raise Unreadable(_("What is {house} worth? {whole}").format(house=house, whole=WHOLE), f"value-{at}")
        values[house] = number(form, f"value-{at}")
    why = reason(form)
    return {"values": values} | ({"note": why} if why else {})


def _question(state: MatchState, form: QueryDict) -> Screen:
    return Screen("games/dogs_of_war/tally/only_the_end.html", {"years": len(state.sheet_as(DogsOfWarSheet).years)})


def _differs(_state: MatchState, _form: QueryDict) -> Screen:
    return Screen("games/dogs_of_war/tally/track_differs.html", {})


def _nothing(state: MatchState, form: QueryDict) -> Sequence[Draft]:
    raise Unreadable(_("There is nothing to enter on this page. Continue to the house values."))


ONLY_THE_END: TableAction = TableAction(
    "only-the-end", gettext_lazy("Enter the final result only"), _question, _nothing, offered
)
TRACK_DIFFERS: TableAction = TableAction(
    "track-differs", gettext_lazy("The house track differs"), _differs, _nothing, differs_offered
)
