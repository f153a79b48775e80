"""Finds the club that awaits deletion, so that its members get a page about this instead of a 404."""

from uuid import UUID

from django.http import HttpRequest

from clubs.access import account
from clubs.models import Membership


def closed_club(request: HttpRequest) -> Membership | None:
    """Return the user's membership in the club that awaits deletion and that this URL belongs to, by slug or match id;
    else None. At most one query.
    """
    user, route = account(request), request.resolver_match
    if user is None or route is None:
        return None
    rows = Membership.objects.select_related("club").filter(user=user, club__deletes_at__isnull=False)
    slug, match = route.kwargs.get("slug"), route.kwargs.get("pk")
    if slug:
        return rows.filter(club__slug=slug).first()
    return rows.filter(club__matches=match).first() if isinstance(match, UUID) else None
