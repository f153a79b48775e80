"""Top Dog for people who only watch: the sheet, the state of the match, how it ended, the wall board."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from clubs.language.locales import comma_separated, minus
from games.base.display import Chances, Display, Finish, Screen, behind, margin
from games.base.names import listed, shortened
from games.base.wording import over_unplayed
from games.entries.match_state import MatchState
from games.top_dog import sheet
from games.top_dog.sheet import call_outs
from games.top_dog.wording import variation, why_play_continues
from scoring.top_dog import TOP_DOG, TopDogSheet, next_step

# How a match ended, in a sentence or two.


def ending(state: MatchState) -> list[str]:
    """Return the result and how it came about, for the match page; [] before the end."""
    sheet, names = state.sheet_as(TopDogSheet), shortened(state.names)
    if not sheet.finished:
        return []
    first, second = _ends(sheet)
    said = _("{names} wins, {points} to {second}.").format(names=_first(sheet, names), points=first, second=second)
    return [said, *notes_on_ending(sheet, names)]


def verdict(sheet: TopDogSheet, names: Sequence[str]) -> str:
    """Return the winner’s total and the best of the others: `Núria wins, 43 to 42`."""
    first, second = _ends(sheet)
    return _("{names} wins, {points} to {second}").format(names=_first(sheet, names), points=first, second=second)


def _ends(sheet: TopDogSheet) -> tuple[str, str]:
    """The totals of the first two places."""
    first, second = TOP_DOG.ranks(sheet)[:2]
    return minus(first.points), minus(second.points)


def _first(sheet: TopDogSheet, names: Sequence[str]) -> str:
    return listed(names[seat] for seat in TOP_DOG.ranks(sheet)[0].seats)


def notes_on_ending(sheet: TopDogSheet, names: Sequence[str]) -> list[str]:
    """Return sentences on who reached the target first and did not win, and after which rounds a tie prolonged the
    match.
    """
    return [*_overtaken(sheet, names), *_level(sheet, names)]


def _overtaken(sheet: TopDogSheet, names: Sequence[str]) -> Iterator[str]:
    """Yield a sentence for each player who reached the target but had to wait until all had arranged (TD-18) or a tie
    was over (HR-TD-01), and did not win.
    """
    target = sheet.options.target
    for seat in sheet.active_seats:
        reached = [line.number for line in sheet.lines if line.totals[seat] >= target > line.before[seat]]
        waited = len(sheet.lines) - reached[0] if reached else 0
        if waited and seat not in sheet.winners:
            yield ngettext(
                "{player} crossed {target} in round {number} and sat there for {count} round, wagging.",
                "{player} crossed {target} in round {number} and sat there for {count} rounds, wagging.",
                waited,
            ).format(player=names[seat], target=target, number=reached[0], count=waited)


def _level(sheet: TopDogSheet, names: Sequence[str]) -> Iterator[str]:
    """Yield a sentence for each round after which the match went on because the highest totals were tied (HR-TD-01)."""
    for line in sheet.lines[:-1]:
        top = line.totals[line.leaders[0]]
        if line.cycle_end and top >= sheet.options.target and len(line.leaders) > 1:
            who = listed(names[seat] for seat in line.leaders)
            yield _("After round {number} {names} were level with {points}, so they played on.").format(
                number=line.number, names=who, points=minus(top)
            )


# Progress towards the target as a drawing: a bar under each name, the target at the same position in every row.


LONGER = 9 / 7  # the scale’s length by the target, to leave space beyond it


@dataclass(frozen=True)
class ProgressBar:
    """A player’s bar, in percent of the drawing: `fill` is the total before this round, `width` this round, `line` the
    position of the target.
    """

    fill: str
    width: str
    line: str
    target: int


def progress_bar(target: int, before: int, total: int, totals: Collection[int]) -> ProgressBar:
    """Return one player’s bar. `totals` are those of all players: the scale is extended for all where one of them
    exceeds it.

    >>> progress_bar(35, 31, 33, [33, 40])
    ProgressBar(fill='68.89%', width='4.44%', line='77.78%', target=35)
    """
    whole = max(target * LONGER, *totals, 1)
    low, high = (_percent(value, whole) for value in sorted((before, total)))
    return ProgressBar(f"{low:.2f}%", f"{high - low:.2f}%", f"{_percent(target, whole):.2f}%", target)


def _percent(value: int, whole: float) -> float:
    return min(max(100 * value / whole, 0.0), 100.0)


# The state of a match: in a few words for lists, in a sentence or two for the head of its sheet.


def length(state: MatchState) -> int:
    """The number of the first round in which the match can end; of the last one once it is over."""
    sheet = state.sheet_as(TopDogSheet)
    step = next_step(sheet)
    return step.earliest_end if step else len(sheet.lines)


def goal(state: MatchState) -> int:
    """The target, in points."""
    return state.sheet_as(TopDogSheet).options.target


def state_in_words(state: MatchState) -> str:
    """Return the state in a few words: `round 5`, `round 11 of 12`, `over after 12 rounds`."""
    sheet = state.sheet_as(TopDogSheet)
    step = next_step(sheet)
    if step is None or state.match.abandoned_at:
        rounds = state.match.rounds
        words = ngettext("over after {count} round", "over after {count} rounds", rounds)
        return words.format(count=rounds) if rounds else over_unplayed()
    if step.at_target and step.arranger is not None:
        return _("round {number} of {rounds}").format(number=step.number, rounds=step.cycle_end)
    return _("round {number}").format(number=step.number)


def standing(state: MatchState) -> str:
    """Return how many rounds are played, what comes next and who leads, or how the match ended."""
    sheet, names = state.sheet_as(TopDogSheet), shortened(state.names)
    rounds = len(sheet.lines)
    played = _("no round played")
    if rounds:
        played = ngettext("{count} round played", "{count} rounds played", rounds).format(count=rounds)
    played = comma_separated([variation(sheet), played])
    step = next_step(sheet)
    if state.match.abandoned_at:
        return _("{rounds}, then ended without a result.").format(rounds=played)
    if step is None:
        return _("{rounds}.").format(rounds=played)
    upcoming = _("{rounds}; to {target} at the end of a round. Round {number} is next.")
    if step.arranger is not None:
        upcoming = _("{rounds}; to {target} at the end of a round. Round {number} is next: {player} arranges.")
    arranger = "" if step.arranger is None else names[step.arranger]
    sentence = upcoming.format(rounds=played, target=step.target, number=step.number, player=arranger)
    return " ".join(filter(None, [sentence, why_play_continues(step, names) or _leads(sheet, names)]))


def _leads(sheet: TopDogSheet, names: list[str]) -> str:
    if not sheet.lines:
        return ""
    line = sheet.lines[-1]
    total = minus(line.totals[line.leaders[0]])
    who = listed(names[seat] for seat in line.leaders)
    words = ngettext("{names} leads with {points}.", "{names} are level with {points}.", len(line.leaders))
    return words.format(names=who, points=total)


def chances(state: MatchState) -> Chances | None:
    """Return only the line for the wall board, how far the match runs: there is no forecast, because until the end
    enough hands are left for everybody. None where there is no such line.
    """
    step = next_step(state.sheet_as(TopDogSheet)) if state.match.is_open else None
    news = why_play_continues(step, shortened(state.names)) if step else ""
    return Chances("", [], news) if news else None


# The wall board: each player’s bar towards the target, the current round, and who has reached the target.


PLACES = (gettext_lazy("first"), gettext_lazy("second"), gettext_lazy("third"), gettext_lazy("fourth"))
CALLS = 2
LONG_NAME = 22  # letters


@dataclass(frozen=True)
class WallRow:
    """One player’s line of the board; `last` are the points of the latest round."""

    name: str
    sub: str
    last: int | None
    total: int
    mark: str
    progress: ProgressBar

    @property
    def is_long(self) -> bool:
        return len(self.name) > LONG_NAME


def wall(state: MatchState) -> Screen:
    """Return the screen of the wall board."""
    sheet, names = state.sheet_as(TopDogSheet), shortened(state.names)
    calls = call_outs(state) if sheet.lines else []
    context = {
        "css": "wall-top",
        "rows": [_wall_row(sheet, state.names[seat], seat) for seat in sheet.active_seats],
        "line": sheet.lines[-1] if sheet.lines else None,
        "calls": [call for call in calls if call.at == str(len(sheet.lines))][:CALLS],
        **_now(sheet, names),
    }
    return Screen("games/top_dog/wall.html", context)


def _now(sheet: TopDogSheet, names: list[str]) -> dict[str, Any]:
    step = next_step(sheet)
    if step is None:
        return {"now": None, "verdict": verdict(sheet, names), "notes": notes_on_ending(sheet, names)}
    return {
        "now": step,
        "arranger": "" if step.arranger is None else names[step.arranger],
        "variation": variation(sheet),
        "is_last": bool(step.at_target) and step.arranger is not None,
        "ways": [
            (names[seat], _("{points} to go").format(points=left) if left else _("there"))
            for seat, left in step.to_go.items()
        ],
    }


def _wall_row(sheet: TopDogSheet, name: str, seat: int) -> WallRow:
    line = sheet.lines[-1] if sheet.lines else None
    place = next(rank.place for rank in TOP_DOG.ranks(sheet) if seat in rank.seats)
    words = [str(PLACES[place - 1])] if line else []
    words += [_("arranges")] if not sheet.finished and seat == sheet.arranger else []
    total = sheet.totals[seat]
    before = line.before[seat] if line else 0
    drawn = progress_bar(sheet.options.target, before, total, sheet.totals.values())
    mark = "top" if line and seat in line.leaders else ""
    return WallRow(name, comma_separated(words), line.points[seat] if line else None, total, mark, drawn)


class TopDogDisplay(Display):
    passing = ("in-the-box",)

    length = staticmethod(length)
    state = staticmethod(state_in_words)

    def waits(self, state: MatchState) -> str:
        return _("Waits for the hands won")

    standing = staticmethod(standing)
    callouts = staticmethod(sheet.call_outs)
    closing_callouts = staticmethod(sheet.closing_call_outs)
    sheet = staticmethod(sheet.sheet)
    wall = staticmethod(wall)
    chances = staticmethod(chances)
    ending = staticmethod(ending)
    goal = staticmethod(goal)


DISPLAY = TopDogDisplay()


# The result in words for the finish page, and the last rounds.


LAST = 3


@dataclass(frozen=True)
class Round:
    """One of the last rounds: its number, a note on what is unusual about it, and (points, total) per player in the
    order of the final places.
    """

    number: int
    note: str
    cells: list[tuple[int, int]]


def finish(state: MatchState) -> Finish:
    """Return the words of the finish page: margin, reasons for the result, a reason per seat; with a table of the last
    rounds.
    """
    sheet, names = state.sheet_as(TopDogSheet), shortened(state.names)
    far, target = behind(state), sheet.options.target
    reasons = {seat: f"{words} {_short(target - sheet.totals[seat], target)}".strip() for seat, words in far.items()}
    order = [seat for rank in state.engine.ranks(sheet) for seat in rank.seats]
    rounds = [
        Round(
            line.number,
            _("last hand tied") if line.last_hand_tied else "",
            [(line.points[seat], line.totals[seat]) for seat in order],
        )
        for line in sheet.lines[-LAST:]
    ]
    context = {"rounds": rounds, "columns": [names[seat] for seat in order]}
    return Finish(margin(state), notes_on_ending(sheet, names), reasons, Screen("games/top_dog/finish.html", context))


def _short(points: int, target: int) -> str:
    if points <= 0:
        return _("Past {target}, too.").format(target=target)
    return _("{points} short of {target}.").format(points=points, target=target)
