"""Files that a job writes: big tables, plays for BG Stats, and the records of a night or season."""

import json
import tempfile
from collections.abc import Callable, Iterator
from io import TextIOWrapper
from typing import IO

from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, QueryDict, StreamingHttpResponse
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe

from clubs.access import Access, club_view
from clubs.models import Club
from dogclub.exchange.exports.contents import matches
from dogclub.exchange.exports.contents.tables import OF_CLUB, table_of
from dogclub.exchange.exports.grids.grid import MOST_ROWS, Grid, TooLong
from dogclub.exchange.exports.grids.writing import CONTENT, csv_pieces, language_of_file, name_of, write_xlsx
from dogclub.jobs import Impossible, Kind, Urgency, Work
from games.access import MatchAccess, match_view
from games.entries.match_state import load_many, open_record, seats_at
from games.match import bg_stats
from games.models import Match, Tally
from leagues.statistics.player import season_of

# Tables written by a job, with progress, and stored as a file: every hand of the club, which takes too long for a
# request, and any table requested through the API.


HANDS = "hands"
NOTHING = gettext_lazy("There are no entries yet. The first match fills the file.")
FEW_MATCHES = 25  # most matches that are written within a request


def asked_season(club: Club, text: str) -> int | None:
    """Return the key of the season in a query string; None for all seasons. Raises Http404 for one that the club does
    not have.
    """
    season = season_of(club, text)
    return season.pk if season else None


def run(work: Work) -> None:
    """Write the requested table and store it as the job's file."""
    club, form = work.job.club, str(work.asked.get("form"))
    assert club
    with language_of_file(form):
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


# Files for other programs: plays for BG Stats, and the records of a night or season.


@require_safe
@match_view("watch")
def play_file(request: HttpRequest, match: Match, access: MatchAccess) -> HttpResponseBase:
    """One match for BG Stats; 404 before it is finished."""
    if match.finished_at is None:
        raise Http404
    return _plays(bg_stats.play_file([(match, seats_at(match))]), matches.file_stem(match))


@require_safe
@club_view(readers=True)
def plays_file(request: HttpRequest, club: Club, access: Access) -> HttpResponseBase:
    """The finished matches of a night, a season or the club, for BG Stats."""
    rows, about = _matches_and_title(request, club)
    done = matches.with_seats(rows.filter(finished_at__isnull=False))
    plays = [(match, seats) for match, seats in done]
    for match, _seats in plays:
        match.club = club
    return _plays(bg_stats.play_file(plays), about)


def _plays(content: bg_stats.Json, about: str) -> HttpResponse:
    response = HttpResponse(json.dumps(content, ensure_ascii=False), content_type=bg_stats.CONTENT)
    response["Content-Disposition"] = f'attachment; filename="{slugify(about)}.bgsplay"'
    return response


@require_safe
@club_view(readers=True)
def records_file(request: HttpRequest, club: Club, access: Access) -> HttpResponseBase:
    """The records of a night, a season or the club, one a line, without what spectators may not see yet."""
    rows, about = _matches_and_title(request, club)
    response = StreamingHttpResponse(_records(rows), content_type="application/jsonl; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{slugify(about)}-records.jsonl"'
    return response


def _records(rows: QuerySet[Match]) -> Iterator[str]:
    for piece in matches.pieces(rows):
        for state in load_many(piece):
            yield json.dumps(open_record(state), ensure_ascii=False, separators=(",", ":")) + "\n"


def _matches_and_title(request: HttpRequest, club: Club) -> tuple[QuerySet[Match], str]:
    """Return the matches of the query, oldest first, and a title for the file name. Raise Http404 for an unknown
    night.
    """
    season = asked_season(club, request.GET.get("season", ""))
    rows, night = matches.of_season(club, season), request.GET.get("night", "")
    if not night:
        return rows, f"{club.slug} {timezone.localdate()}"
    one = club.nights.filter(pk=int(night)).first() if night.isdecimal() and len(night) < 10 else None
    if one is None:
        raise Http404
    return rows.filter(night=one), f"{club.slug} {timezone.localtime(one.starts_at):%Y-%m-%d}"
