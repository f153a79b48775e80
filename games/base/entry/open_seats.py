"""Who sits at which table of a night, now."""

from clubs.models import Night, Player
from games.models import Match, Seat


def open_seats(night: Night) -> list[Seat]:
    """The chairs of the tables that are still going; one query. Whose sheet only waits to be confirmed is free."""
    going = {"match__night": night, "match__played_at": None, "match__finished_at": None, "match__abandoned_at": None}
    return list(Seat.objects.filter(**going).select_related("player", "match").order_by("match__table", "position"))


def sitting(night: Night) -> dict[int, tuple[Player, Match]]:
    """By player. Whoever left a table early is written down as gone, and may come back."""
    gone = set(night.attendances.filter(left_at__isnull=False).values_list("player_id", flat=True))
    return {seat.player_id: (seat.player, seat.match) for seat in open_seats(night) if seat.player_id not in gone}
