"""The page for when nothing answers: which tables this tablet has kept. It knows nobody, so anybody may have it."""

from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe


@require_safe
@cache_control(no_cache=True)
def offline(request: HttpRequest) -> HttpResponse:
    return HttpResponse(page())


def page() -> str:
    """Without the request: the same for everybody."""
    return render_to_string("app/offline.html")
