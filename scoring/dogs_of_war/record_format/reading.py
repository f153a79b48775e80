"""Reads a record by names into seats and entries; it computes nothing, and the engine checks the rules."""

from collections.abc import Iterator, Sequence
from typing import Any

from msgspec import Struct

from scoring.base import Malformed, RuleError
from scoring.dogs_of_war.entries import (
    HOUSES,
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
from scoring.dogs_of_war.record_format.record import (
    Finish,
    Record,
    RecordedBattle,
    RecordedPlay,
    RecordedYear,
    RecordOptions,
)
from scoring.dogs_of_war.variants import house_count
from scoring.messages import Message, at
from scoring.record_format.naming import Names
from scoring.record_format.strict import shape

Entries = Iterator[Struct]


def read(document: Any) -> tuple[list[str], int, Options, list[Struct]]:
    """The names by seat, the number of seats, the options and the entries of a record; raise a RuleError where it is
    not valid.
    """
    record = shape(document, Record)
    names = Names(record.players)
    try:
        options = _options(record.options, names)
        entries = [*_years(record.rounds, names, house_count(options) // 2), *_finish(record.finish, names)]
    except RuleError as error:
        error.name_players(names.list)
        raise
    return names.list, len(names.list), options, entries


def _options(given: RecordOptions, names: Names) -> Options:
    dogs = {names.seat(name, "dogs"): dog for name, dog in given.dogs.items()}
    by_seat = tuple(dogs.get(seat, "") for seat in range(max(dogs, default=-1) + 1))
    return Options(given.variants, HOUSES if given.houses is None else given.houses, by_seat)


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
        message = Message("A battle has either its plays or its final tracker and captains: leave one of the two out.")
        raise Malformed("malformed", message, field="plays")
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
