"""Who is ranked, and by what: guests play along without being of the club, and the club says whether they rank."""

from django.dispatch import Signal

from clubs.models import Club

ranking_changed = Signal()  # club: who is ranked there, or how, is not as it was


def announce_ranking_change(club: Club) -> None:
    """The club has decided anew who is ranked, or how all time counts."""
    ranking_changed.send(Club, club=club)


def note_guest_change(club: Club) -> None:
    """A player is a guest by now, or is one no longer: that moves nobody where guests are ranked."""
    if not club.guests_rank:
        announce_ranking_change(club)
