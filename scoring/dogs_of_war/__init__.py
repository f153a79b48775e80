"""Dogs of War: houses fight, captains choose sides, and the tally is secret until all are in (rules DW-01 to DW-55).

>>> from scoring.base import replay
>>> first = Contest(("Talbot", "Harlow"), 8, {"Talbot": {0: 2}, "Harlow": {1: 1}})
>>> second = Contest(("Mallory", "Tornborn"), -15, {"Tornborn": {2: 1}})
>>> third = Contest(("Bastiani", "Hackett"), 0)
>>> sheet = replay(DOGS_OF_WAR, 3, Options(), [Year((first, second, third), first_to_pass=1)])
>>> dict(sheet.totals), sheet.values["Tornborn"], sheet.values["Mallory"], sheet.first
({0: 1, 1: 0, 2: 0}, 1, -2, 1)
"""

from scoring.base import Engine, RecordFormat
from scoring.dogs_of_war import record
from scoring.dogs_of_war.battle import BattleLine, Breakdown, TallyLine, YearLine
from scoring.dogs_of_war.entries import (
    ENTRIES,
    NAME,
    Battle,
    Betrayal,
    Contest,
    Gain,
    HouseValues,
    Move,
    Options,
    Pairing,
    Pass,
    Play,
    Tally,
    Year,
)
from scoring.dogs_of_war.play import play, start
from scoring.dogs_of_war.record import Record
from scoring.dogs_of_war.record_sheet import sheet_json, text
from scoring.dogs_of_war.sheet import DogsOfWarSheet, OpenYear
from scoring.dogs_of_war.step import BattleStep, Opening, TallyStep, YearStep, next_step
from scoring.dogs_of_war.tally import breakdown, called_out, hides, public, ranks
from scoring.feats import feats
from scoring.messages import Message

DOGS_OF_WAR: Engine[DogsOfWarSheet] = Engine(
    key="dogs-of-war",
    name=NAME,
    summary=Message("Send captains to help houses in battle; most victory points after four years win."),
    version="1.1",
    seats=(3, 5),
    options=Options,
    entries=ENTRIES,
    start=start,
    play=play,
    ranks=ranks,
    next_step=next_step,
    public=public,
    record_format=RecordFormat(Record, record.read, record.record, sheet_json, text),
    called_out=called_out,
    feats=feats,
    hides=hides,
)

__all__ = [
    "DOGS_OF_WAR",
    "Battle",
    "BattleLine",
    "BattleStep",
    "Betrayal",
    "Breakdown",
    "Contest",
    "DogsOfWarSheet",
    "Gain",
    "HouseValues",
    "Move",
    "OpenYear",
    "Opening",
    "Options",
    "Pairing",
    "Pass",
    "Play",
    "Tally",
    "TallyLine",
    "TallyStep",
    "Year",
    "YearLine",
    "YearStep",
    "breakdown",
    "next_step",
]
