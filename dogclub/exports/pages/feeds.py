"""The calendar of nights and the feed of results: for users who may read the history, and by a link that can be
revoked.
"""

import hashlib
from collections.abc import Callable
from typing import Any

from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import get_conditional_response, patch_cache_control
from django.views.decorators.http import require_POST, require_safe

from clubs.access import Access, club_view
from clubs.calendar.answer_links import LinkRefused, read_answer_token
from clubs.language.active import get_language
from clubs.language.terms import own_words
from clubs.links.tokens import public_url, sign, unsign
from clubs.models import Club, Night, Role, SpectatorLink
from clubs.own_ways import follow_club
from dogclub.exports import calendar, results_feed

FEED_PURPOSE = "feed"
LABEL = "Calendar and results"  # the link's label, by which it is found


@require_safe
@club_view(readers=True)
def feeds(request: HttpRequest, club: Club, access: Access) -> HttpResponse:
    row = _calendar_link(club)
    context: dict[str, Any] = {"access": access, "here": "nights", "link": row}
    if row or club.history_is_open:
        context |= _links(request, club, row)
    return render(request, "dogclub/exports/feeds.html", context)


def _calendar_link(club: Club) -> SpectatorLink | None:
    """Return the link for the feeds unless revoked; None if there is none, or the club is open and needs none."""
    rows = club.spectator_links.filter(label=LABEL, revoked_at=None)
    return None if club.history_is_open else rows.order_by("-created_at").first()


def _links(request: HttpRequest, club: Club, row: SpectatorLink | None) -> dict[str, str]:
    def path(route: str, public: str, **more: str) -> str:
        if row:
            return public_url(request, reverse(route, kwargs={"token": sign(row.pk, FEED_PURPOSE), **more}))
        return public_url(request, reverse(public, kwargs={"slug": club.slug, **more}))

    nights = path("link-nights", "nights-ics")
    return {
        "nights": nights,
        "webcal": "webcal:" + nights.partition(":")[2],
        "atom": path("link-results", "results-feed", form="atom"),
        "rss": path("link-results", "results-feed", form="rss"),
    }


@require_POST
@club_view(Role.ORGANISER)
def feeds_open(request: HttpRequest, club: Club, access: Access) -> HttpResponse:
    """Create the link for the feeds, unless there is one."""
    if _calendar_link(club) is None and not club.history_is_open:
        SpectatorLink.objects.create(club=club, created_by=access.user, label=LABEL)
    return redirect("feeds", club.slug)


@require_safe
@club_view(readers=True)
def club_nights(request: HttpRequest, club: Club, access: Access) -> HttpResponseBase:
    return _nights(request, club, calendar.nights_of(club))


@require_safe
@club_view(readers=True)
def one_night(request: HttpRequest, club: Club, access: Access, pk: int) -> HttpResponseBase:
    """One night as a file for a participant's calendar: importing it again updates the entry."""
    rows = calendar.one_night(club, pk)
    if not rows:
        raise Http404
    return _nights(request, club, rows, "night.ics")


@require_safe
def answered_night(request: HttpRequest, token: str) -> HttpResponseBase:
    """The same file by the link of a member's email about the night."""
    try:
        night = read_answer_token(token).night
    except LinkRefused:
        raise Http404 from None
    follow_club(night.club)
    return _nights(request, night.club, calendar.one_night(night.club, night.pk), "night.ics")


@require_safe
@club_view(readers=True)
def club_results(request: HttpRequest, club: Club, access: Access, form: str) -> HttpResponseBase:
    return _results(request, club, form)


@require_safe
def link_nights(request: HttpRequest, token: str) -> HttpResponseBase:
    club = _club(token)
    return _nights(request, club, calendar.nights_of(club)) if club else _closed(request)


@require_safe
def link_results(request: HttpRequest, token: str, form: str) -> HttpResponseBase:
    club = _club(token)
    return _results(request, club, form) if club else _closed(request)


def _club(token: str) -> Club | None:
    """Return the club of a link; None if the link is revoked. Raise Http404 for an invalid token."""
    pk = unsign(token, FEED_PURPOSE)
    row = SpectatorLink.objects.select_related("club").filter(pk=pk).first() if pk else None
    if row is None:
        raise Http404
    follow_club(row.club)
    return None if row.revoked_at or row.club.deletes_at else row.club


def _closed(request: HttpRequest) -> HttpResponse:
    return render(request, "clubs/links/closed.html", {"reason": "watch"}, status=410)


def _nights(request: HttpRequest, club: Club, rows: QuerySet[Night], name: str = "nights.ics") -> HttpResponseBase:
    base = _base(request)
    depends = (club.name, base, calendar.depends(rows))
    response = _unless_known(request, depends, calendar.CONTENT, lambda: calendar.calendar(club, rows, base))
    response["Content-Disposition"] = f'inline; filename="{name}"'
    return response


def _results(request: HttpRequest, club: Club, form: str) -> HttpResponseBase:
    if form not in results_feed.FORMS:
        raise Http404
    results, base, itself = results_feed.feed_entries(club), _base(request), public_url(request, request.path)
    depends = (club.name, itself, [(each.match.pk, each.changed_at, each.title, each.words) for each in results])
    content = f"application/{form}+xml; charset=utf-8"
    return _unless_known(request, depends, content, lambda: results_feed.feed(club, results, form, base, itself))


def _base(request: HttpRequest) -> str:
    """Return the address of the server, without a final slash."""
    return public_url(request, "/").rstrip("/")


def _unless_known(request: HttpRequest, depends: object, content: str, render: Callable[[], bytes]) -> HttpResponseBase:
    """Return the rendered response, or 304 if the client has the current version; `depends` is everything it is made
    of.
    """
    reader = timezone.get_current_timezone_name(), get_language(), sorted(own_words().items())
    tag = f'"{hashlib.sha256(repr((reader, depends)).encode()).hexdigest()[:24]}"'
    known = get_conditional_response(request, etag=tag)
    response = known or HttpResponse(render(), content_type=content)
    response["ETag"] = tag
    patch_cache_control(response, private=True, no_cache=True)
    return response
