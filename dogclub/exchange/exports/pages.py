"""Views of exported tables, and the feeds of nights and results, each with the access rules of its page."""

import hashlib
from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.cache import get_conditional_response, patch_cache_control
from django.utils.translation import get_language
from django.views.decorators.http import require_POST, require_safe

from clubs.access import Access, club_view
from clubs.calendar.answers import LinkRefused, read_answer_token
from clubs.language.choice import code_of, follow_language
from clubs.language.terms import own
from clubs.links.tokens import public_url, sign, unsign
from clubs.models import Club, Night, Player, Role, SpectatorLink
from clubs.time_zone import follow_club
from dogclub.exchange.exports import match_tables
from dogclub.exchange.exports.feeds import (
    CALENDAR_TYPE,
    FORMS,
    calendar_depends_on,
    calendar_file,
    feed,
    feed_entries,
    night_as_rows,
    nights_of,
)
from dogclub.exchange.exports.files import (
    FEW_MATCHES,
    NOTHING,
    OF_CLUB,
    OF_MATCH,
    OF_NIGHT,
    OF_PLAYER,
    OF_TROPHY,
    TABLE,
    asked_season,
    table_of,
)
from dogclub.exchange.exports.writing import CONTENT, answer
from dogclub.jobs.pages import enqueue_from_page
from games.access import MatchAccess, match_view
from games.entries.match_state import load
from games.models import Match
from leagues.models import Trophy
from leagues.nights.tables import night_for as night_shown

# Views of exported tables, each with the access rules of the page that shows the table, and the page that lists them.


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
    return render(request, "dogclub/exchange/exports/exports.html", context)


@require_safe
@club_view(readers=True)
def table_file(request: HttpRequest, club: Club, access: Access, table: str, form: str) -> HttpResponseBase:
    return answer(lambda: table_of(OF_CLUB, table).grid(club, request.GET), form, f"{club.slug} {timezone.localdate()}")


@require_safe
@club_view(readers=True)
def player_file(request: HttpRequest, club: Club, access: Access, pk: int, table: str, form: str) -> HttpResponseBase:
    person = get_object_or_404(Player, club=club, pk=pk)
    return answer(lambda: table_of(OF_PLAYER, table).grid(person, request.GET), form, person.name)


@require_safe
@club_view(readers=True)
def trophy_file(request: HttpRequest, club: Club, access: Access, pk: int, table: str, form: str) -> HttpResponseBase:
    trophy = get_object_or_404(Trophy, club=club, pk=pk)
    return answer(lambda: table_of(OF_TROPHY, table).grid(trophy, request.GET), form, trophy.name)


@require_safe
@club_view(spectators=True)
def night_file(request: HttpRequest, club: Club, access: Access, pk: int, table: str, form: str) -> HttpResponseBase:
    night = night_shown(club, access, pk)
    about = f"{club.slug} {timezone.localtime(night.starts_at):%Y-%m-%d}"
    return answer(lambda: table_of(OF_NIGHT, table).grid(night, request.GET), form, about)


@require_safe
@match_view("watch")
def match_file(request: HttpRequest, match: Match, access: MatchAccess, table: str, form: str) -> HttpResponseBase:
    return answer(lambda: table_of(OF_MATCH, table).grid(load(match), request.GET), form, match_tables.file_stem(match))


@require_POST
@club_view()
def hands(request: HttpRequest, club: Club, access: Access) -> HttpResponseBase:
    """Every hand of a season or of the club: at once if there are few matches, else as a job."""
    season, form = asked_season(club, request.POST.get("season", "")), request.POST.get("form", "csv")
    if form not in CONTENT:
        raise Http404
    rows = match_tables.of_season(club, season)
    if rows[FEW_MATCHES:].exists():
        return enqueue_from_page(request, access, TABLE.key, {"season": season, "form": form})
    if not rows.exists():
        messages.error(request, str(NOTHING))
        return redirect("exports", club.slug)
    return answer(lambda: match_tables.hands(rows), form, club.slug)


# The calendar of nights and the feed of results: for users who may read the history, and by a link that can be
# revoked.


FEED_PURPOSE = "feed"
LABEL = "Calendar and results"  # the link's label, by which it is found


