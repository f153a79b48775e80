"""Top Dog: the highest card wins the hand, and 35 hands win the game (rules TD-01 to TD-26).

>>> from scoring.base import replay
>>> sheet = replay(TOP_DOG, 3, Options(), [Round({0: 6, 1: 4, 2: 3}), Round({0: 2, 1: 5, 2: 5}, last_hand_tied=True)])
>>> dict(sheet.totals)
{0: 8, 1: 9, 2: 8}
"""

from scoring.base import Engine, RecordFormat
from scoring.feats import called_out, feats
from scoring.messages import Message
from scoring.top_dog import record
from scoring.top_dog.play import RoundStep, next_step, play, ranks, start
from scoring.top_dog.record import Record, sheet_json, text
from scoring.top_dog.sheet import ENTRIES, NAME, Options, Round, TopDogLine, TopDogSheet, against, points

TOP_DOG: Engine[TopDogSheet] = Engine(
    key="top-dog",
    name=NAME,
    summary=Message("Everybody plays a card at once and the highest wins the hand; first to 35 hands wins."),
    version="1.0",
    seats=(2, 4),
    options=Options,
    entries=ENTRIES,
    start=start,
    play=play,
    ranks=ranks,
    next_step=next_step,
    record_format=RecordFormat(Record, record.read, record.record, sheet_json, text),
    called_out=called_out,
    feats=feats,
)

__all__ = [
    "TOP_DOG",
    "Options",
    "Round",
    "RoundStep",
    "TopDogLine",
    "TopDogSheet",
    "against",
    "next_step",
    "points",
]
