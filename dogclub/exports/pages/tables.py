"""Views of exported tables, each with the access rules of the page that shows the table, and the page that lists
them.
"""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from clubs.access import Access, club_view
from clubs.models import Club, Player
from dogclub.exports.big_table import FEW, NOTHING, TABLE, asked_season
from dogclub.exports.contents import matches
from dogclub.exports.contents.tables import OF_CLUB, OF_MATCH, OF_NIGHT, OF_PLAYER, OF_TROPHY, table_of
from dogclub.exports.grids.responses import answer
from dogclub.exports.grids.writing import CONTENT
from dogclub.jobs.enqueue_from_page import enqueue_from_page
from games.access import MatchAccess, match_view
from games.entries.match_state import load
from games.models import Match
from leagues.models import Trophy
from leagues.nights.lookup import night_for as night_shown


@require_safe
@club_view(readers=True)
def exports(request: HttpRequest, club: Club, access: Access) -> HttpResponse:
    context = {
        "access": access,
        "here": "more",
        "tables": OF_CLUB,
        "seasons": club.seasons.order_by("-starts_on"),
        "of_match": OF_MATCH,
        "of_player": OF_PLAYER,
        "of_night": OF_NIGHT,
        "of_trophy": OF_TROPHY,
    }
    return render(request, "dogclub/exports/exports.html", context)


@require_safe
@club_view(readers=True)
def table_file(request: HttpRequest, club: Club, access: Access, table: str, form: str) -> HttpResponseBase:
    return answer(table_of(OF_CLUB, table).grid(club, request.GET), form, f"{club.slug} {timezone.localdate()}")


@require_safe
@club_view(readers=True)
def player_file(request: HttpRequest, club: Club, access: Access, pk: int, table: str, form: str) -> HttpResponseBase:
    person = get_object_or_404(Player, club=club, pk=pk)
    return answer(table_of(OF_PLAYER, table).grid(person, request.GET), form, person.name)


@require_safe
@club_view(readers=True)
def trophy_file(request: HttpRequest, club: Club, access: Access, pk: int, table: str, form: str) -> HttpResponseBase:
    trophy = get_object_or_404(Trophy, club=club, pk=pk)
    return answer(table_of(OF_TROPHY, table).grid(trophy, request.GET), form, trophy.name)


@require_safe
@club_view(spectators=True)
def night_file(request: HttpRequest, club: Club, access: Access, pk: int, table: str, form: str) -> HttpResponseBase:
    night = night_shown(club, access, pk)
    about = f"{club.slug} {timezone.localtime(night.starts_at):%Y-%m-%d}"
    return answer(table_of(OF_NIGHT, table).grid(night, request.GET), form, about)


@require_safe
@match_view("watch")
def match_file(request: HttpRequest, match: Match, access: MatchAccess, table: str, form: str) -> HttpResponseBase:
    grid = table_of(OF_MATCH, table).grid(load(match), request.GET)
    return answer(grid, form, matches.file_stem(match))


@require_POST
@club_view()
def hands(request: HttpRequest, club: Club, access: Access) -> HttpResponseBase:
    """Every hand of a season or of the club: at once if there are few matches, else as a job."""
    season, form = asked_season(club, request.POST.get("season", "")), request.POST.get("form", "csv")
    if form not in CONTENT:
        raise Http404
    rows = matches.of_season(club, season)
    if rows[FEW:].exists():
        return enqueue_from_page(request, access, TABLE.key, {"season": season, "form": form})
    if not rows.exists():
        messages.error(request, str(NOTHING))
        return redirect("exports", club.slug)
    return answer(matches.hands(rows), form, club.slug)
