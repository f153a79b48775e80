"""The logo, colour and terms of an archive, for a club that has none.

The logo is untrusted, so it is encoded anew.
"""

import io

from django.utils.translation import gettext as _

from clubs.branding.logo import keep_logo, read_logo
from clubs.language.terms import usable
from clubs.models import Club
from clubs.pictures.reading import Refused
from dogclub.archive.format.lines import ClubFacts
from dogclub.archive.restoring.reader import Unusable


def take_over(club: Club, facts: ClubFacts) -> None:
    """Set what the club lacks, in the restoring transaction. Raises Unusable."""
    if facts.colour and not club.colour:
        club.colour = facts.colour
        club.save(update_fields=["colour"])
    if facts.terms and not club.terms:
        club.terms = usable(facts.terms)
        club.save(update_fields=["terms"])
    if facts.logo_png and not club.logo:
        try:
            keep_logo(club, read_logo(io.BytesIO(facts.logo_png), len(facts.logo_png)))
        except Refused as error:
            raise Unusable(_("The logo in it cannot be used. {error}").format(error=error)) from error
