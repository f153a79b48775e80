"""The fields of the form of a whole year: the values in the form, else those recorded of the open year, else empty."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext_lazy

from games.base.entry.names import shortened
from games.dogs_of_war.years.bonus import Bonus, bonus_of
from games.dogs_of_war.years.open_year import sheet_of, step_of
from games.dogs_of_war.years.tracker_keys import TrackerKey, tracker_keys
from games.entries.match_state import MatchState
from scoring.dogs_of_war.line import BattleLine
from scoring.dogs_of_war.step import YearStep
from scoring.dogs_of_war.years.contests import unused_betrayals

ENDS = (gettext_lazy("the left"), gettext_lazy("the right"))
TRACKER = re.compile(r"-?[0-9]{1,2}", re.ASCII)
MOST = 9


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
        "most": MOST,
    }


def _recorded_fields(step: YearStep) -> Iterator[tuple[str, str]]:
    """Yield the recorded values of the open year as form fields; a battle by plays has the position after its last
    play.
    """
    if step.first_player is not None:
        yield "first", str(step.first_player)
    yield from (("passed", str(seat)) for seat in step.passed[:1])
    for battle in step.battles:
        if battle.line:
            yield from _battle_fields(battle.battle, battle.line)


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
