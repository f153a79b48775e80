"""A year: its income, the captains each seat has left, and its result when it closes (DW-08 to DW-16, DW-29)."""

import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain, groupby

from msgspec import Struct
from msgspec.structs import replace

from scoring.base import Illegal
from scoring.dogs_of_war.battle import CAPTAINS, DECISIVE, BattleLine, YearLine, fought, placed
from scoring.dogs_of_war.contests import check_contest, check_houses, check_seat, with_betrayal
from scoring.dogs_of_war.entries import Contest, Year
from scoring.dogs_of_war.sheet import YEARS, DogsOfWarSheet, OpenYear
from scoring.messages import Message, at, counted, listed

# The house track: the order of houses, the pairings of a decisive fourth year, and which values are possible (DW-50,
# DW-51).


Pairs = tuple[tuple[str, str], ...]


class Reach(Struct, frozen=True):
    """The lowest and highest value each house may have when the years are over, and those of their sum (DW-51)."""

    low: Mapping[str, int]
    high: Mapping[str, int]
    sum_low: int
    sum_high: int


def reach(sheet: DogsOfWarSheet) -> Reach:
    """The values still possible: each year left moves a house by -1 to +2, each decided battle adds 1 to the sum."""
    left = max(0, YEARS + 1 - sheet.number)
    now = sum(sheet.values.values())
    low = {house: value - left for house, value in sheet.values.items()}
    high = {house: value + 2 * left for house, value in sheet.values.items()}
    return Reach(low, high, now, now + left * sheet.fights)


def is_decisive(sheet: DogsOfWarSheet) -> bool:
    """Whether the year in progress pairs houses by the track (DW-50)."""
    return DECISIVE in sheet.options.variants and sheet.number == YEARS


def pairings(values: Mapping[str, int]) -> Pairs:
    """First against second, third against fourth and so on; houses of equal value in the order agreed, which the
    scorekeeper may change.

    >>> pairings({"Talbot": 0, "Mallory": 2, "Bastiani": -1, "Hackett": 3})
    (('Hackett', 'Mallory'), ('Talbot', 'Bastiani'))
    """
    order = sorted(values, key=lambda house: -values[house])
    return tuple(zip(order[::2], order[1::2], strict=True))


def level(values: Mapping[str, int]) -> tuple[tuple[str, ...], ...]:
    """The groups of houses of equal value whose order decides who fights whom (HR-DW-05); a pair that fights each other
    anyway is no such group.

    >>> level({"Talbot": 2, "Mallory": 2, "Bastiani": 1, "Hackett": 0, "Tornborn": 0, "Harlow": -1})
    (('Hackett', 'Tornborn'),)
    """
    groups, start = [], 0
    for _, group in groupby(sorted(values, key=lambda house: -values[house]), key=lambda house: values[house]):
        houses = tuple(group)
        if len(houses) > 2 or (len(houses) == 2 and start % 2):
            groups.append(houses)
        start += len(houses)
    return tuple(groups)


def check_decisive(sheet: DogsOfWarSheet, pairs: Sequence[tuple[str, str]]) -> None:
    """Raise Illegal `pairing` unless a decisive fourth year pairs first and second, third and fourth, fifth and sixth,
    in that order (DW-50).
    """
    if not is_decisive(sheet):
        return
    order = sorted(sheet.values.values(), reverse=True)
    for battle, houses in enumerate(pairs):
        pair_values = sorted((sheet.values[house] for house in houses), reverse=True)
        if pair_values != order[2 * battle : 2 * battle + 2]:
            message = Message(
                "Battle {battle} of a decisive fourth year is between places {upper} and {lower} of the house track: "
                "{houses} do not stand there.",
                battle=battle + 1,
                upper=2 * battle + 1,
                lower=2 * battle + 2,
                houses=listed(houses),
            )
            raise Illegal("pairing", message, at=sheet.number, field="houses")


COINS = 3
FIRST_COINS = 5
_CAPTAINS_WON = re.compile(r"(\d{1,2})?\s*captains?", re.IGNORECASE)


