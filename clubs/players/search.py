"""Search of players by name, present or former, and by key."""

import re

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.shortcuts import get_object_or_404

from clubs.models import Club, FormerName, Player


def player_of(club: Club, pk: int) -> Player:
    """Return a player who can be changed, that is not a former member. Raise Http404."""
    return get_object_or_404(Player.objects.select_related("club"), club=club, pk=pk, former=None)


def matching_players(rows: QuerySet[Player], query: str) -> QuerySet[Player]:
    """Return the players with the query in a present or former name; all for an empty query."""
    like = re.escape(query)
    before = FormerName.objects.filter(Q(name__iregex=like) | Q(nickname__iregex=like), player=OuterRef("pk"))
    return rows.filter(Q(name__iregex=like) | Q(nickname__iregex=like) | Exists(before)) if query else rows
