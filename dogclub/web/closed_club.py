"""A club that is about to be deleted: those who were in it are told so, instead of that there is nothing."""

from uuid import UUID

from django.http import HttpRequest

from clubs.access import account
from clubs.models import Membership


def closed_club(request: HttpRequest) -> Membership | None:
    """The membership of whoever asks in the closed club this address belongs to, if it does. One query at most."""
    user, route = account(request), request.resolver_match
    if user is None or route is None:
        return None
    rows = Membership.objects.select_related("club").filter(user=user, club__deletes_at__isnull=False)
    slug, match = route.kwargs.get("slug"), route.kwargs.get("pk")
    if slug:
        return rows.filter(club__slug=slug).first()
    return rows.filter(club__matches=match).first() if isinstance(match, UUID) else None
