"""The ledger: every write to a match. Drafts are played through the engine and become entries and figures in one
transaction.

A function returns once the commit is on disk. Nothing here knows a particular game.
"""

from games.entries.drafts import Author, Closed, Conflict, Draft, Gap, NotAsked, Refused
from games.ledger.confirmation import Confirmed, confirm, confirm_for_all, object_to
from games.ledger.lifetime import abandon, erase, erase_removed, remove, reopen, start, take_back, withdraw
from games.ledger.restore import AddedUp, add_up, restore
from games.ledger.rows import rescore, seat_again
from games.ledger.substitution import Takeover, end_substitution, settle_again, substitute
from games.ledger.writing import Recorded, discard_drafts, insert, only_discarded, preview, record

__all__ = [
    "AddedUp",
    "Author",
    "Closed",
    "Confirmed",
    "Conflict",
    "Draft",
    "Gap",
    "NotAsked",
    "Recorded",
    "Refused",
    "Takeover",
    "abandon",
    "add_up",
    "confirm",
    "confirm_for_all",
    "discard_drafts",
    "end_substitution",
    "erase",
    "erase_removed",
    "insert",
    "object_to",
    "only_discarded",
    "preview",
    "record",
    "remove",
    "reopen",
    "rescore",
    "restore",
    "seat_again",
    "settle_again",
    "start",
    "substitute",
    "take_back",
    "withdraw",
]
