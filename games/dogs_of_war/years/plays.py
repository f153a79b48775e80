"""A battle play by play: the next player is chosen already, so a play is one tap (DW-19, DW-26, DW-27)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.http import QueryDict
from django.utils.translation import gettext as _

from games.base.display import Screen
from games.base.entry.names import counted, shortened
from games.dogs_of_war.tallies.svg import TALL, battle_track
from games.dogs_of_war.words import battle_wording
from games.dogs_of_war.words.wording import last_step
from games.dogs_of_war.years.open_year import context, sheet_of
from games.entries.match_state import MatchState, read
from scoring.dogs_of_war.entries import Play
from scoring.dogs_of_war.line import BattleLine
from scoring.dogs_of_war.step import BattleStep, Opening, YearStep
from scoring.dogs_of_war.variants import glory
from scoring.dogs_of_war.years.battle import spaces
from scoring.dogs_of_war.years.soldiers import ASKED, fits

TEMPLATE = "games/dogs_of_war/plays.html"
SHOWN = 6
SPACES = (("", "any"), ("arquebuser", "arquebuser or stronger"), ("knight", "knight or stronger"))


@dataclass(frozen=True)
class Key:
    """A soldier for one side; where he cannot be played he keeps his place."""

    value: str
    label: str
    strength: int
    is_open: bool


@dataclass(frozen=True)
class Side:
    house: str
    reason: str
    keys: Sequence[Key]


@dataclass(frozen=True)
class Player:
    seat: str
    name: str
    left: str
    is_out: bool


@dataclass(frozen=True)
class Played:
    """One line of the log: who, what on which side, where the tracker came to rest, what was lost at the end."""

    name: str
    left: str
    right: str
    at: int
    side: str
    lost: int


def wanted(state: MatchState, form: QueryDict) -> bool:
    """The page that was asked for; else plays, where the year is written down by plays."""
    if "mode" in form:
        return form["mode"] == "plays"
    now = sheet_of(state).open
    return now is not None and any(contest.plays for contest in now.battles)


def screen(state: MatchState, step: YearStep, form: QueryDict) -> Screen:
    sheet, names = sheet_of(state), shortened(state.names)
    at = _battle(state, step, form)
    chosen, who = step.battles[at], _who(step, form)
    line = chosen.line
    assert line is not None  # every pair is named before anybody plays
    bold, rest = _says(line, names)
    more = {
        "battle": at,
        "battles": [(each.battle, each.battle + 1) for each in step.battles],
        "sides": list(_sides(step, chosen, line, who, form, names)),
        "line": line,
        "at": abs(line.tracker),
        "for": battle_wording.stands(line.tracker, line.houses).removeprefix(f"{abs(line.tracker)} "),
        "track": battle_track(line.tracker, glory(sheet.options), trail=line.positions[:-1], size=TALL),
        "bold": bold,
        "rest": rest,
        "who": "" if who is None else str(who),
        "who_name": "" if who is None else names[who],
        "may_pass": who is not None and who not in step.passed,
        "players": [_player(state, step, seat) for seat in sheet.around],
        "spaces": SPACES,
        "space": form.get("space", "") if form.get("space", "") in ASKED else "",
        "log": _log(line, names)[::-1][:SHOWN],
        "played": len(line.positions) if len(line.positions) > SHOWN else 0,
        "empty": [each.battle for each in step.battles if not each.fixed],
        "pairs": [(each.battle, each.line.houses) for each in step.battles if each.line],
        "is_over": step.out == 0,
        "lines": sum(not each.fixed for each in step.battles) + 1,
        "asks_who_passed": step.out == 0 and not step.passed,
        "main": battle_wording.out(step.out) if step.out else _next(step),
        "undo": _undo(state, form),
    }
    return Screen(TEMPLATE, {**context(state, sheet, step, form), **more})


def _battle(state: MatchState, step: YearStep, form: QueryDict) -> int:
    """The battle that was tapped, else the one played in last, else the first."""
    tapped = form.get("battle", "")
    if tapped in {str(each.battle) for each in step.battles}:
        return int(tapped)
    last = next((read(state.engine, entry) for entry in reversed(state.live) if entry.kind in ("play", "year")), None)
    return last.battle if isinstance(last, Play) else 0


def _who(step: YearStep, form: QueryDict) -> int | None:
    tapped = form.get("who", "")
    return int(tapped) if tapped in {str(seat) for seat in step.left} else step.turn


def _sides(
    step: YearStep, chosen: BattleStep, line: BattleLine, who: int | None, form: QueryDict, names: Sequence[str]
) -> Iterator[Side]:
    opening = Opening((), "nobody") if who is None else chosen.openings[who]
    space = form.get("space", "") if form.get("space", "") in ASKED else None
    for side, house in enumerate(line.houses):
        may = house in opening.sides
        keys = [
            Key(f"{side}:{each.key}", each.label, each.strength, may and fits(each.key, space))
            for each in step.soldiers
        ]
        yield Side(house, "" if may else _reason(opening, who, names), keys)


def _reason(opening: Opening, who: int | None, names: Sequence[str]) -> str:
    if who is None:
        return _("Nobody is left to play.")
    name = names[who]
    return {
        "final": _("The final position is entered already."),
        "battle-closed": _("This battle is over."),
        "passed": _("Not {name}: passed.").format(name=name),
        "no-captains": _("Not {name}: no captain left.").format(name=name),
        "both-sides": f"Not {name}: stands by {' and '.join(opening.sides)} here.",
    }.get(opening.why or "", "")


def _player(state: MatchState, step: YearStep, seat: int) -> Player:
    is_out = seat in step.passed
    left = "passed" if is_out else f"{step.left[seat] or 'none'} left"
    return Player(str(seat), state.names[seat], left, is_out or not step.left[seat])


def _says(line: BattleLine, names: Sequence[str]) -> tuple[str, str]:
    """What the last play did; where the track ended, how much of it was lost."""
    plays = line.contest.plays or ()
    if not plays:
        return (
            (_("The final position is entered."), "")
            if line.contest.recorded
            else (_("Nobody has played here yet."), "")
        )
    play, lost = plays[-1], line.lost[-1]
    what = (
        f"{names[play.seat]}’s {battle_wording.SOLDIERS[play.soldier]}"
        if play.soldier
        else f"{names[play.seat]}’s move"
    )
    force = spaces(play)
    if lost:
        verb = "is" if lost == 1 else "are"
        sentence = f"{what} had {force} to give and {force - lost} to go: {lost} {verb} lost. An answer counts from 15."
        return _("Stopped at 15."), _("This battle is over.") if line.closed else sentence
    if line.closed:
        return "At 15.", _("Sudden death: this battle is over.")
    return f"{force} for {play.house}.", f"{what} moved it."


def _log(line: BattleLine, names: Sequence[str]) -> list[Played]:
    lines, short = [], battle_wording.initials(line.houses)
    for play, at, lost in zip(line.contest.plays or (), line.positions, line.lost, strict=True):
        force = spaces(play)
        what = (
            f"{battle_wording.SOLDIERS[play.soldier].capitalize()} {force}" if play.soldier else counted(force, "space")
        )
        is_left = play.house == line.houses[0]
        side = short[0] if at > 0 else short[1] if at else ""
        lines.append(Played(names[play.seat], what if is_left else "", "" if is_left else what, abs(at), side, lost))
    return lines


def _next(step: YearStep) -> str:
    return f"Year {step.number + 1}" if step.number < step.years else _("The tally")


def _undo(state: MatchState, form: QueryDict) -> str:
    last = form.get("last", "")
    if last in ("who", "battle", "space"):
        return f"Undo: {({'who': 'the other player', 'battle': 'the other battle', 'space': 'the space'})[last]}"
    return f"Undo: {step}" if (step := last_step(state)) else ""
