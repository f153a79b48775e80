"""Writes seats and entries as a record by names, the reverse of `reading`."""

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from scoring.dogs_of_war.entries import HOUSES, Contest, HouseValues, Options, Tally
from scoring.dogs_of_war.play import play
from scoring.dogs_of_war.sheet import DogsOfWarSheet, OpenYear
from scoring.dogs_of_war.start import start
from scoring.record_format.naming import by_name

Json = dict[str, Any]


def record(names: Sequence[str], seats: int, options: Options, entries: Iterable[Struct]) -> Json:
    """The record of a match, ready for JSON.

    Entries may replace one another while a year is open, so the years are taken from the sheet they add up to.
    """
    sheet = start(seats, options)
    left: OpenYear | None = None
    finish: Json = {}
    for entry in entries:
        if isinstance(entry, HouseValues):
            left, finish["house_values"] = sheet.open, dict(entry.values)
            finish |= {"note": entry.note} if entry.note else {}
        elif isinstance(entry, Tally):
            finish.setdefault("tally", {})[names[entry.seat]] = _tally(entry)
            finish |= {"confirmed": True} if entry.confirmed else {}
        sheet = play(sheet, entry)
    written_record: Json = {"record": 1, "game": "dogs-of-war", "players": list(names[:seats])}
    agreed = _options(options, names)
    if agreed:
        written_record["options"] = agreed
    written_record["rounds"] = _RoundsWriter(sheet, names).rounds(sheet.open or left)
    return written_record | ({"finish": finish} if finish else {})


def _options(options: Options, names: Sequence[str]) -> Json:
    agreed: Json = {"variants": list(options.variants)} if options.variants else {}
    if options.houses != HOUSES:
        agreed["houses"] = list(options.houses)
    dogs = {names[seat]: dog for seat, dog in enumerate(options.dogs) if dog}
    return agreed | ({"dogs": dogs} if dogs else {})


def _tally(entry: Tally) -> Json:
    fields = msgspec.json.decode(msgspec.json.encode(entry), type=Json)
    return {key: value for key, value in fields.items() if key not in ("seat", "confirmed")}


class _RoundsWriter:
    """Writes the years of a sheet as rounds of a record."""

    def __init__(self, sheet: DogsOfWarSheet, names: Sequence[str]) -> None:
        self.sheet = sheet
        self.names = names

    def rounds(self, now: OpenYear | None) -> list[Json]:
        """Every closed year, then the one in progress (None: there is none)."""
        closed_years = []
        token: int | None = None
        for line in self.sheet.years:
            first = None if line.first_player == token else line.first_player
            passed = () if line.first_to_pass is None else (line.first_to_pass,)
            contests = tuple(battle.contest for battle in line.battles)
            closed_years.append(self.year(OpenYear(contests, first, passed, line.gained)))
            token = line.first_to_pass
        return closed_years if now is None else [*closed_years, self.open(now)]

    def year(self, now: OpenYear) -> Json:
        """A year as far as it is written down."""
        row: Json = {}
        if now.first_player is not None:
            row["first_player"] = self.names[now.first_player]
        row["battles"] = [self.battle(contest) for contest in now.battles]
        if now.passed:
            row["first_to_pass"] = self.names[now.passed[0]]
        if now.gained:
            row["captains_gained"] = by_name(now.gained, self.names)
        return row

    def open(self, now: OpenYear) -> Json:
        """The year in progress; `passed` lists all seats that have passed, since these cannot play any more."""
        row = self.year(now)
        if len(now.passed) > 1:
            row["passed"] = [self.names[seat] for seat in now.passed]
        whole = len(now.battles) == self.sheet.fights and all(contest.recorded for contest in now.battles)
        return row | ({"open": True} if whole else {})

    def battle(self, contest: Contest) -> Json:
        """A battle as it was written down."""
        row: Json = {"houses": list(contest.houses)}
        if contest.tracker is not None:
            row["tracker"] = contest.tracker
            row["captains"] = {house: by_name(there, self.names) for house, there in contest.captains.items()}
        if contest.plays is not None:
            row["plays"] = [self.play(move) for move in contest.plays]
        if contest.bonus:
            row["bonus"] = contest.bonus
        if contest.betrayal:
            row["betrayal"] = [self.names[seat] for seat in contest.betrayal]
        return row

    def play(self, move: Struct) -> Json:
        """A play with its player's name."""
        fields = msgspec.json.decode(msgspec.json.encode(move), type=Json)
        return {"player": self.names[fields.pop("seat")], **fields}
