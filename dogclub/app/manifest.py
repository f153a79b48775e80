"""The web app manifest, with which browsers offer to install Dog Club: its name, colours and icons."""

from typing import Any

from django.http import HttpRequest, JsonResponse
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

PAPER = "#f5f8f2"
ICONS = [
    ("app-192.png", "192x192", "any"),
    ("app-512.png", "512x512", "any"),
    ("maskable-192.png", "192x192", "maskable"),
    ("maskable-512.png", "512x512", "maskable"),
    ("app.svg", "any", "any"),
]
KINDS = {"png": "image/png", "svg": "image/svg+xml"}


@require_safe
@cache_control(no_cache=True)
def manifest(request: HttpRequest) -> JsonResponse:
    return JsonResponse(about(), content_type="application/manifest+json")


def about() -> dict[str, Any]:
    """Return the manifest as a dict, in the active language."""
    return {
        "id": "/",
        "name": "Dog Club",
        "short_name": "Dog Club",
        "description": _("Scores for the club: at the table, on the wall, on paper."),
        "lang": "en",
        "start_url": reverse("front"),
        "scope": "/",
        "display": "standalone",
        # A manifest takes only one colour; base.html sets those for light and dark once a page is open.
        "theme_color": PAPER,
        "background_color": PAPER,
        "icons": [_icon(*each) for each in ICONS],
        "shortcuts": [
            {"name": _("Unsent entries"), "url": reverse("app-offline")},
            {"name": _("Enter a code"), "url": reverse("tablet-code")},
        ],
    }


def _icon(name: str, sizes: str, purpose: str) -> dict[str, str]:
    source = static(f"dogclub/icons/{name}")
    return {"src": source, "sizes": sizes, "type": KINDS[name.rpartition(".")[2]], "purpose": purpose}
