"""The actions of Dirty Dog beside bids and tricks: one page each, with the rule quoted."""

from games.dirty_dog.actions.by_hand import BY_HAND
from games.dirty_dog.actions.card_pull import CARD_PULL
from games.dirty_dog.actions.late import LATE
from games.dirty_dog.actions.leave import LEAVE
from games.dirty_dog.actions.settled import SETTLED
from games.dirty_dog.actions.stop import STOP
from games.dirty_dog.actions.tie_break import TIE_BREAK
from games.dirty_dog.actions.turned_up import TURNED_UP
from games.dirty_dog.actions.void import VOID

ACTIONS = (TIE_BREAK, CARD_PULL, SETTLED, TURNED_UP, LATE, LEAVE, VOID, BY_HAND, STOP)

__all__ = ["ACTIONS"]
