"""The screen for a year by final positions: all battles in fixed positions, and the chosen one to edit."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.http import QueryDict
from django.utils.translation import gettext as _

from games.base.display import Screen
from games.base.form_parsing import undo_label
from games.base.names import shortened
from games.base.table_game import Unreadable
from games.dogs_of_war import wording
from games.dogs_of_war.open_year import (
    BATTLES,
    Payload,
    battle,
    battle_key,
    context,
    is_new,
    lines,
    sheet_of,
    sheet_with_form,
    step_of,
    strips,
    tracker_keys,
)
from games.dogs_of_war.wording import last_step
from games.entries.match_state import MatchState
from scoring.dogs_of_war.battle import BattleLine
from scoring.dogs_of_war.contests import unused_betrayals
from scoring.dogs_of_war.sheet import DogsOfWarSheet
from scoring.dogs_of_war.step import BattleStep, YearStep

TEMPLATE = "games/dogs_of_war/year.html"


@dataclass(frozen=True)
class Count:
    """One player’s captains on one side; `most` is the highest number that the plus key reaches."""

    field: str
    value: int
    most: int
    house: str

    @property
    def is_most(self) -> bool:
        return self.value >= self.most


@dataclass(frozen=True)
class CaptainRow:
    """One player’s row between the two houses of the chosen battle."""

    name: str
    short: str
    left: str
    counts: Sequence[Count]


@dataclass(frozen=True)
class BattleForm:
    """The fields of one battle: the values in the form, and in `was` the recorded ones (see `battle_key`)."""

    battle: int
    houses: Sequence[str]
    was: str
    tracker: str
    captains: Sequence[tuple[str, str]]
    betrayal: Sequence[int]
    is_now: bool


def screen(state: MatchState, form: QueryDict) -> Screen:
    """Return the screen for the year, with the values in the form."""
    sheet, wrong = sheet_with_form(state, form)
    step, names = step_of(sheet), shortened(state.names)
    now = _chosen(state, sheet, form)
    chosen = step.battles[now]
    assert chosen.line is not None  # every pair is named before a battle is fought
    battles_now = step_of(sheet_of(state)).battles
    forms = [_battle_form(sheet, each, battles_now[each.battle].line, form, now) for each in step.battles]
    tracker = chosen.line.tracker
    more = {
        "strips": strips(sheet, step, names, now),
        "battle_forms": forms,
        "now": forms[now],
        "tracker": abs(tracker),
        "tracker_side": wording.tracker_text(tracker, chosen.line.houses).removeprefix(f"{abs(tracker)} "),
        "tracker_keys": tracker_keys(chosen.line.houses, tracker),
        "rows": [_row(state, step, chosen, forms[now], seat, names) for seat in sheet.active_seats],
        "passing": [(str(seat), state.names[seat], names[seat]) for seat in sheet.active_seats],
        "passed": form.get("passed", "") or "".join(map(str, step.passed[:1])),
        "was_passed": "".join(map(str, step.passed[:1])),
        "form_error": wrong,
        "undo": _undo(state, form, names, chosen.line.houses),
        **(main := _main(state, form, step, now, is_wrong=bool(wrong))),
        "lines": lines(form, closes=bool(main["closes"])),
    }
    return Screen(TEMPLATE, {**context(state, sheet, step, form), **more})


def _chosen(state: MatchState, sheet: DogsOfWarSheet, form: QueryDict) -> int:
    """Return the battle that was tapped; else the first one that is not recorded, else the last."""
    tapped = form.get("battle", "")
    if tapped.isascii() and tapped.isdecimal() and len(tapped) == 1 and int(tapped) < sheet.fights:
        return int(tapped)
    now = sheet_of(state).open
    open_ = [at for at, contest in enumerate(now.battles) if not contest.recorded] if now else []
    return next(iter(open_), sheet.fights - 1)


def _battle_form(
    sheet: DogsOfWarSheet, step: BattleStep, line: BattleLine | None, form: QueryDict, now: int
) -> BattleForm:
    """Return the fields of a battle: the values in the form, else those recorded."""
    written = _written(line)
    in_form = any(field in form for field in (f"tracker-{step.battle}", f"houses-{step.battle}-0"))
    payload = _half_entered(form, step.battle) if in_form else written
    houses = step.line.houses if step.line else ("", "")
    captains = payload["captains"] if payload else {}
    return BattleForm(
        battle=step.battle,
        houses=houses,
        was=battle_key(written),
        tracker="" if payload is None else str(payload["tracker"]),
        captains=[
            (f"cap-{step.battle}-{side}-{seat}", str(captains.get(house, {}).get(str(seat), 0)))
            for side, house in enumerate(houses)
            for seat in sheet.active_seats
        ],
        betrayal=unused_betrayals(line.contest) if line else (),
        is_now=step.battle == now,
    )


def _half_entered(form: QueryDict, at: int) -> Payload | None:
    try:
        return battle(form, at)
    except Unreadable:
        return None


def _written(line: BattleLine | None) -> Payload | None:
    """Return a recorded battle as the payload that its form would give; None where it is not recorded."""
    if line is None or not line.contest.recorded:
        return None
    captains = {
        house: {str(seat): count for seat, count in counts.items()} for house, counts in line.captains.items() if counts
    }
    return {"tracker": line.tracker, "captains": captains}


def _row(
    state: MatchState, step: YearStep, chosen: BattleStep, form: BattleForm, seat: int, names: Sequence[str]
) -> CaptainRow:
    values = dict(form.captains)
    counts = []
    for side, house in enumerate(form.houses):
        field = f"cap-{chosen.battle}-{side}-{seat}"
        value = int(values[field])
        counts.append(Count(field, value, value + max(step.left[seat], 0), house))
    left = wording.captains_left(step.left[seat], step.allowance[seat])
    if all(count.value for count in counts):
        left = _("{left}; both sides: Betrayal").format(left=left)
    return CaptainRow(state.names[seat], names[seat], left, counts)


def _main(state: MatchState, form: QueryDict, step: YearStep, now: int, *, is_wrong: bool) -> dict[str, object]:
    """Return the main button: it saves the battle and goes to the next, or closes the year."""
    new = any(_is_new(form, at) for at in BATTLES)
    missing = [each.battle for each in step.battles if each.line is None or not each.line.contest.recorded]
    if is_wrong:
        return {"main": _("Correct it first"), "is_ready": False, "closes": False}
    if not missing:
        after = _("Year {number}").format(number=step.number + 1) if step.number < step.years else _("The tally")
        return {"main": after, "is_ready": True, "closes": True}
    if new:
        return {"main": _("Battle {number}").format(number=missing[0] + 1), "is_ready": True, "closes": False}
    return {"main": _("Battle {now}: who won?").format(now=now + 1), "is_ready": False, "closes": False}


def _is_new(form: QueryDict, at: int) -> bool:
    try:
        return is_new(form, at)
    except Unreadable:
        return False


def _undo(state: MatchState, form: QueryDict, names: Sequence[str], houses: Sequence[str]) -> str:
    """Return the text of the undo button: `Undo: Łukasz 1 for Harlow`."""
    kind, *at = form.get("last", "")[:20].split("-")
    if kind == "tracker":
        return _("Undo: the tracker")
    if kind == "cap" and len(at) == 3 and at[1] in ("0", "1") and at[2].isdecimal() and len(at[2]) < 3:
        value = form.get("-".join([kind, *at]), "")[:3]
        player = names[int(at[2])] if int(at[2]) < len(names) else ""
        return _("Undo: {player} {value} for {house}").format(player=player, value=value, house=houses[int(at[1])])
    if kind == "battle":
        return _("Undo: the other battle")
    if kind == "passed":
        return _("Undo: who passed first")
    return undo_label(last_step(state))
