"""The screen for the pairs of a year: the two houses of each battle are tapped; the last pair is filled in (DW-12,
DW-13, DW-50).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.http import QueryDict
from django.utils.translation import gettext, ngettext

from clubs.language.locales import clauses, minus
from games.base.display import Screen
from games.base.form_parsing import undo_label
from games.base.names import listed, shortened
from games.dogs_of_war.open_year import context, sheet_of, tapped_places
from games.dogs_of_war.wording import Bonus, bonus_of, last_step
from games.entries.match_state import MatchState
from scoring.dogs_of_war.sheet import DogsOfWarSheet
from scoring.dogs_of_war.step import YearStep

TEMPLATE = "games/dogs_of_war/pairing.html"


@dataclass(frozen=True)
class Side:
    """One side of a battle: its house, that house’s index among all, and whether it was filled in (`is_auto`) or is
    recorded by plays or positions already (`is_fixed`).
    """

    house: str = ""
    index: int = 0
    is_auto: bool = False
    is_fixed: bool = False
    is_next: bool = False

    @property
    def can_leave(self) -> bool:
        """Whether the house can be removed from the side."""
        return bool(self.house) and not self.is_auto and not self.is_fixed


@dataclass(frozen=True)
class HouseKey:
    """The key of a house, in a fixed position; `note` is its value, or the battle it is placed in."""

    house: str
    index: int
    note: str
    is_used: bool


@dataclass(frozen=True)
class Pair:
    """One battle with its two sides and its bonus."""

    battle: int
    sides: Sequence[Side]
    bonus: Bonus

    @property
    def is_now(self) -> bool:
        return any(side.is_next for side in self.sides)

    @property
    def houses(self) -> Sequence[str]:
        return [side.house for side in self.sides]

    @property
    def number(self) -> int:
        return self.battle + 1


def screen(state: MatchState, step: YearStep, form: QueryDict) -> Screen:
    """Return the screen for the pairs, with the choices in the form."""
    sheet, names = sheet_of(state), shortened(state.names)
    places = _places(sheet, step, form)
    full = _filled_up(sheet, places)
    free = len(sheet.houses) - len(full)
    empty = next((place for place in range(1, len(sheet.houses) + 1) if place not in full), 0)
    first = form.get("first", "" if step.first_player is None else str(step.first_player))
    more = {
        "pairs": [_pair(sheet, step, at, places, full, form, empty) for at in range(sheet.fights)],
        "places": [(index, _place_of(house, places)) for index, house in enumerate(sheet.houses)],
        "free": free,
        "empty": empty,
        "keys": _keys(sheet, step, full),
        "first": first,
        "players": [(str(seat), state.names[seat], names[seat]) for seat in sheet.active_seats],
        "bonus_vp": step.bonus_vp,
        "note": _note(step),
        "is_end_offered": step.number == 1 and sheet.open is None,
        "main": _main(free, step.number),
        "is_ready": not free,
        "undo": _undo(sheet, state, form, names),
    }
    return Screen(TEMPLATE, {**context(state, sheet, step, form), **more})


def _main(free: int, year: int) -> str:
    to_go = ngettext("{count} house to go", "{count} houses to go", free).format(count=free)
    return to_go if free else gettext("Start year {number}").format(number=year)


def _places(sheet: DogsOfWarSheet, step: YearStep, form: QueryDict) -> Mapping[int, str]:
    """Return the house by place, from 1, as tapped; at first the recorded pairs, or those that the track decides."""
    tapped = tapped_places(form)
    if tapped is None:
        lines = [each.line.houses for each in step.battles if each.line]
        return dict(enumerate((house for pair in lines or step.pairings for house in pair), 1))
    by_place: dict[int, str] = {}
    for index, place in tapped.items():
        if index < len(sheet.houses) and 1 <= place <= len(sheet.houses) and place not in by_place:
            by_place[place] = sheet.houses[index]
    return by_place


def _filled_up(sheet: DogsOfWarSheet, places: Mapping[int, str]) -> Mapping[int, str]:
    """Return the places, with the remaining houses filled in once only one place or one whole battle is empty."""
    free = [house for house in sheet.houses if house not in places.values()]
    empty = [place for place in range(1, len(sheet.houses) + 1) if place not in places]
    return {**places, **dict(zip(empty, free, strict=True))} if _is_settled(empty) else places


def _is_settled(empty: Sequence[int]) -> bool:
    """Whether the empty places are a single one, or both of one battle."""
    return len(empty) == 1 or (len(empty) == 2 and empty[0] % 2 == 1 and empty[1] == empty[0] + 1)


def _place_of(house: str, places: Mapping[int, str]) -> int:
    return next((place for place, placed in places.items() if placed == house), 0)


def _pair(
    sheet: DogsOfWarSheet,
    step: YearStep,
    at: int,
    places: Mapping[int, str],
    full: Mapping[int, str],
    form: QueryDict,
    empty: int,
) -> Pair:
    battle = step.battles[at]
    is_fixed = battle.fixed
    sides = []
    for place in (2 * at + 1, 2 * at + 2):
        house = full.get(place, "")
        index = sheet.houses.index(house) if house else 0
        sides.append(Side(house, index, is_auto=place not in places, is_fixed=is_fixed, is_next=place == empty))
    known = battle.line.contest.bonus if battle.line else ""
    return Pair(at, sides, bonus_of(form.dict(), at, known))


def _keys(sheet: DogsOfWarSheet, step: YearStep, full: Mapping[int, str]) -> list[HouseKey]:
    values = [gettext("worth {value}").format(value=minus(step.values[house])) for house in sheet.houses]
    sides = gettext("battle {number}, right"), gettext("battle {number}, left")
    where = {house: sides[place % 2].format(number=(place + 1) // 2) for place, house in full.items()}
    return [
        HouseKey(house, at, where.get(house, values[at]), is_used=house in where)
        for at, house in enumerate(sheet.houses)
    ]


def _note(step: YearStep) -> str:
    """Return what the track decides in a decisive fourth year, and what it leaves open; "" in any other year."""
    if not step.pairings:
        return ""
    level = clauses(listed(group) for group in step.level)
    note = gettext("A decisive fourth year: the track pairs first with second, third with fourth.")
    choose = gettext("Level, so you may change their order: {houses}.").format(houses=level)
    return f"{note} {choose}" if level else note


def _undo(sheet: DogsOfWarSheet, state: MatchState, form: QueryDict, names: Sequence[str]) -> str:
    last = form.get("last", "")
    kind, _, index = last.partition("-")
    if kind == "place" and index.isdecimal() and len(index) < 2 and int(index) < len(sheet.houses):
        return undo_label(sheet.houses[int(index)])
    who = form.get("first", "")
    if kind == "first" and who.isdecimal() and len(who) < 3 and int(who) < len(names):
        return gettext("Undo: {names} first").format(names=names[int(who)])
    if kind == "bonus":
        return gettext("Undo: the bonus")
    return undo_label(last_step(state))
