"""The list of links: all of the club for organisers, the own ones for other members."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from clubs.access import Access, club_view
from clubs.models import Club
from leagues.models.share_link import may_share
from leagues.sharing import links
from leagues.sharing.subjects import name_of


@require_safe
@club_view()
def share_links(request: HttpRequest, club: Club, access: Access) -> HttpResponse:
    mine = {} if access.can_organise else {"created_by": access.user}
    rows = links.listed(access, timezone.now(), **mine)
    context = {
        "access": access,
        "here": "manage" if access.can_organise else "more",
        "links": [(name_of(each.row), each) for each in rows],
        "can_share": may_share(club, access.role),
        "why_not": links.why_not(club),
    }
    return render(request, "leagues/sharing/share_links.html", context)
