"""The score sheet as on paper: a row per round, in each cell hands won and total, a heavy rule after each cycle."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from games.base.display import Screen
from games.entries.match_state import MatchState
from games.top_dog.display import cells
from scoring.top_dog import TopDogLine, TopDogSheet


@dataclass(frozen=True)
class Row:
    """One row of the sheet; `word` is shown beside the number of the round, `cells` is finished HTML."""

    head: str
    word: str
    cells: SafeString
    css: str = ""


def sheet(state: MatchState) -> Screen:
    """Return the screen of the score sheet."""
    top_dog_sheet = state.sheet_as(TopDogSheet)
    context = {
        "columns": state.names[: top_dog_sheet.seats],
        "rows": list(_rows(top_dog_sheet, state)),
        "has_dummy": top_dog_sheet.options.dummy,
        "is_replaced": top_dog_sheet.options.dummy_scoring == "replace",
        "is_arranged": top_dog_sheet.arranger is not None,
        "has_suits": any(line.suits for line in top_dog_sheet.lines),
        "has_ties": any(line.last_hand_tied for line in top_dog_sheet.lines),
        "has_notes": [line for line in top_dog_sheet.lines if line.note],
        "counted": top_dog_sheet.hands - 1,
    }
    return Screen("games/top_dog/sheet.html", context)


def _rows(sheet: TopDogSheet, state: MatchState) -> Iterator[Row]:
    base = state.match.get_absolute_url()
    for line in sheet.lines:
        row = cells.of_line(line, f"{base}cell/{line.number}/")
        yield Row(str(line.number), _word(line), row, "cycle" if line.cycle_end and line.arranger is not None else "")
    if not sheet.finished and state.match.is_open:
        row = cells.of_unscored(sheet.active_seats, sheet.arranger, dummy=sheet.options.dummy)
        yield Row(str(sheet.number), "", row, "is-now")


def _word(line: TopDogLine) -> str:
    if line.note:
        return _("short")
    return _("tied") if line.last_hand_tied else ""
