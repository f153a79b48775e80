"""The view that removes the demo club with its accounts."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from clubs.access import Access, club_view
from clubs.models import Club, Role
from dogclub.demo.club import remove


@require_POST
@club_view(Role.OWNER)
def demo_remove(request: HttpRequest, club: Club, access: Access) -> HttpResponse:
    if not club.is_demo:
        raise Http404
    remove(club)
    messages.success(request, "The demo club is removed. The box is yours.")
    return redirect("front")
