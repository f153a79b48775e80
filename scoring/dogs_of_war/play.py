"""The start of a match, and the fold over its entries, by a year, a battle or a play (DW-01, DW-03, DW-07, DW-19 to
DW-28, DW-48 to DW-52).
"""

from collections.abc import Callable, Mapping
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from scoring.base import Illegal, Malformed, unknown_entry
from scoring.dogs_of_war import tally, year
from scoring.dogs_of_war.battle import CUTTHROAT, VARIANTS, house_count, start_value
from scoring.dogs_of_war.contests import check_contest, check_houses, check_seat, with_betrayal
from scoring.dogs_of_war.entries import (
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
from scoring.dogs_of_war.sheet import DogsOfWarSheet, OpenYear
from scoring.dogs_of_war.year import check_captains, check_gain, check_open, check_pairs, used
from scoring.messages import Message, at, counted, listed, row

# Entries of the year in progress, a battle or a play at a time (DW-19 to DW-28, DW-49).


def pairing(sheet: DogsOfWarSheet, entry: Pairing) -> DogsOfWarSheet:
    """The sheet with the year begun, or its pairs named again (DW-12, DW-13)."""
    now = _year(sheet)
    if entry.first_player is not None:
        check_seat(entry.first_player, sheet.seats, sheet.number, "first_player")
    for houses in entry.houses:
        check_houses(houses, sheet.options, sheet.number)
    if len(entry.houses) > sheet.fights or len(entry.bonuses) > len(entry.houses):
        message = counted(
            "A year has {count} battle: name no more pairs, and no bonus without one.",
            "A year has {count} battles: name no more pairs, and no bonus without one.",
            sheet.fights,
        )
        raise Illegal("pairing", message, at=sheet.number, field="battles")
    _check_unchanged(sheet, now, entry)
    battles = tuple(_paired(now, battle, entry) for battle in range(len(entry.houses)))
    first = now.first_player if entry.first_player is None else entry.first_player
    return _opened(sheet, replace(now, battles=battles, first_player=first))


def _check_unchanged(sheet: DogsOfWarSheet, now: OpenYear, entry: Pairing) -> None:
    """Raise Illegal `pairing` where a battle of which something is recorded would change its houses."""
    for battle, contest in enumerate(now.battles):
        if contest.recorded and (battle >= len(entry.houses) or entry.houses[battle] != contest.houses):
            message = Message(
                "Battle {battle} of {houses} has begun: take that back first, or keep the houses.",
                battle=battle + 1,
                houses=listed(contest.houses),
            )
            raise Illegal("pairing", message, at=sheet.number, field="houses")


def _paired(now: OpenYear, battle: int, entry: Pairing) -> Contest:
    houses = entry.houses[battle]
    was = now.battles[battle] if battle < len(now.battles) else Contest(houses)
    bonus = entry.bonuses[battle] if battle < len(entry.bonuses) else was.bonus
    return replace(was, bonus=bonus) if was.houses == houses else Contest(houses, bonus=bonus)


def battle(sheet: DogsOfWarSheet, entry: Battle) -> DogsOfWarSheet:
    """The sheet with a battle's final position, which replaces what was recorded of it, plays included."""
    now = _year(sheet)
    if entry.houses is None or entry.battle < 0 or entry.battle > len(now.battles):
        was = _contest(sheet, now, entry.battle)
    elif entry.battle < len(now.battles):
        was = now.battles[entry.battle]
    else:
        was = Contest(entry.houses)
    contest = Contest(
        houses=entry.houses or was.houses,
        tracker=entry.tracker,
        captains=entry.captains,
        bonus=was.bonus if entry.bonus is None else entry.bonus,
        betrayal=entry.betrayal,
    )
    check_contest(contest, sheet.options, sheet.seats, sheet.number)
    return _with(sheet, now, entry.battle, with_betrayal(contest))


def one_play(sheet: DogsOfWarSheet, entry: Play) -> DogsOfWarSheet:
    """The sheet with one more play of a battle (DW-19)."""
    now = _year(sheet)
    was = _loggable(sheet, now, entry.battle)
    move = Move(entry.seat, entry.house, entry.soldier, entry.spaces, entry.space)
    contest = replace(was, plays=(*(was.plays or ()), move))
    check_contest(contest, sheet.options, sheet.seats, sheet.number)
    if entry.seat in now.passed:
        message = Message(
            "{player} has passed and is out for this year: choose who plays, or take the pass back.",
            player=at(entry.seat),
        )
        raise Illegal("captains", message, at=sheet.number, seat=entry.seat, field="plays")
    return _with(sheet, now, entry.battle, contest, entry.seat)


def betrayal(sheet: DogsOfWarSheet, entry: Betrayal) -> DogsOfWarSheet:
    """The sheet with Betrayal played on a battle (DW-21); a turn has at most one tactic card (DW-20)."""
    now = _year(sheet)
    was = _loggable(sheet, now, entry.battle)
    contest = replace(was, betrayal=tuple(sorted((*was.betrayal, entry.seat))))
    check_contest(contest, sheet.options, sheet.seats, sheet.number)
    _check_tactic(sheet, now, entry.seat)
    return _with(sheet, now, entry.battle, contest)


def _check_tactic(sheet: DogsOfWarSheet, now: OpenYear, seat: int) -> None:
    """Raise Illegal where a seat has played a tactic card this turn already, which shows in more cards than soldiers: a
    turn has at most one of each (DW-20). Checked only in a year recorded by plays alone.
    """
    played = sum(seat in contest.betrayal for contest in now.battles)
    if played > used(now.battles).get(seat, 0) and all(contest.tracker is None for contest in now.battles):
        message = Message(
            "{player} has played a tactic card this turn: a turn has at most one, so play a soldier first.",
            player=at(seat),
        )
        raise Illegal("both-sides", message, at=sheet.number, seat=seat, field="betrayal")


def gain(sheet: DogsOfWarSheet, entry: Gain) -> DogsOfWarSheet:
    """The sheet with more captains for a seat this year (DW-15, DW-25)."""
    now = _year(sheet)
    check_gain(sheet, entry.seat, entry.captains)
    more = now.gained.get(entry.seat, 0) + entry.captains
    check_gain(sheet, entry.seat, more)
    return _opened(sheet, replace(now, gained={**now.gained, entry.seat: more}))


def pass_(sheet: DogsOfWarSheet, entry: Pass) -> DogsOfWarSheet:
    """The sheet with a seat that passes (DW-28); the first one to do so is first next year (DW-29)."""
    now = _year(sheet)
    check_seat(entry.seat, sheet.seats, sheet.number, "first_to_pass")
    if entry.seat in now.passed:
        message = Message("{player} has passed already: nobody passes twice a year.", player=at(entry.seat))
        raise Illegal("duplicate-player", message, at=sheet.number, seat=entry.seat, field="passed")
    return _opened(sheet, replace(now, passed=(*now.passed, entry.seat)))


def _year(sheet: DogsOfWarSheet) -> OpenYear:
    check_open(sheet)
    return sheet.open or OpenYear()


def _opened(sheet: DogsOfWarSheet, now: OpenYear) -> DogsOfWarSheet:
    check_pairs(sheet, [contest.houses for contest in now.battles])
    return replace(sheet, open=now)


def _contest(sheet: DogsOfWarSheet, now: OpenYear, battle: int) -> Contest:
    if not 0 <= battle < len(now.battles):
        message = Message("Battle {battle} has no houses yet: name the two that fight first.", battle=battle + 1)
        raise Illegal("pairing", message, at=sheet.number, field="houses")
    return now.battles[battle]


def _loggable(sheet: DogsOfWarSheet, now: OpenYear, battle: int) -> Contest:
    """The battle, if it is recorded by plays or not at all so far; raise Illegal where it has a final position."""
    was = _contest(sheet, now, battle)
    if was.tracker is not None:
        message = Message(
            "The final position of battle {battle} is written down: correct that, or take it back.", battle=battle + 1
        )
        raise Illegal("battle-closed", message, at=sheet.number, field="plays")
    return was


def _with(sheet: DogsOfWarSheet, now: OpenYear, index: int, contest: Contest, *seats: int) -> DogsOfWarSheet:
    """The sheet with one battle replaced or added; `seats` are those that may have placed too many captains, or all."""
    battles = (*now.battles[:index], contest, *now.battles[index + 1 :])
    if len(battles) > sheet.fights:
        message = counted(
            "A year has {count} battle: there is no battle {battle}.",
            "A year has {count} battles: there is no battle {battle}.",
            sheet.fights,
            battle=index + 1,
        )
        raise Illegal("pairing", message, at=sheet.number, field="battles")
    then = replace(now, battles=battles)
    check_captains(sheet, then, seats or sheet.active_seats)
    return _opened(sheet, then)


# The fold: how each entry turns one sheet into the next.


def play(sheet: DogsOfWarSheet, entry: Struct) -> DogsOfWarSheet:
    """Return the sheet after one more entry; raise a RuleError that says what to do where the entry is not valid.

    >>> from scoring.dogs_of_war import Options
    >>> from scoring.dogs_of_war.play import start
    >>> sheet = play(start(3, Options()), Pairing((("Talbot", "Harlow"),), first_player=2))
    >>> play(sheet, Play(0, 2, "Harlow", "knight")).open.battles[0].plays[0].soldier
    'knight'
    """
    step = _PLAYS.get(type(entry))
    if step is None:
        raise unknown_entry(entry, NAME)
    return step(sheet, entry)


_PLAYS: Mapping[type, Callable[[DogsOfWarSheet, Any], DogsOfWarSheet]] = {
    Pairing: pairing,
    Play: one_play,
    Betrayal: betrayal,
    Gain: gain,
    Pass: pass_,
    Battle: battle,
    Year: year.close,
    HouseValues: tally.house_values,
    Tally: tally.tally,
}


# The start of a match: checks everything that was agreed (DW-01, DW-03, DW-07, DW-48 to DW-50).


FEWEST, MOST = 3, 5


def start(seats: int, options: Options) -> DogsOfWarSheet:
    """The sheet before the first year; Malformed `players`, `houses` or `malformed` where the match cannot be played
    like this.
    """
    _check_seats(seats, options)
    _check_variants(options)
    _check_houses(options)
    if len(options.dogs) > seats:
        raise Malformed("players", Message("There are more dogs of war than players: name one each."), field="dogs")
    active_seats = tuple(range(seats))
    return DogsOfWarSheet(
        seats=seats,
        active_seats=active_seats,
        lines=(),
        totals=dict.fromkeys(active_seats, 0),
        options=options,
        values=dict.fromkeys(options.houses, start_value(options)),
        open=None,
        first=None,
        reserve={},
        declared=False,
        tallied=(),
        tallies={},
    )


def _check_seats(seats: int, options: Options) -> None:
    if CUTTHROAT in options.variants and seats != FEWEST:
        message = Message("The cutthroat variant is for exactly 3 players: leave it out, or change who plays.")
        raise Malformed("players", message, field="players")
    if not FEWEST <= seats <= MOST:
        message = Message("{game} is for 3 to 5 players, not {players}: add another.", players=seats, game=NAME)
        if seats > MOST:
            message = Message("{game} is for 3 to 5 players, not {players}: leave some out.", players=seats, game=NAME)
        raise Malformed("players", message, field="players")


def _check_variants(options: Options) -> None:
    for variant in options.variants:
        if variant not in VARIANTS:
            message = Message(
                "“{variant}” is not a variant of {game}: use {known}.", variant=variant, game=NAME, known=row(VARIANTS)
            )
            raise Malformed("malformed", message, field="variants")
    if len(set(options.variants)) < len(options.variants):
        raise Malformed("malformed", Message("A variant stands there twice: name each once."), field="variants")


def _check_houses(options: Options) -> None:
    """Raise Malformed `houses` unless there are six different names, or four in cutthroat (DW-07)."""
    wanted, named = house_count(options), len(options.houses)
    if named != wanted:
        raise Malformed("houses", _house_number(wanted, named), field="houses")
    if len(set(options.houses)) < wanted or not all(house.strip() for house in options.houses):
        raise Malformed(
            "houses", Message("Every house needs a name of its own: no blank, no name twice."), field="houses"
        )


def _house_number(wanted: int, named: int) -> Message:
    if wanted == 4:
        return counted(
            "Cutthroat is played with {count} house, not {named}: name those that take part.",
            "Cutthroat is played with {count} houses, not {named}: name those that take part.",
            wanted,
            named=named,
        )
    if named == 4:
        return counted(
            "{game} is played with {count} house, not {named}: choose the variant cutthroat, which 3 play with "
            "four houses, or name all six.",
            "{game} is played with {count} houses, not {named}: choose the variant cutthroat, which 3 play with "
            "four houses, or name all six.",
            wanted,
            named=named,
            game=NAME,
        )
    return counted(
        "{game} is played with {count} house, not {named}: name those that take part.",
        "{game} is played with {count} houses, not {named}: name those that take part.",
        wanted,
        named=named,
        game=NAME,
    )
