"""The table’s page: the round being counted, or the result of the match; and its forms without network."""

import re
import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from clubs.language.locales import comma_separated
from games.base.display import Screen
from games.base.form_parsing import free_number, undo_form, undo_label
from games.base.names import shortened
from games.base.table_game import OfflineForm, as_of
from games.entries.match_state import MatchState
from games.top_dog import wording
from games.top_dog.display import ProgressBar, notes_on_ending, progress_bar, verdict
from games.top_dog.form import DUMMY, KEYS, Count, chosen_last, counting, field, suit_choices
from games.top_dog.wording import ROUNDS, hands_to
from scoring.top_dog import TopDogSheet, next_step

# The parts of the round’s screen: a row per player with a bar towards the target, a key per number, the pips.


MOST_OVER = 6
NOTHING: Mapping[str, str] = MappingProxyType({})


@dataclass(frozen=True)
class Key:
    """One number key of a row; one that is more than what is left cannot be chosen."""

    value: int
    is_chosen: bool
    css: str
    label: str

    @property
    def is_disabled(self) -> bool:
        """Whether the number is more than what is left."""
        return self.css == "is-beyond"


@dataclass(frozen=True)
class PlayerRow:
    """One player’s row, or the dummy’s; rows keep their position while numbers are entered. `rest` is the number filled
    in for the last place, None for others.
    """

    place: str
    name: str
    short: str
    field: str
    value: int | None
    rest: int | None
    most: int
    role: str
    css: str
    keys: Sequence[Key]
    points: int | None = None
    total: int | None = None
    mark: str = ""
    progress: ProgressBar | None = None
    suit: str = ""


def rows(
    now: Count, names: Sequence[str], short: Sequence[str], picked: str, form: Mapping[str, str] = NOTHING
) -> list[PlayerRow]:
    """Return a row per place; `picked` is the one whose keys a phone shows, `form` the fields with the suits chosen."""
    return [replace(_row(now, place, names, short, picked), suit=form.get(f"suit-{place}", "")) for place in now.places]


def _row(now: Count, place: str, names: Sequence[str], short: Sequence[str], picked: str) -> PlayerRow:
    row = PlayerRow(
        place=place,
        name=_("The dummy") if place == DUMMY else names[int(place)],
        short=_("the dummy") if place == DUMMY else short[int(place)],
        field=field(place, by_cards=now.by_cards),
        value=now.given.get(place),
        rest=now.left if now.auto == place else None,
        most=max(now.most(place), 0),
        role=comma_separated(_roles(now, place)),
        css=" ".join(filter(None, ("is-done" if place in now.counted else "", "is-picked" if place == picked else ""))),
        keys=[_key(now, place, value) for value in range(now.step.hands + 1)] if now.has_keys else [],
    )
    return row if place == DUMMY else _with_total(now, int(place), row)


def _with_total(now: Count, seat: int, row: PlayerRow) -> PlayerRow:
    """Return a player’s row with points, total, mark and bar, which the dummy does not have."""
    before, points = now.step.totals[seat], now.points(seat)
    total = before + (points or 0)
    mark = "top" if seat in leaders(now.after or now.sheet) else ""
    drawn = progress_bar(now.step.target, before, total, _totals(now))
    return replace(row, points=points, total=total, mark=mark, progress=drawn)


def _totals(now: Count) -> list[int]:
    """All totals before the round, and after it where they are known."""
    return [*now.step.totals.values(), *(now.after.totals.values() if now.after else ())]


def leaders(sheet: TopDogSheet) -> tuple[int, ...]:
    """The seats in the box after the last round; () before the first."""
    return sheet.lines[-1].leaders if sheet.lines else ()


def _roles(now: Count, place: str) -> list[str]:
    roles = [_("arranges")] if place == str(now.step.arranger) else []
    if place == now.auto:
        roles.append(_("has the rest"))
    if place == DUMMY:
        return [*roles, _("cannot win the game")]
    return roles


def _key(now: Count, place: str, value: int) -> Key:
    is_chosen = now.given.get(place) == value
    css = "" if is_chosen else "is-auto" if _is_rest(now, place, value) else "is-beyond" * (value > now.most(place))
    return Key(value, is_chosen, css, _key_label(value, css, is_chosen=is_chosen))


def _key_label(value: int, css: str, *, is_chosen: bool) -> str:
    """Return the key’s label for screen readers."""
    if css == "is-auto":
        return _("{hands}, the rest").format(hands=value)
    if css == "is-beyond":
        return _("{hands}, more than are left").format(hands=value)
    return _("{hands}, won").format(hands=value) if is_chosen else str(value)


