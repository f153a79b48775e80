"""Records of Dogs of War by names, read into seats and entries and written back; the engine checks them."""

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from scoring.base import Malformed, RuleError
from scoring.dogs_of_war.battle import house_count
from scoring.dogs_of_war.contests import plays_and_final
from scoring.dogs_of_war.entries import (
    HOUSES,
    Battle,
    Betrayal,
    Contest,
    Count,
    Gain,
    House,
    HouseValues,
    Move,
    Options,
    Pairing,
    Pass,
    Play,
    Tally,
    Words,
    Year,
)
from scoring.dogs_of_war.play import play, start
from scoring.dogs_of_war.sheet import DogsOfWarSheet, OpenYear
from scoring.messages import Message, at
from scoring.record_format import parts
from scoring.record_format.parts import Document, Name, Names, Numbers, Substitutes, by_name, record_options
from scoring.record_format.strict import shape

# The types of a Dogs of War record; the JSON is read into them and the JSON Schema made from them.


HouseNumbers = Annotated[dict[str, int], Meta(description="A whole number for each house")]
Side = Annotated[dict[str, Numbers], Meta(description="For each house of the battle, whose captains stand there")]


if TYPE_CHECKING:
    RecordOptions = Options
else:
    RecordOptions = record_options(
        Options,
        "What was agreed before the first year.",
        variants=(tuple[Literal["crushing-at-12", "sudden-death", "decisive-fourth-year", "cutthroat"], ...], ()),
        houses=(Annotated[tuple[House, ...] | None, Meta(description="Six houses, or four with cutthroat")], None),
        dogs=(Annotated[dict[str, House], Meta(description="Which dog of war a player plays")], {}),
    )


class RecordedPlay(Document, frozen=True):
    """A soldier with his captain, or a bare move of the tracker."""

    player: Name
    house: House
    soldier: Literal["footman", "arquebuser", "knight", "war_machine"] | None = None
    spaces: Annotated[int | None, Meta(description="A bare move towards the house")] = None
    space: Annotated[Literal["arquebuser", "knight"] | None, Meta(description="What the captain's space asks for")] = (
        None
    )


class RecordedBattle(Document, frozen=True):
    """A battle: final tracker and captains, or its plays; neither while it is not fought yet."""

    houses: tuple[House, House]
    tracker: Annotated[int | None, Meta(description="-15 to 15, positive for the first house")] = None
    captains: Side | None = None
    plays: Annotated[tuple[RecordedPlay, ...], Meta(max_length=200)] | None = None
    bonus: Annotated[Words, Meta(description="“captain” and “2 captains” count for next year")] = ""
    betrayal: Annotated[tuple[Name, ...], Meta(description="Who played Betrayal on this battle")] = ()


class RecordedYear(Document, frozen=True):
    """A year as it was recorded; the last one may be unfinished.

    A year is over when each of its battles has a tracker or plays, unless `open` says that plays are still to come.
    """

    first_player: Name | None = None
    battles: tuple[RecordedBattle, ...] = ()
    first_to_pass: Name | None = None
    passed: Annotated[tuple[Name, ...], Meta(description="All who passed so far, in order, in an open year")] = ()
    captains_gained: Annotated[dict[str, int], Meta(description="Captains beyond the year's, by player")] = {}
    open: bool = False


class RecordedTally(Document, frozen=True):
    """What one player holds at the end."""

    vp: Count
    influence: Annotated[dict[str, Count], Meta(description="Influence tokens of each house")]
    support: Annotated[str, Meta(description="The house of the support card")]
    coins: Count
    tactics: Count
    soldiers: Count
    adjust: Count = 0
    adjust_note: Words = ""


class Finish(Document, frozen=True):
    """The final values and tallies."""

    tally: dict[str, RecordedTally] = {}
    house_values: HouseNumbers | None = None
    note: Annotated[Words, Meta(description="Why the house values are not what the battles come to")] = ""
    confirmed: Annotated[bool, Meta(description="A support card named twice, or more coins than the box holds")] = False


class Record(Document, frozen=True):
    """A match of Dogs of War as it was played."""

    record: Literal[1]
    game: Literal["dogs-of-war"]
    players: tuple[Name, ...]
    options: RecordOptions = RecordOptions()
    rounds: Annotated[tuple[RecordedYear, ...], Meta(max_length=1000)] = ()
    finish: Finish = Finish()
    substitutes: Substitutes = ()


# Reads a record by names into seats and entries; it computes nothing, and the engine checks the rules.


Entries = Iterator[Struct]


