"""The series as a screen needs it: the sheet, the names, and which game is looked at."""

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubs.language.locales import either
from games.base.entry.names import shortened
from games.base.results.titles import in_words
from games.entries.match_state import MatchState
from scoring.clash_of_corgis import CorgisLine, CorgisSheet


def sheet_of(state: MatchState) -> CorgisSheet:
    return state.sheet_as(CorgisSheet)


def short_of(state: MatchState) -> list[str]:
    return shortened(state.names)


def line_of(state: MatchState, number: int) -> CorgisLine | None:
    lines: Sequence[CorgisLine] = sheet_of(state).lines
    return lines[number - 1] if 1 <= number <= len(lines) else None


def first_to(sheet: CorgisSheet) -> str:
    """“First to three.”"""
    return _("First to {wins}.").format(wins=in_words(sheet.to_win))


def first_to_in_line(sheet: CorgisSheet) -> str:
    """“first to three”, behind something else."""
    return _("first to {wins}").format(wins=in_words(sheet.to_win))


def one_more(names: Sequence[str]) -> str:
    """What those who are one game short are told."""
    return _("One more game wins it for {names}.").format(names=either(names))


def of_games(sheet: CorgisSheet, number: int) -> str:
    """“of 5 games”; a table of three may need more than the series is called after."""
    best = sheet.options.best_of
    if best == 1:
        return _("game decides")
    if number <= best:
        return ngettext("of {count} game", "of {count} games", best).format(count=best)
    return _("best of {games}").format(games=best)


def standing_figures(sheet: CorgisSheet, names: Sequence[str]) -> tuple[str, list[str]]:
    """“2–1” and whose games those are: everybody at a table of two, else whoever has won one."""
    ranked = sorted(sheet.totals, key=lambda seat: -sheet.totals[seat])
    shown = ranked if len(ranked) == 2 else [seat for seat in ranked if sheet.totals[seat]]
    figures = "\N{EN DASH}".join(str(sheet.totals[seat]) for seat in shown)
    return figures or "0", [names[seat] for seat in shown]
