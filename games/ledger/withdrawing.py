"""An import taken back as a whole: the second of the two ways in which entries may go (ADR 21)."""

from django.db import transaction

from games.live import club_topic, tell
from games.models import Award, Entry, Import, Match, Rating, Seat, Shout, Tally, Unimport


@transaction.atomic
def withdraw(bundle: Import) -> None:
    """Its matches with all that was written on them. What follows from results is the caller's to work out anew.

    Whoever calls has made sure that nobody has written on them since.
    """
    Unimport.objects.create(bundle=bundle)
    for rows in (Tally, Shout, Award, Rating, Entry, Seat):
        rows.objects.filter(match__bundle=bundle).delete()
    Match.objects.filter(bundle=bundle).delete()
    tell({club_topic(bundle.club_id): None})
    Unimport.objects.filter(bundle=bundle).delete()
