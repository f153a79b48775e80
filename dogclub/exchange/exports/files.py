"""The tables that can be exported, and files that a job writes: big tables, plays for BG Stats, and the records of a
night or season.
"""

import json
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from io import TextIOWrapper
from typing import IO, Generic, TypeVar

from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, QueryDict, StreamingHttpResponse
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy
from django.views.decorators.http import require_safe

from clubs.access import Access, club_view
from clubs.models import Club, Night, Player
from dogclub.exchange.exports import league_tables as league
from dogclub.exchange.exports import match_tables as matches
from dogclub.exchange.exports import player_tables as player
from dogclub.exchange.exports.layout import MOST_ROWS, Grid, TooLong
from dogclub.exchange.exports.writing import CONTENT, csv_pieces, language_of_file, name_of, write_xlsx
from dogclub.jobs import Impossible, Kind, Urgency, Work
from games.access import MatchAccess, match_view
from games.entries.match_state import MatchState, load_many, open_record, seats_at
from games.match import bg_stats
from games.models import Match, Tally
from leagues.models import Trophy
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


# The lists of all tables that can be exported, by what they are about.

T = TypeVar("T")


@dataclass(frozen=True)
class Table(Generic[T]):
    """An exported table. `page` is the route of the page that shows it, `about` describes it. `grid` may raise
    Http404.
    """

    key: str
    title: str | Promise
    about: str | Promise
    page: str
    grid: Callable[[T, QueryDict], Grid]


OF_CLUB: Sequence[Table[Club]] = (
    Table(
        "matches",
        gettext_lazy("Matches"),
        gettext_lazy("one row a match: when, what, who won, who was at the bottom"),
        "matches",
        matches.matches,
    ),
    Table(
        "results",
        gettext_lazy("Results"),
        gettext_lazy("one row a player in a match: total and place"),
        "matches",
        matches.results,
    ),
    Table(
        "standings", gettext_lazy("Standings"), gettext_lazy("the newest season’s table"), "standings", league.standings
    ),
    Table(
        "ratings",
        gettext_lazy("Ratings"),
        gettext_lazy("the estimated strength of every player"),
        "ratings",
        league.ratings,
    ),
    Table("fame", gettext_lazy("Hall of fame"), gettext_lazy("who won most"), "club-records", league.fame),
    Table(
        "records",
        gettext_lazy("Records"),
        gettext_lazy("every number worth arguing about"),
        "club-records",
        league.records,
    ),
    Table(
        "called",
        gettext_lazy("Called out"),
        gettext_lazy("what was called out how often, and by whom most"),
        "club-records",
        league.called,
    ),
    Table(
        "trophies", gettext_lazy("Trophies"), gettext_lazy("who holds what, since when"), "trophies", league.trophies
    ),
    Table("players", gettext_lazy("Players"), gettext_lazy("everybody in the club"), "players", league.players),
    Table(
        "nights",
        gettext_lazy("Nights"),
        gettext_lazy("past and coming nights, and how many came"),
        "nights",
        league.nights,
    ),
    Table(
        "seasons", gettext_lazy("Seasons"), gettext_lazy("their days, nights and matches"), "seasons", league.seasons
    ),
)
OF_PLAYER: Sequence[Table[Player]] = (
    Table("figures", gettext_lazy("Overview"), gettext_lazy("every figure of the page"), "player", player.figures),
    Table(
        "statistics", gettext_lazy("Statistics"), gettext_lazy("the tables with bars"), "player", player.player_tables
    ),
    Table("totals", gettext_lazy("Totals"), gettext_lazy("every finished match"), "player", player.totals),
    Table("ratings", gettext_lazy("Rating"), gettext_lazy("the rating after each match"), "player", player.ratings),
    Table(
        "head-to-head", gettext_lazy("Head to head"), gettext_lazy("everybody they met"), "player-versus", player.versus
    ),
    Table(
        "cabinet", gettext_lazy("Trophies"), gettext_lazy("what they held, and how often"), "player", player.trophies
    ),
)
OF_NIGHT: Sequence[Table[Night]] = (
    Table(
        "attendance",
        gettext_lazy("Attendance"),
        gettext_lazy("who came, when, and who was late"),
        "night",
        player.attendance,
    ),
    Table(
        "tables",
        pgettext_lazy("of data", "Tables"),
        gettext_lazy("who sat where, and the totals"),
        "night",
        player.of_night,
    ),
)
OF_TROPHY: Sequence[Table[Trophy]] = (
    Table(
        "chain", gettext_lazy("Chain of custody"), gettext_lazy("everybody who ever held it"), "trophy", league.chain
    ),
)
OF_MATCH: Sequence[Table[MatchState]] = (
    Table(
        "sheet",
        gettext_lazy("Sheet"),
        gettext_lazy("to type in again: the layout the imports read"),
        "match",
        matches.sheet,
    ),
    Table("figures", gettext_lazy("Figures"), gettext_lazy("every figure of every round"), "match", matches.figures),
    Table("run", gettext_lazy("Score by round"), gettext_lazy("totals after each round"), "match", matches.run),
    Table("called", gettext_lazy("Called out"), gettext_lazy("what was called out"), "match", matches.called),
    Table(
        "history",
        gettext_lazy("Change history"),
        gettext_lazy("every entry and correction"),
        "history",
        matches.history,
    ),
)


def table_of(tables: Sequence[Table[T]], key: str) -> Table[T]:
    """Return a table by its key. Raise Http404 if there is none."""
    table = next((table for table in tables if table.key == key), None)
    if table is None:
        raise Http404
    return table
