"""What is written down at the tables, and the figures it adds up to."""

from games.models.award import Award
from games.models.bundle import Import, Unimport
from games.models.confirmation import Confirmation
from games.models.entry import Entry, Erasure
from games.models.fixture import CutPull, Fixture, Reseat
from games.models.hook import Hook
from games.models.job import Job
from games.models.match import Match, Seat
from games.models.pencil import Pencil
from games.models.rating import Rating
from games.models.shout import Shout, Tag
from games.models.tablet import TabletPass
from games.models.tally import Tally

__all__ = [
    "Award",
    "Confirmation",
    "CutPull",
    "Entry",
    "Erasure",
    "Fixture",
    "Hook",
    "Import",
    "Job",
    "Match",
    "Pencil",
    "Rating",
    "Reseat",
    "Seat",
    "Shout",
    "TabletPass",
    "Tag",
    "Tally",
    "Unimport",
]