def _is_rest(now: Count, place: str, value: int) -> bool:
    return place == now.auto and value == now.left


def pips(now: Count) -> list[tuple[str, int, int]]:
    """Return one pip per hand: its CSS suffix, its x coordinate and its width in pixels. Pips beyond the sum are at the
    end, in red.
    """
    won, due = sum(now.counted.values()) // now.unit, now.due // now.unit
    css = ["-on"] * min(won, due) + [""] * max(due - won, 0) + (["-off"] if now.is_tied else [])
    css += ["-over"] * min(max(won - due, 0), MOST_OVER)
    step, width = (26, 20) if now.step.hands < KEYS else (13, 8)
    return [(each, 2 + step * at, width) for at, each in enumerate(css)]


# The table’s last screen: who won, and what the last round brought.


@dataclass(frozen=True)
class Scored:
    """One player’s row of the result: the last round, and the total."""

    name: str
    won: int
    against: int | None
    points: int
    total: int
    mark: str


def result(state: MatchState) -> dict[str, Any]:
    """Return the context of the screen."""
    sheet, names = state.sheet_as(TopDogSheet), shortened(state.names)
    line = sheet.lines[-1]
    rows = [
        Scored(
            state.names[seat],
            line.won[seat],
            line.against.get(seat),
            line.points[seat],
            line.totals[seat],
            "top" if seat in line.leaders else "",
        )
        for seat in sheet.active_seats
    ]
    return {
        "headline": verdict(sheet, names),
        "summary": " ".join(notes_on_ending(sheet, names)) or _played(line.number),
        "scored": rows,
        "dummy": line.dummy,
        "number": line.number,
        "undo": undo_label(ROUNDS.last_step(state)),
    }


def _played(rounds: int) -> str:
    return ngettext("{count} round played.", "{count} rounds played.", rounds).format(count=rounds)


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
    rows: Sequence[PlayerRow]
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
    bold, rest = wording.meter_text(now, names)
    return Table(
        now,
        _head(now, names),
        Meter(_figure(now), wording.meter_label(now), pips(now), bold, rest),
        rows(now, state.names, names, _picked(now, form), {name: str(form[name]) for name in form}),
        Foot(_undo(state, now, names, form), *wording.main_button(now, names)),
        _last(form, now),
        form.get("row", "") if _tapped(form, now) else "",
    )


def _figure(now: Count) -> int:
    """Return how much is still to be placed after the last place got the rest, or how much is too much."""
    return abs(now.due - sum(now.counted.values()))


def _head(now: Count, names: Sequence[str]) -> Head:
    step, varied, who = now.step, wording.variation(now.sheet), _who(now, names)
    if step.at_target and step.arranger is not None:
        of = ngettext("of {count} round", "of {count} rounds", step.cycle_end).format(count=step.cycle_end)
        each = ngettext("{count} hand each", "{count} hands each", step.hands).format(count=step.hands)
        return Head(step.number, of, each, varied, who)
    return Head(step.number, _("round"), wording.hands_to(step), varied, who)


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
        return words.format(player=wording.name_of(place, names), number=now.given[place])
    if SUIT.fullmatch(last):
        return _("Undo: the suit")
    if last in UNDONE:
        return str(UNDONE[last])
    return undo_label(ROUNDS.last_step(state))


# The forms for rounds on a tablet without network.


OFFLINE_ROWS = "games/top_dog/offline/_rows.html"
OFFLINE_KEYS = "games/top_dog/offline/_keys.html"


def offline_forms(state: MatchState) -> Sequence[OfflineForm]:
    """Return the form of a round, used for any number of rounds; () once the match is over. Only the server shows who
    arranges, and how far the match runs.
    """
    sheet = state.sheet_as(TopDogSheet)
    step = next_step(sheet)
    if step is None:
        return ()
    now = counting(sheet, step, QueryDict())
    return [
        OfflineForm(
            what="round",
            rows=OFFLINE_ROWS,
            keys=OFFLINE_KEYS,
            styles=("entry topdog keys-14" if now.has_keys else "entry topdog has-steps", "rows"),
            turn=step.number,
            word=_("round"),
            about=hands_to(step),
            as_of=as_of("round", len(sheet.lines)),
            number=free_number(state),
            incomplete_label=_("What did each win?"),
            due=now.whole,
            more={
                "rows": rows(now, state.names, shortened(state.names), ""),
                "tied": now.tie,
                "steps": (-1, 1, 5),
            },
        )
    ]
