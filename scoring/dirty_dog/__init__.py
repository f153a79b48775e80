"""Dirty Dog, revision 1.3: bid what you will take, and take what you bid (rules DD-01 to DD-56).

>>> from scoring.base import replay
>>> sheet = replay(DIRTY_DOG, 3, Options(), [Bids({1: 0, 2: 0, 0: 0}), Tricks({0: 1, 1: 0, 2: 0})])
>>> dict(sheet.totals)
{0: -1, 1: 5, 2: 5}
"""

from scoring.base import Engine, RecordFormat
from scoring.dirty_dog.entries import (
    ENTRIES,
    NAME,
    Bids,
    Join,
    Leave,
    Options,
    Pull,
    Redeal,
    Shorten,
    TiebreakHand,
    Tricks,
)
from scoring.dirty_dog.feats import called_out, feats
from scoring.dirty_dog.finish import ranks
from scoring.dirty_dog.hands.line import DirtyDogLine
from scoring.dirty_dog.play import play
from scoring.dirty_dog.record_format import reading, writing
from scoring.dirty_dog.record_format.record import Record
from scoring.dirty_dog.record_format.sheet_json import sheet_json
from scoring.dirty_dog.record_format.text import text
from scoring.dirty_dog.sheet import DirtyDogSheet
from scoring.dirty_dog.start import start
from scoring.dirty_dog.step import BidStep, PullStep, TiebreakStep, TrickStep, next_step
from scoring.messages import Message

DIRTY_DOG: Engine[DirtyDogSheet] = Engine(
    key="dirty-dog",
    name=NAME,
    summary=Message("Say how many tricks you will take, then take exactly that many."),
    version="1.3",
    seats=(2, 10),
    options=Options,
    entries=ENTRIES,
    start=start,
    play=play,
    ranks=ranks,
    next_step=next_step,
    record_format=RecordFormat(Record, reading.read, writing.record, sheet_json, text),
    called_out=called_out,
    feats=feats,
)

__all__ = [
    "DIRTY_DOG",
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
    "Shorten",
    "TiebreakHand",
    "TiebreakStep",
    "TrickStep",
    "Tricks",
    "next_step",
]
