"""Dirty Dog, revision 1.4: bid what you will take, and take what you bid (rules DD-01 to DD-56).

>>> from scoring.base import replay
>>> sheet = replay(DIRTY_DOG, 3, Options(), [Bids({1: 0, 2: 0, 0: 0}), Tricks({0: 1, 1: 0, 2: 0})])
>>> dict(sheet.totals)
{0: -1, 1: 5, 2: 5}
"""

from scoring.base import Engine, RecordFormat
from scoring.dirty_dog import record
from scoring.dirty_dog.callouts import DirtyDogLine
from scoring.dirty_dog.entries import (
    ENTRIES,
    Adjust,
    Bids,
    Join,
    Leave,
    Options,
    Pull,
    Redeal,
    Settled,
    Shorten,
    TiebreakHand,
    Tricks,
    apart,
    rules_name,
    under,
)
from scoring.dirty_dog.finish import ranks
from scoring.dirty_dog.house_rules import NAME
from scoring.dirty_dog.play import play
from scoring.dirty_dog.record import Record
from scoring.dirty_dog.record_sheet import options, sheet_json, text, ties
from scoring.dirty_dog.sheet import DirtyDogSheet
from scoring.dirty_dog.step import BidStep, PullStep, TiebreakStep, TrickStep, next_step
from scoring.dirty_dog.table import start
from scoring.dirty_dog.terms import called_out, feats
from scoring.messages import Message

DIRTY_DOG: Engine[DirtyDogSheet] = Engine(
    key="dirty-dog",
    name=NAME,
    summary=Message("Say how many tricks you will take, then take exactly that many."),
    version="1.4",
    seats=(2, 10),
    options=Options,
    entries=ENTRIES,
    start=start,
    play=play,
    ranks=ranks,
    next_step=next_step,
    record_format=RecordFormat(Record, record.read, record.record, sheet_json, text, ties, options),
    called_out=called_out,
    feats=feats,
    under=under,
    rules=lambda options: str(options.rules),
    apart=apart,
    rules_name=rules_name,
)

__all__ = [
    "DIRTY_DOG",
    "Adjust",
    "BidStep",
    "Bids",
    "DirtyDogLine",
    "DirtyDogSheet",
    "Join",
    "Leave",
    "Options",
    "Pull",
    "PullStep",
    "Redeal",
    "Settled",
    "Shorten",
    "TiebreakHand",
    "TiebreakStep",
    "TrickStep",
    "Tricks",
    "next_step",
]