@require_safe
@club_view(readers=True)
def feeds(request: HttpRequest, club: Club, access: Access) -> HttpResponse:
    row = _calendar_link(club)
    context: dict[str, Any] = {"access": access, "here": "nights", "link": row}
    if row or club.history_is_open:
        context |= _links(request, club, row)
    return render(request, "dogclub/exchange/exports/feeds.html", context)


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
    return _nights(request, club, nights_of(club))


@require_safe
@club_view(readers=True)
def one_night(request: HttpRequest, club: Club, access: Access, pk: int) -> HttpResponseBase:
    """One night as a file for a participant's calendar: importing it again updates the entry."""
    rows = night_as_rows(club, pk)
    if not rows:
        raise Http404
    return _nights(request, club, rows, "night.ics")


@require_safe
def answered_night(request: HttpRequest, token: str) -> HttpResponseBase:
    """The same file by the link of a member's email about the night."""
    try:
        link = read_answer_token(token)
    except LinkRefused:
        raise Http404 from None
    night = link.night
    follow_club(night.club)
    follow_language(request, night.club, link.membership.user, is_signed_in=False)
    return _nights(request, night.club, night_as_rows(night.club, night.pk), "night.ics")


@require_safe
@club_view(readers=True)
def club_results(request: HttpRequest, club: Club, access: Access, form: str) -> HttpResponseBase:
    return _results(request, club, form)


@require_safe
def link_nights(request: HttpRequest, token: str) -> HttpResponseBase:
    club = _club(token)
    return _nights(request, club, nights_of(club)) if club else _closed(request)


@require_safe
def link_results(request: HttpRequest, token: str, form: str) -> HttpResponseBase:
    club = _club(token)
    return _results(request, club, form) if club else _closed(request)


def _club(token: str) -> Club | None:
    """Return the club of a link; None if the link is revoked. Raise Http404 for an invalid token. From here on the
    language of the link's maker is active, as programs that fetch a calendar ask for none, or for that of a server.
    """
    pk = unsign(token, FEED_PURPOSE)
    row = SpectatorLink.objects.select_related("club", "created_by").filter(pk=pk).first() if pk else None
    if row is None:
        raise Http404
    follow_club(row.club)
    translation.activate(code_of(row.created_by, row.club))
    return None if row.revoked_at or row.club.deletes_at else row.club


def _closed(request: HttpRequest) -> HttpResponse:
    return render(request, "clubs/links/closed.html", {"reason": "watch"}, status=410)


def _nights(request: HttpRequest, club: Club, rows: QuerySet[Night], name: str = "nights.ics") -> HttpResponseBase:
    base = _base(request)
    depends = (club.name, base, calendar_depends_on(rows))
    response = _unless_known(request, depends, CALENDAR_TYPE, lambda: calendar_file(club, rows, base))
    response["Content-Disposition"] = f'inline; filename="{name}"'
    return response


def _results(request: HttpRequest, club: Club, form: str) -> HttpResponseBase:
    if form not in FORMS:
        raise Http404
    results, base, itself = feed_entries(club), _base(request), public_url(request, request.path)
    depends = (club.name, itself, [(each.match.pk, each.changed_at, each.title, each.words) for each in results])
    content = f"application/{form}+xml; charset=utf-8"
    return _unless_known(request, depends, content, lambda: feed(club, results, form, base, itself))


def _base(request: HttpRequest) -> str:
    """Return the address of the server, without a final slash."""
    return public_url(request, "/").rstrip("/")


def _unless_known(request: HttpRequest, depends: object, content: str, render: Callable[[], bytes]) -> HttpResponseBase:
    """Return the rendered response, or 304 if the client has the current version; `depends` is everything it is made
    of.
    """
    reader = timezone.get_current_timezone_name(), get_language(), own()
    tag = f'"{hashlib.sha256(repr((reader, depends)).encode()).hexdigest()[:24]}"'
    known = get_conditional_response(request, etag=tag)
    response = known or HttpResponse(render(), content_type=content)
    response["ETag"] = tag
    patch_cache_control(response, private=True, no_cache=True)
    return response
