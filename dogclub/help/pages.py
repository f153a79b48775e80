"""The help pages, without sign-in: the sections with a search box, and each page of the docs."""

from urllib.parse import urlencode

from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_safe

from clubs.access import account
from clubs.models import Membership
from dogclub.help.library import JOINED, found, pages, read, sections
from games.rules import readers_language

LONGEST_SEARCH = 100


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    words = request.GET.get("q", "")[:LONGEST_SEARCH].replace("\0", "").strip()
    language = readers_language()
    context = {"sections": sections(language), "words": words, "hits": found(words, language)}
    return render(request, "dogclub/help/index.html", context)


@require_safe
def page(request: HttpRequest, key: str) -> HttpResponse:
    if key in JOINED:
        return redirect(reverse("help") + JOINED[key], permanent=True)
    language = readers_language()
    if key not in pages(language) or key.endswith("/index"):
        raise Http404
    folder = key.partition("/")[0]
    context = {
        "page": read(key, language),
        "text": pages(language)[key],
        "folder": folder,
        "section": pages(language)[f"{folder}/index"],
    }
    return render(request, "dogclub/help/page.html", context)


@require_safe
def call_outs(request: HttpRequest) -> HttpResponseBase:
    """Redirect members to the glossary of their club."""
    return _in_my_club(request, "glossary")


@require_safe
def rules(request: HttpRequest, game: str) -> HttpResponseBase:
    """Redirect members to the rules of a game in their club."""
    return _in_my_club(request, "rules", "?" + urlencode({"game": game}))


def _in_my_club(request: HttpRequest, name: str, query: str = "") -> HttpResponseBase:
    """Redirect to a page of the visitor's club, the first by name; that page decides who may read it."""
    user = account(request)
    if user is None:
        return redirect_to_login(request.get_full_path())
    mine = Membership.objects.filter(user=user, club__deletes_at=None).select_related("club").order_by("club__name")
    membership = mine.first()
    if membership is None:
        raise Http404
    return redirect(reverse(name, args=[membership.club.slug]) + query)


# robots.txt: what programs that collect pages may read.


# Shared pages (/s/) are open to the programs that show a preview of a link; to search engines they say noindex.
READABLE = ("/$", "/help/", "/privacy/", "/static/", "/s/")
FOR_MEMBERS = ("/help/at-the-table/call-outs/", "/help/at-the-table/rules/")


@require_safe
def robots(request: HttpRequest) -> HttpResponse:
    """Allow the public pages and nothing else; of two lines that fit, the longer one counts (RFC 9309)."""
    lines = ["User-agent: *", *(f"Allow: {path}" for path in READABLE), *(f"Disallow: {path}" for path in FOR_MEMBERS)]
    return HttpResponse("\n".join([*lines, "Disallow: /", ""]), content_type="text/plain; charset=utf-8")
