"""Clash of Corgis: be the first to empty your hand, best of a series of games (rules CC-01 to CC-33).

>>> from scoring.base import replay
>>> sheet = replay(CLASH_OF_CORGIS, 2, Options(best_of=3), [Game(1, {0: 4}), Game(1)])
>>> sheet.winners
(1,)
"""

from scoring.base import Engine, RecordFormat
from scoring.clash_of_corgis.play import (
    ENTRIES,
    NAME,
    CorgisLine,
    CorgisSheet,
    Game,
    GameStep,
    Options,
    Shorten,
    next_step,
    play,
    ranks,
    start,
)
from scoring.clash_of_corgis.record import Record, read, sheet_json, text, write
from scoring.feats import called_out, feats
from scoring.messages import Message

CLASH_OF_CORGIS: Engine[CorgisSheet] = Engine(
    key="clash-of-corgis",
    name=NAME,
    summary=Message("Beat the card on the table or pass; whoever empties their hand first wins."),
    version="1.0",
    seats=(2, 4),
    options=Options,
    entries=ENTRIES,
    start=start,
    play=play,
    ranks=ranks,
    next_step=next_step,
    record_format=RecordFormat(Record, read, write, sheet_json, text),
    called_out=called_out,
    feats=feats,
)

__all__ = [
    "CLASH_OF_CORGIS",
    "CorgisLine",
    "CorgisSheet",
    "Game",
    "GameStep",
    "Options",
    "Shorten",
    "next_step",
]
