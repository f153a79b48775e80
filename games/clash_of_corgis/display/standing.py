"""Where a series stands, in a few words for lists and in a sentence or two for the head of its sheet."""

from games.base.names import counted
from games.base.titles import in_words
from games.clash_of_corgis.series import first_to, sheet_of, short_of
from games.entries.match_state import MatchState
from scoring.clash_of_corgis import CorgisSheet


def length(book: MatchState) -> int:
    """At a table of three or four a series may take more games than it is called after."""
    sheet = sheet_of(book)
    return len(sheet.lines) if sheet.finished else max(sheet.options.best_of, sheet.number)


def state(book: MatchState) -> str:
    """`game 4 of 5`, `game 6, best of 5`, `over after 4 games`."""
    sheet, best = sheet_of(book), sheet_of(book).options.best_of
    if not book.match.is_open:
        return f"over after {counted(len(sheet.lines), 'game')}"
    return f"game {sheet.number} of {best}" if sheet.number <= best else f"game {sheet.number}, best of {best}"


def standing(book: MatchState) -> str:
    sheet, names = sheet_of(book), short_of(book)
    played = f"{_series(sheet)} {counted(len(sheet.lines), 'game')} played"
    if book.match.abandoned_at:
        return f"{played}, then the cards were put away: no result."
    if sheet.finished:
        return f"{played}."
    starts = "draw who starts" if sheet.starter is None else f"{names[sheet.starter]} starts"
    return f"{played}; {starts} game {sheet.number}."


def _series(sheet: CorgisSheet) -> str:
    best = sheet.options.best_of
    return "One game decides." if best == 1 else f"Best of {in_words(best)}. {first_to(sheet)}"
