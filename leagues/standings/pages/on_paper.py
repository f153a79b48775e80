"""The standings as a PDF."""

from django.http import HttpRequest, HttpResponseBase
from django.views.decorators.http import require_safe

from clubs.access import Access, club_view
from clubs.models import Club
from leagues.standings.printing import standings_answer


@require_safe
@club_view(readers=True)
def standings_pdf(request: HttpRequest, club: Club, access: Access) -> HttpResponseBase:
    """The table the query names, as the page shows it. Raises Http404 where nobody stands in it."""
    return standings_answer(request, club, request.GET.get("season", ""), request.GET.get("game", ""))
