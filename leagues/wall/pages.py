"""The page of the wall: tonight’s tables one by one or eight at once, and standings between two matches.

A script turns the boards; without scripts, a meta refresh loads the next one.
"""

from typing import Any
from urllib.parse import urlencode
from uuid import UUID

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from clubs.access import Access, club_view
from clubs.links.tokens import public_url, sign
from clubs.models import Club
from clubs.responses import fragment, polled
from leagues.wall.boards import turns_of

ALL = "all"  # tables at once
PACE, SLOWEST, QUICKEST = 15, 120, 5


@require_safe
@club_view(spectators=True)
def club_wall(request: HttpRequest, club: Club, access: Access) -> HttpResponseBase:
    """204 while nothing on any board has changed."""
    is_all = request.GET.get("tables") == ALL
    turns, link = turns_of(club, all_at_once=is_all, with_standings=access.can_read_history), _phones(request, access)
    query = {name: request.GET[name] for name in ("door", "seconds", "tables") if request.GET.get(name)}
    other = {name: value for name, value in query.items() if name != "tables"} | ({} if is_all else {"tables": ALL})

    def page(since: str) -> HttpResponse:
        shown = _number(request.GET.get("show", ""), 0, 999) % max(len(turns), 1)
        context: dict[str, Any] = {
            "access": access,
            "club": club,
            "turns": [(turn, turn.draw()) for turn in turns],
            "shown": shown,
            "next": urlencode({**query, "show": shown + 1}),
            "pace": _number(request.GET.get("seconds", ""), QUICKEST, SLOWEST, PACE),
            "link": link,
            "is_all": is_all,
            "other": f"?{urlencode(other)}" if other else request.path,
            "stream": f"{club.get_absolute_url()}live/",
            "since": since,
            "asked": f"&{urlencode(query)}" if query else "",
        }
        return render(request, fragment(request, "leagues/wall/club_wall.html"), context)

    depends = (club.pk, club.branding, link, [(turn.key, turn.label, turn.depends) for turn in turns])
    return polled(request, depends, page)


def _number(text: str, least: int, most: int, otherwise: int = 0) -> int:
    number = int(text) if text.isascii() and text.isdigit() and len(text) < 6 else otherwise
    return min(max(number, least), most)


def _phones(request: HttpRequest, access: Access) -> str:
    """Return the address for phones: of the club if it is open to all, or else of the chosen spectator link; "" if
    there is none.
    """
    if access.club.history_is_open:
        return public_url(request, access.club.get_absolute_url())
    link = _spectator_link(request, access)
    return public_url(request, reverse("watch", args=[sign(link, "watch")])) if link else ""


def _spectator_link(request: HttpRequest, access: Access) -> UUID | None:
    try:
        pk = UUID(request.GET.get("door", ""))
    except ValueError:
        return None
    mine = access.club.spectator_links.filter(pk=pk, revoked_at=None) if access.can_organise else None
    return pk if mine is not None and mine.exists() else None
