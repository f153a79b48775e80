"""The page on which a member makes a link: what it shows, how long it works, and existing links."""

import re
from collections.abc import Callable
from functools import wraps
from typing import Any
from uuid import UUID

from allauth.core.ratelimit import consume_or_429
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from clubs.access import Access, account, club_view, private
from clubs.language.choice import code_of, follow_language
from clubs.links.tokens import public_url
from clubs.models import Club, Membership, Role
from clubs.queries import optional_write
from clubs.responses import conditional
from clubs.time_zone import follow_club
from games.access import MatchAccess, match_view
from games.models import Match
from leagues.models import ShareLink
from leagues.models.share_link import MONTH, may_share
from leagues.sharing import links
from leagues.sharing.links import EXPIRES, Subject, count_opening, find, maker_of
from leagues.sharing.players import player_subject, two_players_query, two_players_subject
from leagues.sharing.subjects import asked_standings, match_subject, name_of, query_of, report_subject, subject_of
from leagues.standings.queries import ALL
from leagues.statistics.player import asked_player, season_of

LABELS = {
    "week": gettext_lazy("1 week"),
    "month": gettext_lazy("1 month"),
    "never": gettext_lazy("Never"),
}
USUAL = "month"
HERE = {ShareLink.Kind.STANDINGS: "standings", ShareLink.Kind.PLAYER: "players", ShareLink.Kind.HEAD_TO_HEAD: "players"}


@require_http_methods(["GET", "HEAD", "POST"])
@match_view("watch")
def share_match(request: HttpRequest, match: Match, access: MatchAccess) -> HttpResponseBase:
    subject = match_subject(match) if access.club_access.is_member else None
    picture = reverse("picture", args=[match.pk])
    return share(request, access.club_access, subject, picture)


@require_http_methods(["GET", "HEAD", "POST"])
@club_view()
def share_report(request: HttpRequest, club: Club, access: Access, pk: int) -> HttpResponseBase:
    subject = report_subject(club, get_object_or_404(club.nights, pk=pk))
    return share(request, access, subject, reverse("report-picture", args=[club.slug, pk]))


@require_http_methods(["GET", "HEAD", "POST"])
@club_view()
def share_standings(request: HttpRequest, club: Club, access: Access) -> HttpResponseBase:
    """Share the table that the query string names, as on the standings page."""
    subject = asked_standings(club, request.GET)
    picture = reverse("standings-picture", args=[club.slug])
    return share(request, access, subject, f"{picture}?{query_of(subject)}" if subject else picture)


@require_http_methods(["GET", "HEAD", "POST"])
@club_view()
def share_player(request: HttpRequest, club: Club, access: Access, pk: int) -> HttpResponseBase:
    """Share the member's own page; for others, 404."""
    return share(request, access, _own(club, access, pk), reverse("player-picture", args=[club.slug, pk]))


@require_http_methods(["GET", "HEAD", "POST"])
@club_view()
def share_two_players(request: HttpRequest, club: Club, access: Access) -> HttpResponseBase:
    """Share the two players, game and season that the query string names, as on their page."""
    subject = _asked_two(request, club) if access.is_member else None
    picture = reverse("two-players-picture", args=[club.slug])
    return share(request, access, subject, f"{picture}?{two_players_query(subject)}" if subject else picture)


@require_safe
@club_view()
def two_players_picture(request: HttpRequest, club: Club, access: Access) -> HttpResponseBase:
    subject = _asked_two(request, club) if access.is_member else None
    if subject is None:
        raise Http404
    return subject.picture(request)


def _asked_two(request: HttpRequest, club: Club) -> Subject | None:
    """Return what the query string names; None if a player is missing. Raises Http404 for a player or season that the
    club does not have.
    """
    one, other = (asked_player(club, request.GET.get(name, "")) for name in ("player", "against"))
    if one is None or other is None:
        return None
    season = season_of(club, request.GET.get("season", ""))
    return two_players_subject(club, one, other, season, request.GET.get("game", "") or ALL)


@require_safe
@club_view()
def player_picture(request: HttpRequest, club: Club, access: Access, pk: int) -> HttpResponseBase:
    subject = _own(club, access, pk)
    if subject is None:
        raise Http404
    return subject.picture(request)


def _own(club: Club, access: Access, pk: int) -> Subject | None:
    return player_subject(club, get_object_or_404(club.players, pk=pk)) if access.player_id == pk else None


def share(request: HttpRequest, access: Access, subject: Subject | None, picture: str) -> HttpResponseBase:
    """Show or handle the page; `picture` is the address of the picture for members. Raises Http404 if there is nothing
    to share or the user is no member.
    """
    if subject is None or not access.is_member:
        raise Http404
    if request.method == "POST":
        return consume_or_429(request, action="share") or _made(request, access, subject, picture)
    return _page(request, access, subject, picture)


def _made(request: HttpRequest, access: Access, subject: Subject, picture: str) -> HttpResponse:
    """Make a link and show it; the page is the only place where it is shown."""
    expires = request.POST.get("expires", USUAL)
    if not may_share(access.club, access.role):
        raise PermissionDenied(links.why_not(access.club))
    if expires not in EXPIRES:
        return _page(request, access, subject, picture, error=_("Choose when the link expires."))
    try:
        row, token = links.make(access, subject.columns, expires)
    except links.NotAllowed as why:
        return _page(request, access, subject, picture, error=str(why), expires=expires)
    link = public_url(request, reverse("shared", args=[token]))
    response = _page(request, access, subject, picture, link=link, made=row, expires=expires)
    response.headers["Cache-Control"] = "private, no-store"
    return response