def read(document: Any) -> tuple[list[str], int, Options, list[Struct]]:
    """The names by seat, the number of seats, the options and the entries of a record; raise a RuleError where it is
    not valid.
    """
    record = shape(document, Record)
    names = Names(record.players)
    try:
        options = options_of(record.options, names)
        entries = [*_years(record.rounds, names, house_count(options) // 2), *_finish(record.finish, names)]
    except RuleError as error:
        error.name_players(names.list)
        raise
    return names.list, len(names.list), options, entries


def options_of(given: RecordOptions, names: Names) -> Options:
    """The options of a record, with houses and dogs of war by seat."""
    by_name: Any = given.dogs
    dogs = names.seats(by_name, "dogs")
    by_seat = tuple(dogs.get(seat, "") for seat in range(max(dogs, default=-1) + 1))
    houses = HOUSES if given.houses is None else given.houses
    return parts.from_record(Options, given, names, houses=houses, dogs=by_seat)


def _years(rounds: Sequence[RecordedYear], names: Names, fights: int) -> Entries:
    for number, year in enumerate(rounds, 1):
        try:
            yield from _year(year, names, fights, last=number == len(rounds))
        except RuleError as error:
            error.round = number
            raise


def _year(year: RecordedYear, names: Names, fights: int, *, last: bool) -> Entries:
    """Yield the entries of a year: one for a closed year, and one for each thing written down of a year in progress."""
    contests = [_contest(battle, names) for battle in year.battles]
    whole = len(contests) >= fights and all(contest.recorded for contest in contests)
    if last and (year.open or not whole):
        yield from _open(year, contests, names)
        return
    if year.open:
        raise Malformed("malformed", Message("Only the last year may be open: leave that out."), field="open")
    passed = _passed(year, names)
    yield Year(
        tuple(contests),
        _seat(year.first_player, names, "first_player"),
        passed[0] if passed else None,
        names.seats(year.captains_gained, "captains_gained"),
    )


def _open(year: RecordedYear, contests: Sequence[Contest], names: Names) -> Entries:
    """Yield the entries of a year in progress, in an order in which each is legal.

    The order of battles does not matter; captains gained and Betrayal come before the plays that need them, and final
    positions before the plays, since the number of turns cannot be checked once there are any.
    """
    bonuses = tuple(contest.bonus for contest in contests)
    first = _seat(year.first_player, names, "first_player")
    yield Pairing(tuple(contest.houses for contest in contests), first, bonuses if any(bonuses) else ())
    for seat, captains in names.seats(year.captains_gained, "captains_gained").items():
        yield Gain(seat, captains)
    for index, contest in enumerate(contests):
        if contest.tracker is not None:
            yield Battle(index, contest.tracker, contest.captains, betrayal=contest.betrayal)
    unused: list[Betrayal] = []
    for index, contest in enumerate(contests):
        if contest.tracker is None:
            yield from _logged(index, contest, unused)
    yield from unused
    for seat in _passed(year, names):
        yield Pass(seat)


def _logged(index: int, contest: Contest, unused: list[Betrayal]) -> Entries:
    """Yield the plays of a battle, each Betrayal before the play that needs it; append the other ones to `unused`."""
    waiting = list(contest.betrayal)
    sides: dict[int, str] = {}
    for move in contest.plays or ():
        if move.soldier is not None and sides.setdefault(move.seat, move.house) != move.house and move.seat in waiting:
            waiting.remove(move.seat)
            yield Betrayal(index, move.seat)
        yield Play(index, move.seat, move.house, move.soldier, move.spaces, move.space)
    unused += [Betrayal(index, seat) for seat in waiting]


def _passed(year: RecordedYear, names: Names) -> list[int]:
    """The seats that passed, in order; raise Malformed where `first_to_pass` does not come first."""
    first = _seat(year.first_to_pass, names, "first_to_pass")
    passed = [names.seat(name, "passed") for name in year.passed]
    if first is None or passed[:1] == [first]:
        return passed
    if passed:
        message = Message("{player} was the first to pass, so that name stands first under “passed”.", player=at(first))
        raise Malformed("malformed", message, seat=first, field="passed")
    return [first]


def _seat(name: str | None, names: Names, field: str) -> int | None:
    return None if name is None else names.seat(name, field)


def _contest(battle: RecordedBattle, names: Names) -> Contest:
    if (battle.tracker is None) != (battle.captains is None):
        missing = "tracker" if battle.tracker is None else "captains"
        message = Message("The key “{key}” is missing: a final position is the tracker and the captains.", key=missing)
        raise Malformed("malformed", message, field=missing)
    plays = None if battle.plays is None else tuple(_move(play, names) for play in battle.plays)
    if plays is not None and battle.tracker is not None:
        raise plays_and_final()
    captains = {house: names.seats(there, "captains") for house, there in (battle.captains or {}).items()}
    betrayal = tuple(names.seat(name, "betrayal") for name in battle.betrayal)
    return Contest(battle.houses, battle.tracker, captains, plays, battle.bonus, betrayal)


def _move(play: RecordedPlay, names: Names) -> Move:
    return Move(names.seat(play.player, "plays"), play.house, play.soldier, play.spaces, play.space)


def _finish(finish: Finish, names: Names) -> Entries:
    if finish.house_values is not None:
        yield HouseValues(finish.house_values, finish.note)
    elif finish.note:
        raise Malformed(
            "malformed", Message("A note explains house values: write those too, or leave it out."), field="note"
        )
    for name, held in finish.tally.items():
        yield Tally(
            seat=names.seat(name, "tally"),
            vp=held.vp,
            influence=held.influence,
            support=held.support,
            coins=held.coins,
            tactics=held.tactics,
            soldiers=held.soldiers,
            adjust=held.adjust,
            adjust_note=held.adjust_note,
            confirmed=finish.confirmed,
        )


# Writes seats and entries as a record by names, the reverse of `reading`.


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
    if given := _options(options, names):
        written_record["options"] = given
    written_record["rounds"] = _RoundsWriter(sheet, names).rounds(sheet.open or left)
    return written_record | ({"finish": finish} if finish else {})


def _options(options: Options, names: Sequence[str]) -> Json:
    given = parts.to_record(options, names)
    dogs = {names[seat]: dog for seat, dog in enumerate(given.pop("dogs", ())) if dog}
    return given | ({"dogs": dogs} if dogs else {})


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
