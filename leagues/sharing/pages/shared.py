"""What a share link shows without signing in: one page, its picture and its PDF. No other page can be reached."""

import re
from collections.abc import Callable
from functools import wraps
from typing import Any

from allauth.core.ratelimit import consume_or_429
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.safestring import SafeString
from django.views.decorators.http import require_safe

from clubs.access import account, private
from clubs.language.choice import follow_language
from clubs.links.tokens import public_url
from clubs.own_ways import follow_club
from clubs.web.conditional import conditional
from leagues.sharing.links import count_opening, find, maker_of
from leagues.sharing.subject import Subject
from leagues.sharing.subjects import subject_of

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


def _gone(request: HttpRequest) -> HttpResponse:
    """Return the same response for revoked, expired and unknown links, which does not reveal the club."""
    response = render(request, "leagues/sharing/gone.html", status=410)
    response.headers["Cache-Control"] = "private, no-store"
    return response


@shared_view
def shared(request: HttpRequest, row: Any, subject: Subject, link: str) -> HttpResponseBase:
    if request.method == "GET" and not PROGRAMS.search(request.headers.get("User-Agent", "")):
        count_opening(row)
    maker = maker_of(row)

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
        }
        return render(request, "leagues/sharing/shared.html", context)

    return conditional(request, (row.pk, row.ends_at, maker, subject.edition, link), page)


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
