"""The standings as a PDF and as a picture."""

from django.http import Http404, HttpRequest, HttpResponseBase
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from clubs.access import Access, club_view
from clubs.club_day import club_day
from clubs.models import Club
from leagues.standings.picture import picture_answer
from leagues.standings.print_sheet import standings_answer
from leagues.standings.queries import read_usual


@require_safe
@club_view(readers=True)
def standings_pdf(request: HttpRequest, club: Club, access: Access) -> HttpResponseBase:
    """The table that the query string names, as on the standings page. Raises Http404 if it has no rows."""
    return standings_answer(request, club, request.GET.get("season", ""), request.GET.get("game", ""))


@require_safe
@club_view()
def standings_picture(request: HttpRequest, club: Club, access: Access) -> HttpResponseBase:
    """The table that the query string names, for members. Raises Http404 if nobody is ranked in it."""
    board = read_usual(club, request.GET.get("season", ""), request.GET.get("game", ""), club_day())
    if board is None or not any(row.place for row in board.rows):
        raise Http404(_("Nobody is ranked in this table."))
    return picture_answer(request, club, board)