def _page(
    request: HttpRequest, access: Access, subject: Subject, picture: str, error: str = "", **more: Any
) -> HttpResponse:
    now = timezone.now()
    columns = {name: value for name, value in subject.columns.items() if name != "kind"}
    shown = links.listed(access, now, kind=subject.columns["kind"], **columns)
    expires = more.pop("expires", USUAL)
    context = {
        "access": access,
        "here": HERE.get(subject.columns["kind"], "nights"),
        "subject": subject,
        "picture": picture,
        "square": f"{picture}{'&' if '?' in picture else '?'}shape=square",
        "can_share": may_share(access.club, access.role),
        "why_not": links.why_not(access.club),
        "shapes": [("wide", _("Wide"), True, False), ("square", _("Square"), False, False)],
        "choices": [
            (key, label, key == expires, key == "never" and access.club.links_expire) for key, label in LABELS.items()
        ],
        "ends": {"week": now + EXPIRES["week"], "month": now + MONTH},  # type: ignore[operator]
        "at_most": links.NEVER if access.club.links_expire else "",
        "expires": expires,
        "links": shown,
        "links_in_words": subject.links_in_words(len(shown)),
        "error": error,
    }
    status = 422 if error else 200
    return render(request, "leagues/sharing/share.html", context | more, status=status)


@require_POST
@club_view(Role.MEMBER)
def share_revoke(request: HttpRequest, club: Club, access: Access, pk: UUID) -> HttpResponse:
    """Revoke a link, then return to the page of the button."""
    links.revoke(get_object_or_404(links.revocable(access), pk=pk))
    messages.success(request, _("Link revoked. Nobody can open it any more."))
    back = request.POST.get("next", "")
    is_ours = url_has_allowed_host_and_scheme(back, None) and back.startswith("/")
    return redirect(back if is_ours else reverse("share-links", args=[club.slug]))


# What a share link shows without signing in: one page, its picture and its PDF. No other page can be reached.


ANCHOR, CLASS = re.compile(r"<a\b([^>]*)>"), re.compile(r'\bclass="[^"]*"')
# Programs that fetch a page for a preview in a chat or for a search engine: these are not counted as openings.
PROGRAMS = re.compile(r"bot\b|crawl|spider|preview|externalhit|whatsapp|telegram|embedly|fetch", re.IGNORECASE)
View = Callable[[HttpRequest, Any, Subject, str], HttpResponseBase]


def shared_view(view: View) -> Callable[..., HttpResponseBase]:
    """Decorate view(request, row, subject, link) for a route with a `token`. Every link that does not work gets the
    same response.
    """

    @require_safe
    @wraps(view)
    def inner(request: HttpRequest, token: str) -> HttpResponseBase:
        row = find(token)
        if row is not None:
            follow_club(row.club)
            if _is_program(request):
                translation.activate(code_of(None, row.club))  # a preview is read by everybody in the chat
            else:
                follow_language(request, row.club, account(request))
        subject = subject_of(row) if row is not None else None
        if row is None or subject is None:
            response = consume_or_429(request, action="shared", limit_get=True) or _gone(request)
        else:
            link = public_url(request, reverse("shared", args=[token]))
            response = private(view(request, row, subject, link))
        response.headers["X-Robots-Tag"] = "noindex, nofollow, noimageindex"
        response.headers["Referrer-Policy"] = "no-referrer"
        return response

    return inner


def _is_program(request: HttpRequest) -> bool:
    return bool(PROGRAMS.search(request.headers.get("User-Agent", "")))


def _gone(request: HttpRequest) -> HttpResponse:
    """Return the same response for revoked, expired and unknown links, which does not reveal the club."""
    response = render(request, "leagues/sharing/gone.html", status=410)
    response.headers["Cache-Control"] = "private, no-store"
    return response


@shared_view
def shared(request: HttpRequest, row: Any, subject: Subject, link: str) -> HttpResponseBase:
    if request.method == "GET" and not _is_program(request):
        with optional_write("The opening of a link"):
            count_opening(row)
    maker, user = maker_of(row), account(request)
    leads_on = row.club.history_is_open or (
        user is not None and Membership.objects.filter(club=row.club, user=user).exists()
    )

    def page() -> HttpResponse:
        part = subject.page()
        context = {
            "subject": subject,
            "body": without_links(render_to_string(part.template, {**part.context, "subject": subject})),
            "style": part.context.get("style", ""),
            "title": part.context["heading"],
            "row": row,
            "maker": maker,
            "link": link,
            "leads_on": leads_on,
        }
        return render(request, "leagues/sharing/shared.html", context)

    return conditional(request, (row.pk, row.ends_at, maker, leads_on, subject.edition, link), page)


@shared_view
def shared_picture(request: HttpRequest, row: Any, subject: Subject, link: str) -> HttpResponseBase:
    return subject.picture(request)


@shared_view
def shared_paper(request: HttpRequest, row: Any, subject: Subject, link: str) -> HttpResponseBase:
    return subject.paper.answer(request, link) if subject.paper else _gone(request)


def without_links(html: str) -> SafeString:
    """Return the HTML with every link replaced by a span of the same class, since a visitor can see no other page."""
    plain = ANCHOR.sub(lambda found: f"<span {' '.join(CLASS.findall(found[1]))}>", html)
    return SafeString(plain.replace("</a>", "</span>"))


# The list of links: all of the club for organisers, the own ones for other members.


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
