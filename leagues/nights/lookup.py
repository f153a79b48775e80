"""A night, for whoever may look at it."""

from django.http import Http404
from django.shortcuts import get_object_or_404
from django.utils import timezone

from clubs.access import Access
from clubs.models import Club, Night
from games.access import TONIGHT


def night_for(club: Club, access: Access, pk: int) -> Night:
    """A night somebody may look at: visitors who came by a link see tonight, and nothing else."""
    row = get_object_or_404(Night.objects.select_related("club", "season"), club=club, pk=pk)
    if not access.can_read_history and not is_tonight(row):
        raise Http404
    return row


def is_tonight(row: Night) -> bool:
    return abs(timezone.now() - row.starts_at) <= TONIGHT
