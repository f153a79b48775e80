"""How a match ended, in a sentence or two."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubs.language.locales import minus
from games.base.names import listed, shortened
from games.entries.match_state import MatchState
from scoring.top_dog import TOP_DOG, TopDogSheet


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
