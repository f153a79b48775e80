"""Who comes to a table late, or leaves it early, is written down for the night as well. Undo takes it back."""

from django.utils import timezone

from clubs.calendar.nights import arrive, go_home
from games.entries.match_state import MatchState


def follow(book: MatchState, before: tuple[int, ...]) -> None:
    """`before` is who sat there until now; nothing to do for a match of no night."""
    night = book.match.night
    if night is None:
        return
    after, now = book.sheet.around, night.closed_at or timezone.now()
    players = {seat.position: seat.player for seat in book.seats}
    come = [players[seat] for seat in after if seat not in before]
    if come:
        arrive(night, come, now)
    for seat in before:
        if seat not in after and seat in players:
            go_home(night, players[seat], now)
