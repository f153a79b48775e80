"""Pack o' Dogs: win rounds and complete packs for points, which multipliers increase (rules PK-01 to PK-41).

Who wins a turn is decided by the cards on the table, never by this engine (PK-02).

>>> from scoring.base import replay
>>> rounds = [Round(0, pack=False), Round(1, pack=True), Round(1, pack=True)]
>>> dict(replay(PACK_O_DOGS, 2, Options(), rounds).totals)
{0: 1, 1: 6}
"""

from scoring.base import Engine, RecordFormat
from scoring.feats import called_out, feats
from scoring.messages import Message
from scoring.pack_o_dogs import record
from scoring.pack_o_dogs.play import Deal, Pays, PilesStep, RoundStep, next_step, play, ranks, start
from scoring.pack_o_dogs.record import Record, sheet_json, text
from scoring.pack_o_dogs.sheet import (
    ENTRIES,
    NAME,
    Capture,
    Game,
    Options,
    PackSheet,
    Piles,
    PilesLine,
    Product,
    Round,
    RoundLine,
    Shorten,
)

PACK_O_DOGS: Engine[PackSheet] = Engine(
    key="pack-o-dogs",
    name=NAME,
    summary=Message("Two players win cards from each other by completing packs of three."),
    version="1",
    seats=(2, 2),
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
    "PACK_O_DOGS",
    "Capture",
    "Deal",
    "Game",
    "Options",
    "PackSheet",
    "Pays",
    "Piles",
    "PilesLine",
    "PilesStep",
    "Product",
    "Round",
    "RoundLine",
    "RoundStep",
    "Shorten",
    "next_step",
]
