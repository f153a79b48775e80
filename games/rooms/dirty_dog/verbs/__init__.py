"""What can happen at a table beside bids and tricks: one page each, with the rule quoted."""

from games.rooms.dirty_dog.verbs.card_pull import CARD_PULL
from games.rooms.dirty_dog.verbs.late import LATE
from games.rooms.dirty_dog.verbs.leave import LEAVE
from games.rooms.dirty_dog.verbs.stop import STOP
from games.rooms.dirty_dog.verbs.tie_break import TIE_BREAK
from games.rooms.dirty_dog.verbs.void import VOID

VERBS = (TIE_BREAK, CARD_PULL, LATE, LEAVE, VOID, STOP)

__all__ = ["VERBS"]
