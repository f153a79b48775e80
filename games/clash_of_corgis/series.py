"""Helpers shared by the screens of a series: the typed sheet, the names, the length in words."""

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
    """The finished game of this number (from 1); None where there is none."""
    lines: Sequence[CorgisLine] = sheet_of(state).lines
    return lines[number - 1] if 1 <= number <= len(lines) else None


def first_to(sheet: CorgisSheet) -> str:
    """Return how many games win the series, as a sentence: “First to three.”"""
    return _("First to {wins}.").format(wins=in_words(sheet.to_win))


def first_to_in_line(sheet: CorgisSheet) -> str:
    """Return how many games win the series, inside a sentence: “first to three”."""
    return _("first to {wins}").format(wins=in_words(sheet.to_win))


def one_more(names: Sequence[str]) -> str:
    """Return that one more game wins the series for these players."""
    return _("One more game wins it for {names}.").format(names=either(names))


def of_games(sheet: CorgisSheet, number: int) -> str:
    """Return the text after a game’s number: “of 5 games”; “best of 5” for a game beyond that, which a table of three
    or four may need.
    """
    best = sheet.options.best_of
    if best == 1:
        return _("game decides")
    if number <= best:
        return ngettext("of {count} game", "of {count} games", best).format(count=best)
    return _("best of {games}").format(games=best)


def standing_figures(sheet: CorgisSheet, names: Sequence[str]) -> tuple[str, list[str]]:
    """Return the games won (“2–1”) and the names in the same order: both players at a table of two, else all who have
    won a game.
    """
    ranked = sorted(sheet.totals, key=lambda seat: -sheet.totals[seat])
    shown = ranked if len(ranked) == 2 else [seat for seat in ranked if sheet.totals[seat]]
    figures = "\N{EN DASH}".join(str(sheet.totals[seat]) for seat in shown)
    return figures or "0", [names[seat] for seat in shown]
