"""Help, for anybody: the sections with a search box, and each page of the docs."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from dogclub.help.library import found, pages, read, sections

LONGEST = 100


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    words = request.GET.get("q", "")[:LONGEST].replace("\0", "").strip()
    context = {"sections": sections(), "words": words, "hits": found(words)}
    return render(request, "dogclub/help/index.html", context)


@require_safe
def page(request: HttpRequest, key: str) -> HttpResponse:
    if key not in pages() or key.endswith("/index"):
        raise Http404
    folder = key.partition("/")[0]
    context = {"page": read(key), "folder": folder, "door": read(f"{folder}/index").title}
    return render(request, "dogclub/help/page.html", context)
