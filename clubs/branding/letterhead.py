"""What stands beside the club's name on paper and in pictures, which are always light."""

from typing import TypedDict

from clubs.branding.logo import logo_of
from clubs.models import Club


class Letterhead(TypedDict):
    """`colour` is readable on white, or empty; `logo` a PNG, or empty."""

    colour: str
    logo: bytes


def letterhead(club: Club) -> Letterhead:
    """One query where the club has a logo that was not asked for a moment ago."""
    return {"colour": club.light_colour, "logo": logo_of(club) or b""}
