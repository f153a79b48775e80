"""The series as a screen needs it: the sheet, the names, and which game is looked at."""

from collections.abc import Sequence
from typing import cast

from games.base.names import shortened
from games.base.titles import in_words
from games.entries.match_state import MatchState
from scoring.clash_of_corgis import CorgisLine, CorgisSheet


def sheet_of(state: MatchState) -> CorgisSheet:
    return cast(CorgisSheet, state.sheet)


def short_of(state: MatchState) -> list[str]:
    return shortened(state.names)


def line_of(state: MatchState, number: int) -> CorgisLine | None:
    lines: Sequence[CorgisLine] = sheet_of(state).lines
    return lines[number - 1] if 1 <= number <= len(lines) else None


def first_to(sheet: CorgisSheet) -> str:
    """“First to three.”"""
    return f"First to {in_words(sheet.to_win)}."


def of_games(sheet: CorgisSheet, number: int) -> str:
    """“of 5 games”; a table of three may need more than the series is called after."""
    best = sheet.options.best_of
    if best == 1:
        return "game decides"
    return f"of {best} games" if number <= best else f"best of {best}"


def standing_figures(sheet: CorgisSheet, names: Sequence[str]) -> tuple[str, list[str]]:
    """“2–1” and whose games those are: everybody at a table of two, else whoever has won one."""
    ranked = sorted(sheet.totals, key=lambda seat: -sheet.totals[seat])
    shown = ranked if len(ranked) == 2 else [seat for seat in ranked if sheet.totals[seat]]
    figures = "\N{EN DASH}".join(str(sheet.totals[seat]) for seat in shown)
    return figures or "0", [names[seat] for seat in shown]
