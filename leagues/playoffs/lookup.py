"""Finding a play-off, with a check of who may see it."""

from django.db.models import Count, Sum
from django.http import Http404
from django.utils import timezone

from clubs.access import Access
from clubs.models import Club
from games.access import TONIGHT
from leagues.models import CutPull, Fixture, Playoff, PlayoffLeaver, Reseat


def find(club: Club, access: Access, pk: int) -> Playoff:
    """Return the play-off. Raises Http404 if it does not exist, or for spectators if it is not tonight's."""
    playoff = club.playoffs.filter(pk=pk).select_related("night", "winner", "loser").first()
    if playoff is None or not (access.can_read_history or _is_tonight(playoff)):
        raise Http404
    playoff.club = club
    return playoff


def find_groups(club: Club, access: Access, pk: int) -> Playoff:
    """Return a play-off with groups, as `find` does. Raises Http404 for other kinds."""
    playoff = find(club, access, pk)
    if playoff.kind != Playoff.Kind.GROUPS:
        raise Http404
    return playoff


def _is_tonight(playoff: Playoff) -> bool:
    ended = playoff.finished_at or playoff.called_off_at
    return ended is None or timezone.now() - ended < TONIGHT


def token(playoff: Playoff) -> str:
    """Return a string that changes with every entry, deal, card pull, leaver and decision of the play-off."""
    played = Fixture.objects.filter(playoff=playoff).aggregate(
        versions=Sum("match__version"), dealt=Count("match"), fixtures=Count("pk")
    )
    pulls = CutPull.objects.filter(playoff=playoff).aggregate(all=Count("pk"), withdrawn=Count("withdrawn_at"))
    reseats = Reseat.objects.filter(playoff=playoff).count()
    gone = PlayoffLeaver.objects.filter(playoff=playoff).aggregate(all=Count("pk"), withdrawn=Count("withdrawn_at"))
    ended = bool(playoff.called_off_at), bool(playoff.finished_at)
    parts = (*played.values(), *pulls.values(), *gone.values(), playoff.bottom, reseats, *map(int, ended))
    return "-".join(str(part or 0) for part in parts)
