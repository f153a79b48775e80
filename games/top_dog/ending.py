"""How a match ended, in a sentence or two."""

from collections.abc import Iterator, Sequence
from typing import cast

from games.base.names import counted, listed, shortened
from games.entries.match_state import MatchState
from games.sheets.text import minus
from scoring.top_dog import TOP_DOG, TopDogSheet


def ending(state: MatchState) -> list[str]:
    """How it came about, for the match page; nothing before the end."""
    sheet, names = cast(TopDogSheet, state.sheet), shortened(state.names)
    return [f"{verdict(sheet, names)}.", *story(sheet, names)] if sheet.finished else []


def verdict(sheet: TopDogSheet, names: Sequence[str]) -> str:
    """`Núria wins, 43 to 42`: the winner's total and the best of the others."""
    first, second = TOP_DOG.ranks(sheet)[:2]
    return f"{listed(names[seat] for seat in first.seats)} wins, {minus(first.points)} to {minus(second.points)}"


def story(sheet: TopDogSheet, names: Sequence[str]) -> list[str]:
    """Who was there first and did not win, and how often the end was put off."""
    return [*_overtaken(sheet, names), *_level(sheet, names)]


def _overtaken(sheet: TopDogSheet, names: Sequence[str]) -> Iterator[str]:
    """Somebody had the points and had to wait for the others to arrange (TD-18), or was level (HR-TD-01)."""
    target = sheet.options.target
    for seat in sheet.around:
        reached = [line.number for line in sheet.lines if line.totals[seat] >= target > line.before[seat]]
        waited = len(sheet.lines) - reached[0] if reached else 0
        if waited and seat not in sheet.winners:
            rounds = counted(waited, "round")
            yield f"{names[seat]} crossed {target} in round {reached[0]} and sat there for {rounds}, wagging."


def _level(sheet: TopDogSheet, names: Sequence[str]) -> Iterator[str]:
    """Rounds after which the highest were level, so that all played on (HR-TD-01)."""
    for line in sheet.lines[:-1]:
        top = line.totals[line.leaders[0]]
        if line.cycle_end and top >= sheet.options.target and len(line.leaders) > 1:
            who = listed(names[seat] for seat in line.leaders)
            yield f"After round {line.number} {who} were level with {minus(top)}, so they played on."
