"""The open year: the sheet with the half-entered battles, and the parts that all screens of a year share."""

import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.http import QueryDict
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.base.form_parsing import free_number, undo_form
from games.base.names import shortened
from games.base.table_game import Unreadable
from games.dogs_of_war import wording
from games.dogs_of_war.tallies.result import Houses, battle_track, house_tracks
from games.dogs_of_war.wording import in_words
from games.dogs_of_war.years.form import battle, is_new
from games.entries.match_state import MatchState
from scoring.base import RuleError, with_names
from scoring.dogs_of_war import DOGS_OF_WAR, DogsOfWarSheet, next_step
from scoring.dogs_of_war.battle import TRACK, BattleLine, glory, start_value
from scoring.dogs_of_war.step import YearStep
from scoring.records import entry_from_json

DOWN, UP = 4, 8  # how far a house can fall and rise in four years


@dataclass(frozen=True)
class Head:
    """The head of a year’s screen: its number, what each player gets, who is first and why, and what the year pays so
    far.
    """

    number: int
    years: int
    gets: str
    first: str
    why: str
    vp: str


@dataclass(frozen=True)
class Strip:
    """A battle in two lines and a drawing, in a fixed position on the page."""

    battle: int
    houses: Sequence[str]
    captains: Sequence[str]
    track: SafeString
    bold: str
    rest: str
    is_now: bool = False

    @property
    def number(self) -> int:
        return self.battle + 1


def sheet_of(state: MatchState) -> DogsOfWarSheet:
    return state.sheet_as(DogsOfWarSheet)


def sheet_with_form(state: MatchState, form: QueryDict) -> tuple[DogsOfWarSheet, str]:
    """Return the sheet with the battles of the form added, and the first error among them ("" for none)."""
    sheet, wrong = sheet_of(state), ""
    for at in range(sheet.fights):
        try:
            if (payload := battle(form, at)) is not None and is_new(form, at):
                sheet = DOGS_OF_WAR.play(sheet, entry_from_json(DOGS_OF_WAR, "battle", payload))
        except (Unreadable, RuleError) as error:
            message = error.sentence(shortened(state.names)) if isinstance(error, RuleError) else error.message
            wrong = wrong or message
    return sheet, wrong


def step_of(sheet: DogsOfWarSheet) -> YearStep:
    """The engine’s next step while a year is open."""
    step = next_step(sheet)
    assert isinstance(step, YearStep)  # a year is open while the table asks for its battles
    return step


def head(step: YearStep, names: Sequence[str]) -> Head:
    """Return the head of the screen."""
    coins = step.coins_in_year_1 if step.coins_in_year_1 is not None else step.coins
    first = "" if step.first_player is None else _("{player} is first").format(player=names[step.first_player])
    token = step.token_holder is not None and step.token_holder == step.first_player
    return Head(
        number=step.number,
        years=step.years,
        gets=_each(step.captains, coins),
        first=first,
        why=_("passed first last year") if token else "",
        vp=wording.vp_text(step.points, names),
    )


def _each(captains: int, coins: int) -> str:
    words = ngettext("{captains}, {count} coin each", "{captains}, {count} coins each", coins)
    return words.format(captains=wording.captains_in_words(captains), count=coins)


def strips(sheet: DogsOfWarSheet, step: YearStep, names: Sequence[str], chosen: int | None) -> list[Strip]:
    """Return one strip per battle; `chosen` is the one being edited."""
    return [strip(sheet, each.battle, each.line, names, is_now=each.battle == chosen) for each in step.battles]


def strip(
    sheet: DogsOfWarSheet, at: int, line: BattleLine | None, names: Sequence[str], *, is_now: bool = False
) -> Strip:
    """Return one battle; an empty strip where `line` is None, because its houses are not paired yet."""
    zone = glory(sheet.options)
    if line is None:
        return Strip(at, ("", ""), ("", ""), battle_track(None, zone), "", "", is_now)
    words = [wording.captains(line.captains[house], names) for house in line.houses]
    if not line.contest.recorded:
        rest = _("Bonus: {bonus}.").format(bonus=in_words(line.contest.bonus)) if line.contest.bonus else ""
        return Strip(at, line.houses, words, battle_track(0, zone), _("Not fought yet."), rest, is_now)
    track = battle_track(line.tracker, zone)
    return Strip(at, line.houses, words, track, wording.outcome(line), wording.rewards_text(line, names), is_now)


def houses(sheet: DogsOfWarSheet, step: YearStep) -> Houses:
    """Return the tracks of all houses, from their value before the year to the one it leads to."""
    start = start_value(sheet.options)
    return house_tracks(step.before, step.values, start - DOWN, start + UP)


def context(state: MatchState, sheet: DogsOfWarSheet, step: YearStep, form: QueryDict) -> dict[str, Any]:
    """Return the context shared by the screens for pairs, battles and plays."""
    drawn = houses(sheet, step)
    return {
        "table": {"title": _("Year {number}").format(number=step.number)},
        "head": head(step, shortened(state.names)),
        "houses": drawn,
        "unlikely": [with_names(each.message, shortened(state.names)) for each in sheet.unlikely_now],
        "is_touched": any(line.moved for line in drawn.houses),
        "year": step.number,
        "entry_id": uuid.uuid4(),
        "last": form.get("last", "")[:20],
        "number": free_number(state),
        "forms": undo_form(state),
    }


# The keys that move the tracker: `15 · ←5 · ←1 · now · 1→ · 5→ · 15`.


@dataclass(frozen=True)
class TrackerKey:
    """A key beside the tracker: it moves the tracker by `add`, or sets it to `set`; `then` is the position after it."""

    label: str
    aria_label: str
    then: int
    add: int = 0
    set: int | None = None
    is_left: bool = False


def tracker_keys(houses: Sequence[str], tracker: int) -> tuple[Sequence[TrackerKey], Sequence[TrackerKey]]:
    """Return the keys towards the house on the left, and those towards the one on the right; no position is more than
    four taps away.
    """
    left, right = houses
    return (
        [_end(TRACK, left), _towards(5, left, tracker), _towards(1, left, tracker)],
        [_towards(-1, right, tracker), _towards(-5, right, tracker), _end(-TRACK, right)],
    )


def _end(at: int, house: str) -> TrackerKey:
    return TrackerKey(
        str(TRACK), _("{spaces} for {house}").format(spaces=TRACK, house=house), at, set=at, is_left=at > 0
    )


def _towards(add: int, house: str, tracker: int) -> TrackerKey:
    then = max(-TRACK, min(TRACK, tracker + add))
    return TrackerKey(
        str(abs(add)),
        _("{spaces} towards {house}").format(spaces=abs(add), house=house),
        then,
        add=add,
        is_left=add > 0,
    )
