"""The club of a link that requires sign-in, to name it on the sign-in page."""

from urllib.parse import urlsplit
from uuid import UUID

from django.http import HttpRequest
from django.urls import Resolver404, resolve

from clubs.models import Club


def linked_club(request: HttpRequest) -> Club | None:
    """Return the club of the page that follows the sign-in, or None; only its name may be shown. One query at most."""
    try:
        known = resolve(urlsplit(request.POST.get("next") or request.GET.get("next", "")).path).kwargs
    except (Resolver404, ValueError):
        return None
    clubs = Club.objects.filter(deletes_at=None)
    slug, match = known.get("slug"), known.get("pk")
    if slug:
        return clubs.filter(slug=slug).first()
    return clubs.filter(matches=match).first() if isinstance(match, UUID) else None
