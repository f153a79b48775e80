"""Signals for changes of who is ranked: guests may play, and the club decides whether they are ranked."""

from django.dispatch import Signal

from clubs.models import Club

ranking_changed = Signal()  # sent with `club` when who is ranked there, or how, has changed


def announce_ranking_change(club: Club) -> None:
    """Send the signal after a change of a setting that affects the ranking."""
    ranking_changed.send(Club, club=club)


def note_guest_change(club: Club) -> None:
    """Send the signal after a player has become a guest or is one no longer; no effect if guests are ranked."""
    if not club.guests_rank:
        announce_ranking_change(club)
