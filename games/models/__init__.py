"""The database models of matches: what people write, and the rows derived from it."""

from games.models.comment import Comment, SheetPhoto
from games.models.derived import Aggregate, CallOut, Forecast, Tag, Tally
from games.models.match import (
    Confirmation,
    Entry,
    Erasure,
    Match,
    Redaction,
    RemovedMatch,
    ScorekeeperLock,
    Seat,
    Substitution,
    TabletPass,
    Withdrawal,
)

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
    "RemovedMatch",
    "ScorekeeperLock",
    "Seat",
    "SheetPhoto",
    "Substitution",
    "TabletPass",
    "Tag",
    "Tally",
    "Withdrawal",
]
