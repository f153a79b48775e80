"""A play-off, for whoever may look at it."""

from django.http import Http404
from django.utils import timezone

from clubs.access import Access
from clubs.models import Club
from games.access import TONIGHT
from leagues.models import Playoff


def find(club: Club, access: Access, pk: int) -> Playoff:
    """Whoever only watches sees tonight's."""
    found = club.playoffs.filter(pk=pk).select_related("night", "winner", "loser").first()
    if found is None or not (access.can_read_history or _is_tonight(found)):
        raise Http404
    found.club = club
    return found


def find_groups(club: Club, access: Access, pk: int) -> Playoff:
    found = find(club, access, pk)
    if found.kind != Playoff.Kind.GROUPS:
        raise Http404
    return found


def _is_tonight(playoff: Playoff) -> bool:
    ended = playoff.finished_at or playoff.called_off_at
    return ended is None or timezone.now() - ended < TONIGHT
