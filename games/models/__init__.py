"""What is written down at the tables, and the figures it adds up to."""

from games.models.entry import Entry, Erasure
from games.models.match import Match, Seat
from games.models.tablet import TabletPass
from games.models.tally import Tally

__all__ = ["Entry", "Erasure", "Match", "Seat", "TabletPass", "Tally"]
