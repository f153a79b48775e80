"""Players of a club: found by name, old or new, and by number."""

import re

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.shortcuts import get_object_or_404

from clubs.models import Club, FormerName, Player


def player_of(club: Club, pk: int) -> Player:
    """Somebody whose row can be changed: not one who left and took the name along."""
    return get_object_or_404(Player.objects.select_related("club"), club=club, pk=pk, former=None)


def matching_players(rows: QuerySet[Player], query: str) -> QuerySet[Player]:
    """By what they are called, or were."""
    like = re.escape(query)
    before = FormerName.objects.filter(Q(name__iregex=like) | Q(nickname__iregex=like), player=OuterRef("pk"))
    return rows.filter(Q(name__iregex=like) | Q(nickname__iregex=like) | Exists(before)) if query else rows
