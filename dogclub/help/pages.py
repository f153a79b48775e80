"""The help pages, without sign-in: the sections with a search box, and each page of the docs."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from dogclub.help.library import found, pages, read, sections
from games.rules.translations import readers_language

LONGEST = 100


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    words = request.GET.get("q", "")[:LONGEST].replace("\0", "").strip()
    language = readers_language()
    context = {"sections": sections(language), "words": words, "hits": found(words, language)}
    return render(request, "dogclub/help/index.html", context)


@require_safe
def page(request: HttpRequest, key: str) -> HttpResponse:
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
