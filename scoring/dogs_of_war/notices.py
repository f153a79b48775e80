"""What is legal but unusual in the Dogs of War, in sentences."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from scoring.base import Notice
from scoring.dogs_of_war.supply import DOG_CAPTAINS, tokens

if TYPE_CHECKING:
    from scoring.dogs_of_war.line import YearLine
    from scoring.dogs_of_war.sheet import DogsOfWarSheet


def of(sheet: DogsOfWarSheet) -> tuple[Notice, ...]:
    """All warnings of a sheet as it stands; none about tallies that are still secret."""
    found = [notice for line in sheet.years for notice in _captains(line)]
    if sheet.complete:
        found += [*_supply(sheet), *_tokens(sheet), *_adjusted(sheet)]
    return tuple(found)


def _captains(line: YearLine) -> Iterator[Notice]:
    """A dog of war has six captains in all (DW-14)."""
    for seat in line.points:
        placed = sum(battle.placed(seat) for battle in line.battles)
        if placed > DOG_CAPTAINS:
            message = (
                f"{{{seat}}} placed {placed} captains in year {line.number}; a dog of war has only {DOG_CAPTAINS}."
            )
            yield Notice("captains", message, round=line.number)


def _supply(sheet: DogsOfWarSheet) -> Iterator[Notice]:
    """All influence tokens of a house together are no more than there are (DW-52, HR-DW-06)."""
    most = tokens(sheet.seats)
    for house in sheet.houses:
        held = sum(tally.influence.get(house, 0) for tally in sheet.tallies.values())
        if held > most:
            message = (
                f"The tallies hold {held} influence tokens of {house}; with {sheet.seats} players there are {most}."
            )
            yield Notice("supply", message)


def _tokens(sheet: DogsOfWarSheet) -> Iterator[Notice]:
    """VP won in battles are tokens behind the screen, so nobody should count fewer."""
    for seat in sheet.around:
        won = sum(line.points[seat] for line in sheet.years)
        if sheet.tallies[seat].vp < won:
            message = f"{{{seat}}} counts {sheet.tallies[seat].vp} VP in tokens, but won {won} in battles."
            yield Notice("vp-tokens", message)


def _adjusted(sheet: DogsOfWarSheet) -> Iterator[Notice]:
    """An adjustment should say why (HR-DW-09)."""
    for seat, tally in sheet.tallies.items():
        if tally.adjust and not tally.adjust_note.strip():
            yield Notice("adjust-note", f"{{{seat}}}’s adjustment has no note that says why.")