def close(sheet: DogsOfWarSheet, entry: Year) -> DogsOfWarSheet:
    """The sheet after a year: battles are resolved, houses move, VP are won (DW-30 to DW-38). Raise a RuleError where
    it is not valid or not complete.
    """
    check_open(sheet)
    now = _as_written(sheet, entry)
    _check_whole(sheet, now)
    now = replace(now, battles=tuple(map(with_betrayal, now.battles)))
    line = _line(sheet, now, entry)
    return replace(
        sheet,
        lines=(*sheet.lines, line),
        totals=line.totals,
        values=line.values,
        open=None,
        first=line.first_to_pass,
        reserve=reserve(line.battles),
    )


def check_open(sheet: DogsOfWarSheet) -> None:
    """Raise Illegal `year-after-end` for a fifth year, or for one after the house values were entered (DW-40)."""
    if sheet.declared:
        message = Message("The house values are written down, so the years are over: take them back to go on.")
        raise Illegal("year-after-end", message, at=sheet.number, field="rounds")
    if sheet.number > YEARS:
        message = Message("All four years are over: what is left is the final tally.")
        raise Illegal("year-after-end", message, at=sheet.number, field="rounds")


def _as_written(sheet: DogsOfWarSheet, entry: Year) -> OpenYear:
    """The open year with what closes it, or the whole year where the entry has battles."""
    now = OpenYear() if entry.battles or sheet.open is None else sheet.open
    gained = {seat: now.gained.get(seat, 0) + entry.gained.get(seat, 0) for seat in {*now.gained, *entry.gained}}
    first = now.first_player if entry.first_player is None else entry.first_player
    passed = now.passed if entry.first_to_pass is None else (entry.first_to_pass,)
    return OpenYear(entry.battles or now.battles, first, passed, gained)


def _check_whole(sheet: DogsOfWarSheet, now: OpenYear) -> None:
    number = sheet.number
    for seat, field in ((now.first_player, "first_player"), (next(iter(now.passed), None), "first_to_pass")):
        if seat is not None:
            check_seat(seat, sheet.seats, number, field)
    for seat, captains in now.gained.items():
        check_gain(sheet, seat, captains)
    if len(now.battles) != sheet.fights:
        message = counted(
            "A year has {battles}, and {count} is written down: every house fights once.",
            "A year has {battles}, and {count} are written down: every house fights once.",
            len(now.battles),
            battles=counted("{count} battle", "{count} battles", sheet.fights),
        )
        raise Illegal("pairing", message, at=number, field="battles")
    for contest in now.battles:
        check_houses(contest.houses, sheet.options, number)
    check_pairs(sheet, [contest.houses for contest in now.battles])
    for battle, contest in enumerate(now.battles, 1):
        if not contest.recorded:
            message = Message(
                "Battle {battle} is missing: where does its tracker stand, and whose captains are there?", battle=battle
            )
            raise Illegal("tracker", message, at=number, field="tracker")
        check_contest(contest, sheet.options, sheet.seats, number)
    check_captains(sheet, now, sheet.active_seats)


def check_gain(sheet: DogsOfWarSheet, seat: int, captains: int) -> None:
    """Raise Illegal `captains` unless 1 to 6 captains are gained, the number a dog of war has."""
    check_seat(seat, sheet.seats, sheet.number, "captains_gained")
    if not 1 <= captains <= 6:
        message = counted(
            "{player} cannot gain {count} captain: 1 to 6 are possible.",
            "{player} cannot gain {count} captains: 1 to 6 are possible.",
            captains,
            player=at(seat),
        )
        raise Illegal("captains", message, at=sheet.number, seat=seat, field="captains_gained")


