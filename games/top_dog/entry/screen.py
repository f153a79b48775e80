"""The table’s page: the round being counted, or the result of the match."""

import re
import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.base.display import Screen
from games.base.entry.hidden_forms import free_number, undo_form, undo_label
from games.base.entry.names import shortened
from games.entries.match_state import MatchState
from games.top_dog.entry import screen_wording
from games.top_dog.entry.count import Count, chosen_last, counting
from games.top_dog.entry.entry_rows import Row, pips, rows
from games.top_dog.entry.form import suit_choices
from games.top_dog.result import result
from games.top_dog.round_wording import ROUNDS
from scoring.top_dog import TopDogSheet, next_step

PIPS_WIDE, PIP = 342, 26
SUIT = re.compile(r"suit-[0-9]", re.ASCII)
UNDONE = {
    "tied": gettext_lazy("Undo: the last hand"),
    "by": gettext_lazy("Undo: hands or cards"),
    "row": gettext_lazy("Undo: another row"),
}


@dataclass(frozen=True)
class Head:
    """The head of the screen: the number of the round, of how many, how many hands and to which target, the variation,
    and who arranges.
    """

    number: int
    of: str
    about: str
    variation: str
    who: str


@dataclass(frozen=True)
class Meter:
    """The live count: a figure, what it counts, a pip per hand, and what it means."""

    figure: int
    count: str
    pips: Sequence[tuple[str, int, int]]
    bold: str
    rest: str

    @property
    def width(self) -> int:
        """The width of the drawing in pixels."""
        return max(PIPS_WIDE, self.pips[-1][1] + PIP)


@dataclass(frozen=True)
class Foot:
    """The foot of the screen: what undo takes back, and the main button, `more` being the rest of its text where there
    is space.
    """

    undo: str
    main: str
    more: str


@dataclass(frozen=True)
class Table:
    """The screen of a round; `last` is the field changed last, `row` the row shown on a phone (from 1, "" for none)."""

    now: Count
    head: Head
    meter: Meter
    rows: Sequence[Row]
    foot: Foot
    last: str
    row: str

    @property
    def suits(self) -> Sequence[tuple[str, str]]:
        """The suits that a player may have taken (TD-04): value and signs."""
        return suit_choices(self.now.sheet.options.suits)

    @property
    def title(self) -> str:
        return _("Round {number}").format(number=self.head.number)

    @property
    def css(self) -> str:
        return "entry topdog keys-14" if self.now.has_keys else "entry topdog has-steps"

    @property
    def steps(self) -> tuple[int, ...]:
        """What the keys of a stepper add."""
        return (-1, 1, 10) if self.now.by_cards else (-1, 1, 5)


def screen(state: MatchState, form: QueryDict) -> Screen:
    """Return the table’s page: the round with the values of the form, or the result of the match."""
    sheet = state.sheet_as(TopDogSheet)
    step = next_step(sheet)
    if step is None:
        return Screen("games/top_dog/over.html", result(state) | {"forms": undo_form(state)})
    now = counting(sheet, step, form)
    context: dict[str, Any] = {
        "table": _table(state, now, form),
        "forms": undo_form(state),
        "entry_id": uuid.uuid4(),
        "line": free_number(state),
    }
    return Screen("games/top_dog/round.html", context)


def _table(state: MatchState, now: Count, form: QueryDict) -> Table:
    names = shortened(state.names)
    bold, rest = screen_wording.meter_text(now, names)
    return Table(
        now,
        _head(now, names),
        Meter(_figure(now), screen_wording.meter_label(now), pips(now), bold, rest),
        rows(now, state.names, names, _picked(now, form), {name: str(form[name]) for name in form}),
        Foot(_undo(state, now, names, form), *screen_wording.main_button(now, names)),
        _last(form, now),
        form.get("row", "") if _tapped(form, now) else "",
    )


def _figure(now: Count) -> int:
    """Return how much is still to be placed after the last place got the rest, or how much is too much."""
    return abs(now.due - sum(now.counted.values()))


def _head(now: Count, names: Sequence[str]) -> Head:
    step, varied, who = now.step, screen_wording.variation(now.sheet), _who(now, names)
    if step.at_target and step.arranger is not None:
        of = ngettext("of {count} round", "of {count} rounds", step.cycle_end).format(count=step.cycle_end)
        each = ngettext("{count} hand each", "{count} hands each", step.hands).format(count=step.hands)
        return Head(step.number, of, each, varied, who)
    return Head(step.number, _("round"), screen_wording.hands_to(step), varied, who)


def _who(now: Count, names: Sequence[str]) -> str:
    """Return who arranges, or that a dummy plays; "" for neither."""
    if now.step.arranger is not None:
        return _("{player} arranges").format(player=names[now.step.arranger])
    if now.sheet.options.arranging == "all":
        return _("everybody arranges")
    return _("with a dummy") if now.step.dummy else ""


def _picked(now: Count, form: QueryDict) -> str:
    """Return the place whose numbers a phone shows: the row that was tapped, else the first place without a number."""
    tapped = _tapped(form, now)
    if tapped and form.get("last", "") in ("row", ""):
        return tapped
    waiting = [place for place in now.open if place != now.auto]
    return waiting[0] if waiting else ""


def _tapped(form: QueryDict, now: Count) -> str:
    """Return the place of the row in the form, counted from 1; "" for none."""
    rows = dict(enumerate(now.places, start=1))
    return next((place for number, place in rows.items() if str(number) == form.get("row")), "")


def _last(form: QueryDict, now: Count) -> str:
    """Return the field changed last, where it is one of this form’s fields; else ""."""
    last = str(form.get("last", ""))
    return last if chosen_last(form, now.places) or last in UNDONE or SUIT.fullmatch(last) else ""


def _undo(state: MatchState, now: Count, names: Sequence[str], form: QueryDict) -> str:
    """Return the text of the undo button: the last change, else the last round."""
    place, last = chosen_last(form, now.places), _last(form, now)
    if place in now.given:
        words = _("Undo: {player} took {number}") if now.by_cards else _("Undo: {player} won {number}")
        return words.format(player=screen_wording.name_of(place, names), number=now.given[place])
    if SUIT.fullmatch(last):
        return _("Undo: the suit")
    if last in UNDONE:
        return str(UNDONE[last])
    return undo_label(ROUNDS.last_step(state))
