"""Tables written by a job, with progress, and stored as a file: every hand of the club, which takes too long for a
request, and any table requested through the API.
"""

import tempfile
from collections.abc import Callable
from io import TextIOWrapper
from typing import IO

from django.http import Http404, QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubs.models import Club
from dogclub.exports.contents import matches
from dogclub.exports.contents.tables import OF_CLUB, table_of
from dogclub.exports.grids.grid import MOST_ROWS, Grid, TooLong
from dogclub.exports.grids.responses import name_of
from dogclub.exports.grids.writing import CONTENT, csv_pieces, write_xlsx
from dogclub.jobs import Impossible, Kind, Urgency, Work
from games.models import Tally

HANDS = "hands"
NOTHING = gettext_lazy("There are no entries yet. The first match fills the file.")
FEW = 25  # most matches that are written within a request


def asked_season(club: Club, text: str) -> int | None:
    """Return the key of the season in a query string; None for all seasons and for invalid text."""
    known = club.seasons.filter(pk=int(text)) if text.isdecimal() and len(text) < 10 else club.seasons.none()
    return known.values_list("pk", flat=True).first()


def run(work: Work) -> None:
    """Write the requested table and store it as the job's file."""
    club, form = work.job.club, str(work.asked.get("form"))
    assert club
    grid, many = _grid(club, str(work.asked.get("table", HANDS)), work.asked.get("season"))
    work.begin([(_("Rows written"), 1)])
    with tempfile.TemporaryFile() as file:
        _write(grid, form, file, lambda done: _row_written(work, done, many))
        file.seek(0)
        work.keep(file, name_of(grid, form, club.slug), CONTENT[form])
    work.step_done(f"{many}" if many else "")
    work.result["rows"] = many


def _row_written(work: Work, done: int, many: int) -> None:
    work.move(min(done, many), many, now=_("row {number}").format(number=done))


def _grid(club: Club, table: str, season: int | None) -> tuple[Grid, int]:
    """Return the grid, and its number of rows if it is long enough to show progress, else 0. Raise Impossible."""
    if table == HANDS:
        rows = matches.of_season(club, season)
        return matches.hands(rows), Tally.objects.filter(match__in=rows.order_by()).count()
    try:
        return table_of(OF_CLUB, table).grid(club, QueryDict(f"season={season or 'all'}")), 0
    except Http404:
        raise Impossible(str(NOTHING)) from None


def _write(grid: Grid, form: str, file: IO[bytes], seen: Callable[[int], None]) -> None:
    """Write the grid as "xlsx" or CSV; `seen` is called with the number of rows so far. Raise Impossible if Excel
    cannot have so many rows.
    """
    if form == "xlsx":
        try:
            write_xlsx(grid, file, seen)
        except TooLong:
            words = _("An Excel sheet ends at {rows} rows. Download it as CSV, or season by season.")
            raise Impossible(words.format(rows=MOST_ROWS)) from None
        return
    text = TextIOWrapper(file, "utf-8", newline="", write_through=True)
    for piece in csv_pieces(grid, seen=seen):
        text.write(piece)
    text.detach()


TABLE = Kind(
    "table",
    gettext_lazy("A table as a file"),
    run,
    waits=gettext_lazy("The file is kept here for a month."),
    urgency=Urgency.AWAITED,
)