def check_pairs(sheet: DogsOfWarSheet, pairs: Sequence[tuple[str, str]]) -> None:
    """Raise Illegal `pairing` unless every house fights once a year (DW-12), in a decisive fourth year by the track
    (DW-50).
    """
    number = sheet.number
    seen: set[str] = set()
    for house in chain.from_iterable(pairs):
        if house in seen:
            message = Message(
                "{house} already fights this year: every house fights once a year, so choose another.", house=house
            )
            raise Illegal("pairing", message, at=number, field="houses")
        seen.add(house)
    check_decisive(sheet, pairs)


def allowance(sheet: DogsOfWarSheet, now: OpenYear | None) -> dict[int, int]:
    """How many captains each seat has this year: the year's, last year's bonus, those gained (DW-14, DW-15, DW-25)."""
    gained: Mapping[int, int] = {} if now is None else now.gained
    base = CAPTAINS[sheet.number - 1]
    return {seat: base + sheet.reserve.get(seat, 0) + gained.get(seat, 0) for seat in sheet.active_seats}


def used(battles: Iterable[Contest]) -> dict[int, int]:
    """How many captains each seat has placed in these battles; seats without any are left out."""
    captains: dict[int, int] = {}
    for contest in battles:
        for there in placed(contest).values():
            for seat, count in there.items():
                captains[seat] = captains.get(seat, 0) + count
    return captains


def check_captains(sheet: DogsOfWarSheet, now: OpenYear, seats: Iterable[int]) -> None:
    """Raise Illegal `captains` where one of these seats has placed more captains than it has (DW-14, DW-15)."""
    have, out = allowance(sheet, now), used(now.battles)
    for seat in seats:
        if out.get(seat, 0) > have[seat]:
            message = counted(
                "{player} has {count} captain in year {year}, not {placed}: take some away or note the captain gained.",
                "{player} has {count} captains in year {year}, not {placed}: take some away or note the "
                "captain gained.",
                have[seat],
                player=at(seat),
                year=sheet.number,
                placed=out[seat],
            )
            raise Illegal("captains", message, at=sheet.number, seat=seat, field="captains")


def _line(sheet: DogsOfWarSheet, now: OpenYear, entry: Year) -> YearLine:
    number = sheet.number
    battles = tuple(fought(contest, sheet.options, number) for contest in now.battles)
    points = won(sheet, battles)
    return YearLine(
        number=number,
        points=points,
        totals={seat: sheet.totals[seat] + points[seat] for seat in sheet.active_seats},
        battles=battles,
        first_player=sheet.first if now.first_player is None else now.first_player,
        first_to_pass=next(iter(now.passed), None),
        before=sheet.values,
        values=moved(sheet.values, battles),
        captains=CAPTAINS[number - 1],
        coins=COINS,
        allowance=allowance(sheet, now),
        gained=now.gained,
    )


def won(sheet: DogsOfWarSheet, battles: Iterable[BattleLine]) -> dict[int, int]:
    """The VP each seat wins in these battles."""
    points = dict.fromkeys(sheet.active_seats, 0)
    for line in battles:
        for seat, vp in line.vp.items():
            points[seat] += vp
    return points


def moved(values: Mapping[str, int], battles: Iterable[BattleLine]) -> dict[str, int]:
    """The house values after these battles (DW-32, DW-33)."""
    after = dict(values)
    for line in battles:
        for house, step in line.moves.items():
            after[house] += step
    return after


def captains_won(bonus: str) -> int:
    """How many captains for next year the text of a bonus gives its winners (DW-15); 0 where it names none.

    >>> captains_won("Captain"), captains_won("2 captains"), captains_won("3 VP")
    (1, 2, 0)
    """
    captains = _CAPTAINS_WON.fullmatch(bonus.strip())
    return int(captains[1] or 1) if captains else 0


def reserve(battles: Iterable[BattleLine]) -> dict[int, int]:
    """The captains each seat has won as a bonus for next year (DW-15); seats without any are left out."""
    captains_kept: dict[int, int] = {}
    for line in battles:
        for seat in line.bonus_to:
            captains = captains_won(line.contest.bonus)
            if captains:
                captains_kept[seat] = captains_kept.get(seat, 0) + captains
    return captains_kept
