"""One word that changes whenever anything about a play-off does: two queries, however much was played."""

from django.db.models import Count, Sum

from leagues.models import CutPull, Fixture, Playoff, Reseat


def token(playoff: Playoff) -> str:
    played = Fixture.objects.filter(playoff=playoff).aggregate(
        versions=Sum("match__version"), dealt=Count("match"), fixtures=Count("pk")
    )
    pulls = CutPull.objects.filter(playoff=playoff).aggregate(all=Count("pk"), withdrawn=Count("withdrawn_at"))
    reseats = Reseat.objects.filter(playoff=playoff).count()
    ended = bool(playoff.called_off_at), bool(playoff.finished_at)
    parts = (*played.values(), *pulls.values(), reseats, *map(int, ended))
    return "-".join(str(part or 0) for part in parts)
