"""Every write. One door in: drafts are folded through the engine and become entries and figures in one transaction.

An answer is given only after the commit is on disk. Nothing here knows a game.
"""

from games.drafts import Closed, Conflict, Draft, Gap, Refused, Writer
from games.ledger.lifetime import abandon, erase, reopen, start
from games.ledger.rescoring import rescore
from games.ledger.rows import seat_again
from games.ledger.writing import Recorded, insert, preview, record

__all__ = [
    "Closed",
    "Conflict",
    "Draft",
    "Gap",
    "Recorded",
    "Refused",
    "Writer",
    "abandon",
    "erase",
    "insert",
    "preview",
    "record",
    "reopen",
    "rescore",
    "seat_again",
    "start",
]
