"""The pencil of a match: taking it over, what is half entered with it, and the word to whoever does not hold it."""

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec

from django.http import HttpResponse, HttpResponseBadRequest, HttpResponseBase
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST

from clubs.access import View
from games.access import HtmxRequest, MatchAccess, match_view
from games.match.titles import table_of
from games.models import Match
from games.registry import room
from games.scoring_device import lock

P = ParamSpec("P")
ELSEWHERE = "X-Pencil-Elsewhere"  # tells the tablet to write nothing more, and to keep what it has


def with_pencil(view: Callable[Concatenate[HtmxRequest, Match, MatchAccess, P], HttpResponseBase]) -> View:
    """For whoever holds the pencil, or where nobody does; anybody else is told where it went."""

    @wraps(view)
    def inner(
        request: HtmxRequest, match: Match, access: MatchAccess, *args: P.args, **kwargs: P.kwargs
    ) -> HttpResponseBase:
        return view(request, match, access, *args, **kwargs) if access.has_pencil else told(request, access)

    return inner


def told(request: HtmxRequest, access: MatchAccess) -> HttpResponse:
    """Where the scorekeeping is, and the way to take it over. A form that came too late is answered with 409."""
    match, template = access.match, "games/table/elsewhere.html"
    context = {
        "access": access.club_access,
        "match": match,
        "pencil": lock.holder_of(match),
        "room": room(match.game),
        "screen": {"template": template},
        "place": table_of(match),
        "was_writing": request.method == "POST",
    }
    page = template if request.htmx else "games/table/page.html"
    response = render(request, page, context, status=409 if request.method == "POST" else 200)
    response[ELSEWHERE] = "1"
    return response


@require_POST
@match_view("record")
def pencil(request: HtmxRequest, match: Match, access: MatchAccess) -> HttpResponse:
    """One tap: this device writes from now on. Of two at the same moment, the second is told of the first."""
    pen, writer = lock.new_pen(request), access.writer
    label = lock.kind_of(request) if writer.user else lock.called(writer.device)
    if not lock.take(match.pk, pen, writer.user, label, request.POST.get("seen", "")):
        return told(request, access)
    return lock.keep_pen(redirect(f"{match.get_absolute_url()}table/?half"), pen)


@require_POST
@match_view("record")
@with_pencil
def half(request: HtmxRequest, match: Match, access: MatchAccess) -> HttpResponse:
    """What the tablet has half entered, for the one that may take over; a form without it only asks for the pencil."""
    text = request.POST.get("half", "")
    if len(text) > lock.MOST or "\x00" in text:
        return HttpResponseBadRequest("Too much is half entered to hand it over.")
    response, pen = HttpResponse(status=204), lock.new_pen(request)
    if "half" in request.POST:
        lock.keep_half(match.pk, pen, text)
        lock.keep_pen(response, pen)
    return response
