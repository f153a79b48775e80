"""What is written down at the tables, and the figures it adds up to."""

from games.models.award import Award
from games.models.entry import Entry, Erasure
from games.models.fixture import CutPull, Fixture, Reseat
from games.models.match import Match, Seat
from games.models.rating import Rating
from games.models.shout import Shout, Tag
from games.models.tablet import TabletPass
from games.models.tally import Tally

__all__ = [
    "Award",
    "CutPull",
    "Entry",
    "Erasure",
    "Fixture",
    "Match",
    "Rating",
    "Reseat",
    "Seat",
    "Shout",
    "TabletPass",
    "Tag",
    "Tally",
]
