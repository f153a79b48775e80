"""Entries of the year in progress, a battle or a play at a time (DW-19 to DW-28, DW-49).

Each function returns the sheet after the entry and raises a RuleError where it is not valid.
"""

from msgspec.structs import replace

from scoring.base import Illegal
from scoring.dogs_of_war.contests import check_contest, check_houses, check_seat, with_betrayal
from scoring.dogs_of_war.entries import Battle, Betrayal, Contest, Gain, Move, Pairing, Pass, Play
from scoring.dogs_of_war.sheet import DogsOfWarSheet, OpenYear
from scoring.dogs_of_war.year import check_captains, check_gain, check_open, check_pairs, used
from scoring.messages import Message, at, counted, listed


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


def play(sheet: DogsOfWarSheet, entry: Play) -> DogsOfWarSheet:
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
