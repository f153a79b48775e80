"""The screen for a battle by plays: the next player is chosen in advance, so that a play is one tap (DW-19, DW-26,
DW-27).
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext_lazy

from games.base.display import Screen
from games.base.form_parsing import undo_label
from games.base.names import listed, shortened
from games.dogs_of_war import wording
from games.dogs_of_war.open_year import context, sheet_of
from games.dogs_of_war.result import TALL, battle_track
from games.dogs_of_war.wording import last_step
from games.entries.match_state import MatchState, read
from scoring.dogs_of_war.battle import ASKED, BattleLine, fits, glory, spaces
from scoring.dogs_of_war.entries import Move, Play
from scoring.dogs_of_war.step import BattleStep, Opening, YearStep

TEMPLATE = "games/dogs_of_war/plays.html"
SHOWN = 6
SPACES = (
    ("", pgettext_lazy("any soldier", "any")),
    ("arquebuser", gettext_lazy("arquebuser or stronger")),
    ("knight", gettext_lazy("knight or stronger")),
)


@dataclass(frozen=True)
class Key:
    """The key of a soldier on one side; it keeps its position where the soldier cannot be played."""

    value: str
    label: str
    strength: int
    is_open: bool


@dataclass(frozen=True)
class Side:
    """One side of the battle: its house, why the player cannot play there ("" where they can), and the keys."""

    house: str
    reason: str
    keys: Sequence[Key]


@dataclass(frozen=True)
class Player:
    """The key of one player: the seat, and how many captains are left."""

    seat: str
    name: str
    left: str
    is_out: bool


@dataclass(frozen=True)
class Played:
    """One line of the log: who played what on which side, the tracker’s position after it, and how many spaces were
    lost at the end of the track.
    """

    name: str
    left: str
    right: str
    at: int
    side: str
    lost: int


def is_shown(state: MatchState, form: QueryDict) -> bool:
    """Whether to show the plays: as the query asks, else where the open year has plays."""
    if "mode" in form:
        return form["mode"] == "plays"
    now = sheet_of(state).open
    return now is not None and any(contest.plays for contest in now.battles)


def screen(state: MatchState, step: YearStep, form: QueryDict) -> Screen:
    """Return the screen for the plays of one battle."""
    sheet, names = sheet_of(state), shortened(state.names)
    at = _battle(state, step, form)
    chosen, who = step.battles[at], _who(step, form)
    line = chosen.line
    assert line is not None  # every pair is named before anybody plays
    bold, rest = _last_play_text(line, names)
    more = {
        "battle": at,
        "battles": [(each.battle, each.battle + 1) for each in step.battles],
        "sides": list(_sides(step, chosen, line, who, form, names)),
        "line": line,
        "at": abs(line.tracker),
        "for": wording.tracker_text(line.tracker, line.houses).removeprefix(f"{abs(line.tracker)} "),
        "track": battle_track(line.tracker, glory(sheet.options), trail=line.positions[:-1], size=TALL),
        "bold": bold,
        "rest": rest,
        "who": "" if who is None else str(who),
        "who_name": "" if who is None else names[who],
        "may_pass": who is not None and who not in step.passed,
        "players": [_player(state, step, seat) for seat in sheet.active_seats],
        "spaces": SPACES,
        "space": form.get("space", "") if form.get("space", "") in ASKED else "",
        "log": _log(line, names)[::-1][:SHOWN],
        "played": len(line.positions) if len(line.positions) > SHOWN else 0,
        "empty": [each.battle for each in step.battles if not each.fixed],
        "pairs": [(each.battle, each.line.houses) for each in step.battles if each.line],
        "is_over": step.captains_left_total == 0,
        "lines": sum(not each.fixed for each in step.battles) + 1,
        "asks_who_passed": step.captains_left_total == 0 and not step.passed,
        "main": wording.captains_out(step.captains_left_total) if step.captains_left_total else _next(step),
        "undo": _undo(state, form),
    }
    return Screen(TEMPLATE, {**context(state, sheet, step, form), **more})


def _battle(state: MatchState, step: YearStep, form: QueryDict) -> int:
    """Return the battle that was tapped, else the one of the last play, else the first."""
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
        "both-sides": _("Not {name}: stands by {houses} here.").format(name=name, houses=listed(opening.sides)),
    }.get(opening.why or "", "")


def _player(state: MatchState, step: YearStep, seat: int) -> Player:
    is_out = seat in step.passed
    captains = step.left[seat]
    left = _("passed") if is_out else _("{captains} left").format(captains=captains) if captains else _("none left")
    return Player(str(seat), state.names[seat], left, is_out or not step.left[seat])


def _last_play_text(line: BattleLine, names: Sequence[str]) -> tuple[str, str]:
    """Return the effect of the last play: where the tracker ended, and how much of the move was lost."""
    plays = line.contest.plays or ()
    if not plays:
        return (
            (_("The final position is entered."), "")
            if line.contest.recorded
            else (_("Nobody has played here yet."), "")
        )
    play, lost = plays[-1], line.lost[-1]
    what, force = _play_of_player(play, names), spaces(play)
    if lost:
        words = ngettext(
            "{what} had {force} to give and {rest} to go: {count} is lost. An answer counts from 15.",
            "{what} had {force} to give and {rest} to go: {count} are lost. An answer counts from 15.",
            lost,
        )
        sentence = words.format(what=what, force=force, rest=force - lost, count=lost)
        return _("Stopped at 15."), _("This battle is over.") if line.closed else sentence
    if line.closed:
        return _("At 15."), _("Sudden death: this battle is over.")
    moved = _("{what} moved it.").format(what=what)
    return _("{spaces} for {house}.").format(spaces=force, house=play.house), moved


def _play_of_player(play: Play | Move, names: Sequence[str]) -> str:
    """Return the play at the start of a sentence: `Łukasz’s knight`."""
    phrases = {
        "footman": _("{player}’s footman"),
        "arquebuser": _("{player}’s arquebuser"),
        "knight": _("{player}’s knight"),
        "war_machine": _("{player}’s war machine"),
    }
    return phrases.get(play.soldier or "", _("{player}’s move")).format(player=names[play.seat])


def _log(line: BattleLine, names: Sequence[str]) -> list[Played]:
    lines, short = [], wording.initials(line.houses)
    for play, at, lost in zip(line.contest.plays or (), line.positions, line.lost, strict=True):
        force = spaces(play)
        what = _what(play, force)
        is_left = play.house == line.houses[0]
        side = short[0] if at > 0 else short[1] if at else ""
        lines.append(Played(names[play.seat], what if is_left else "", "" if is_left else what, abs(at), side, lost))
    return lines


def _what(play: Play | Move, force: int) -> str:
    """Return the play in the log: `Knight 3`, `1 space`."""
    phrases = {
        "footman": _("Footman {spaces}"),
        "arquebuser": _("Arquebuser {spaces}"),
        "knight": _("Knight {spaces}"),
        "war_machine": _("War machine {spaces}"),
    }
    spaces_alone = ngettext("{count} space", "{count} spaces", force).format(count=force)
    return phrases[play.soldier].format(spaces=force) if play.soldier else spaces_alone


def _next(step: YearStep) -> str:
    return _("Year {number}").format(number=step.number + 1) if step.number < step.years else _("The tally")


def _undo(state: MatchState, form: QueryDict) -> str:
    last = form.get("last", "")
    if last in ("who", "battle", "space"):
        undo = _("Undo: the other player"), _("Undo: the other battle"), _("Undo: the space")
        return undo[("who", "battle", "space").index(last)]
    return undo_label(last_step(state))
