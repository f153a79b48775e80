"""Who currently sits at which table of a night."""

from clubs.models import Night, Player
from games.models import Match, Seat


def open_seats(night: Night) -> list[Seat]:
    """Return the seats of all matches still being played, in table order; one query. A match that only waits for
    confirmation is not among them.
    """
    going = {"match__night": night, "match__played_at": None, "match__finished_at": None, "match__abandoned_at": None}
    return list(Seat.objects.filter(**going).select_related("player", "match").order_by("match__table", "position"))


def sitting(night: Night) -> dict[int, tuple[Player, Match]]:
    """Return (player, match) by player id, without players who are marked as having left the night."""
    gone = set(night.attendances.filter(left_at__isnull=False).values_list("player_id", flat=True))
    return {seat.player_id: (seat.player, seat.match) for seat in open_seats(night) if seat.player_id not in gone}
