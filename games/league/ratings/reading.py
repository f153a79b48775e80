"""What pages read of ratings. Each is one query, and none grows with what was played."""

from django.db.models import OuterRef, QuerySet, Subquery

from games.models import Rating
from leagues.models import Club, Player


def latest(club: Club, game: str) -> QuerySet[Rating]:
    """Where everybody stands now: the last row of each player."""
    last = Rating.objects.filter(player=OuterRef("pk"), game=game).order_by("-number").values("pk")[:1]
    players = Player.objects.filter(club=club).order_by().annotate(last=Subquery(last)).values("last")
    return Rating.objects.filter(pk__in=players)


def strengths(club: Club, game: str) -> dict[int, float]:
    """How strong each rated player is thought to be, for groups that are even or spread; one query."""
    return dict(latest(club, game).order_by().values_list("player", "mu"))
