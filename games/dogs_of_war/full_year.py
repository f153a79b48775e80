"""A whole year that a tablet sent without network: its form parsed, shown to be corrected, and saved as one entry."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.base.display import Screen
from games.base.form_parsing import INCOMPLETE, undo_label
from games.base.names import shortened
from games.base.table_game import Unreadable
from games.dogs_of_war import open_year
from games.dogs_of_war.open_year import (
    BATTLES,
    Entry,
    Payload,
    TrackerKey,
    battle,
    context,
    houses,
    number,
    seat,
    sheet_of,
    step_of,
    tracker_keys,
)
from games.dogs_of_war.wording import Bonus, bonus, bonus_of, last_step
from games.entries.drafts import Draft
from games.entries.match_state import MatchState
from scoring.dogs_of_war.battle import BattleLine
from scoring.dogs_of_war.contests import unused_betrayals
from scoring.dogs_of_war.step import YearStep

# Parsing the form of a whole year: its pairs, trackers and captains, written as one entry.
# The tablet uses this form without network. Fields have the same names as in the other forms of a year, so that half-
# entered values carry over.


WHAT = "whole"


def drafts(form: QueryDict) -> list[Draft]:
    """Return the entries of any form of the table: a whole year, a step of one, or a tally. Raises Unreadable."""
    return open_year.numbered(form, entries(form)) if form.get("what") == WHAT else open_year.drafts(form)


def entries(form: QueryDict) -> list[Entry]:
    """Return the year the form holds. Raises Unreadable where a house or a tracker is missing."""
    battles = [_contest(form, at) for at in BATTLES if f"houses-{at}-0" in form]
    if not battles:
        raise Unreadable(INCOMPLETE)
    return [("year", {"battles": battles, **_about(form)})]


def _contest(form: QueryDict, at: int) -> Payload:
    pair, payload, words = houses(form, at), battle(form, at) or {}, bonus(form, at)
    if not all(pair):
        raise Unreadable(_("Every battle needs two houses. Choose the ones that are missing."), f"houses-{at}-0")
    if number(form, f"tracker-{at}") is None:
        raise Unreadable(
            _("Where did the tracker of battle {at} end? Enter 0 for level.").format(at=at + 1), f"tracker-{at}"
        )
    fields = {key: value for key, value in payload.items() if key != "battle"}
    return {"houses": list(pair), **fields, **({"bonus": words} if words else {})}


def _about(form: QueryDict) -> Payload:
    """Return the first player, the first to pass and the captains gained, as far as the form has them."""
    first, passed = seat(form, "first"), seat(form, "passed")
    gained = {name.removeprefix("gained-"): number(form, name) for name in form if name.startswith("gained-")}
    return (
        ({} if first is None else {"first_player": first})
        | ({} if passed is None else {"first_to_pass": passed})
        | ({"gained": gained} if gained else {})
    )


# The fields of the form of a whole year: the values in the form, else those recorded of the open year, else empty.


ENDS = (gettext_lazy("the left"), gettext_lazy("the right"))
TRACKER = re.compile(r"-?[0-9]{1,2}", re.ASCII)
MOST_CAPTAINS = 9


@dataclass(frozen=True)
class Count:
    """The field for one player’s captains on one side."""

    field: str
    value: str
    side: str


@dataclass(frozen=True)
class Part:
    """One battle; `rows` are the players’ names with their captains on either side."""

    at: int
    houses: tuple[str, str]
    tracker: str
    bonus: Bonus
    rows: Sequence[tuple[str, Sequence[Count]]]
    betrayal: Sequence[int] = ()

    @property
    def number(self) -> int:
        return self.at + 1

    @property
    def tracker_keys(self) -> tuple[Sequence[TrackerKey], Sequence[TrackerKey]]:
        """The keys that move the tracker, for the left and for the right side."""
        return tracker_keys([str(end) for end in ENDS], int(self.tracker or 0))


def form_of(state: MatchState, form: QueryDict, *, is_open: bool) -> Mapping[str, Any]:
    """Return the context of the form; `is_open` is whether it is for the year in progress, not for a later one."""
    sheet, names = sheet_of(state), shortened(state.names)
    step = step_of(sheet) if is_open else None
    values = {**(dict(_recorded_fields(step)) if step else {}), **{name: str(form[name]) for name in form}}
    now = sheet.open if is_open else None
    return {
        "parts": [_part(at, values, names, step) for at in range(sheet.fights)],
        "battle": form.get("battle", "0"),
        "houses": sheet.houses,
        "players": [(str(seat), name) for seat, name in enumerate(names)],
        "first": values.get("first", ""),
        "passed": values.get("passed", ""),
        "gained": list(now.gained.items()) if now else [],
        "most": MOST_CAPTAINS,
    }


def _recorded_fields(step: YearStep) -> Iterator[tuple[str, str]]:
    """Yield the recorded values of the open year as form fields; a battle by plays has the position after its last
    play.
    """
    if step.first_player is not None:
        yield "first", str(step.first_player)
    yield from (("passed", str(seat)) for seat in step.passed[:1])
    for open_battle in step.battles:
        if open_battle.line:
            yield from _battle_fields(open_battle.battle, open_battle.line)


def _battle_fields(at: int, line: BattleLine) -> Iterator[tuple[str, str]]:
    yield from ((f"houses-{at}-{side}", house) for side, house in enumerate(line.houses))
    yield f"bonus-{at}", line.contest.bonus
    if line.contest.recorded:
        yield f"tracker-{at}", str(line.tracker)
        for side, house in enumerate(line.houses):
            yield from ((f"cap-{at}-{side}-{seat}", str(count)) for seat, count in line.captains[house].items())


def _part(at: int, values: Mapping[str, str], names: Sequence[str], step: YearStep | None) -> Part:
    line = step.battles[at].line if step else None
    tracker = values.get(f"tracker-{at}", "").replace("\N{MINUS SIGN}", "-")
    return Part(
        at=at,
        houses=(values.get(f"houses-{at}-0", ""), values.get(f"houses-{at}-1", "")),
        tracker=tracker if TRACKER.fullmatch(tracker) else "",
        bonus=bonus_of(values, at),
        rows=[(name, _counts(at, seat, values)) for seat, name in enumerate(names)],
        betrayal=unused_betrayals(line.contest) if line else (),
    )


def _counts(at: int, seat: int, values: Mapping[str, str]) -> Sequence[Count]:
    fields = [f"cap-{at}-{side}-{seat}" for side in (0, 1)]
    return [Count(field, values.get(field, "0"), str(end)) for field, end in zip(fields, ENDS, strict=True)]


# The page of a whole year that a tablet sent, to be corrected or saved.


TEMPLATE = "games/dogs_of_war/whole.html"


def screen(state: MatchState, step: YearStep, form: QueryDict) -> Screen:
    """Return the page with the values of the form."""
    more = {
        "page": {"more": form_of(state, form, is_open=True)},
        "bold": _missing(form) or _("Every battle is filled in."),
        "main": _("Year {number}").format(number=step.number + 1) if step.number < step.years else _("The tally"),
        "undo": undo_label(last_step(state)),
    }
    return Screen(TEMPLATE, {**context(state, sheet_of(state), step, form), **more})


def _missing(form: QueryDict) -> str:
    """Return why the year cannot be saved yet; "" where it can."""
    try:
        entries(form)
    except Unreadable as error:
        return error.message
    return ""
