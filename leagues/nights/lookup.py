"""Finding a night, with a check of who may see it."""

from django.http import Http404
from django.shortcuts import get_object_or_404
from django.utils import timezone

from clubs.access import Access
from clubs.models import Club, Night
from games.access import TONIGHT


def night_for(club: Club, access: Access, pk: int) -> Night:
    """Return the night. Raises Http404 if there is none; for visitors (by a link) also if it is not tonight."""
    row = get_object_or_404(Night.objects.select_related("club", "season"), club=club, pk=pk)
    if not access.can_read_history and not is_tonight(row):
        raise Http404
    return row


def is_tonight(row: Night) -> bool:
    """Whether the night starts at most TONIGHT before or after now."""
    return abs(timezone.now() - row.starts_at) <= TONIGHT
