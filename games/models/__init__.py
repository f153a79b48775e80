"""The database models of matches: what people write, and the rows derived from it."""

from games.models.aggregate import Aggregate
from games.models.callout import CallOut, Tag
from games.models.comment import Comment
from games.models.confirmation import Confirmation
from games.models.entry import Entry, Erasure, Redaction, Withdrawal
from games.models.forecast import Forecast
from games.models.match import Match, Seat
from games.models.photo import SheetPhoto
from games.models.scorekeeper_lock import ScorekeeperLock
from games.models.tablet import TabletPass
from games.models.tally import Tally

__all__ = [
    "Aggregate",
    "CallOut",
    "Comment",
    "Confirmation",
    "Entry",
    "Erasure",
    "Forecast",
    "Match",
    "Redaction",
    "ScorekeeperLock",
    "Seat",
    "SheetPhoto",
    "TabletPass",
    "Tag",
    "Tally",
    "Withdrawal",
]
