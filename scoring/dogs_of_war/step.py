"""What the scorekeeper records next, with everything a screen needs to prevent a mistake."""

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from msgspec import Struct

from scoring.dogs_of_war.battle import BONUS_VP, CAPTAINS, SOLDIERS, BattleLine, Soldier, fought, pushed, tokens
from scoring.dogs_of_war.battle import COINS as BOX_COINS
from scoring.dogs_of_war.sheet import YEARS, DogsOfWarSheet, OpenYear
from scoring.dogs_of_war.year import (
    COINS,
    FIRST_COINS,
    Reach,
    allowance,
    is_decisive,
    level,
    moved,
    pairings,
    reach,
    used,
    won,
)


class Opening(Struct, frozen=True):
    """What a seat may do in a battle: the `sides` it may support now, and `why` not the others.

    `why` is `pairing` (no houses yet), `final` (a final position is written down), `battle-closed`, `passed`,
    `no-captains` or `both-sides`; None where both sides are open.
    """

    sides: tuple[str, ...]
    why: str | None


class BattleStep(Struct, frozen=True):
    """A battle of the year in progress; `line` is its state, None while its houses are not named.

    `after` is where the tracker would come to rest, as {house: {soldier: space}} (DW-27). `openings` are by seat.
    `supports` are the houses for which each seat has captains already. `fixed`: something is recorded, so its houses
    stay. `loggable`: plays may be written down, bare moves too.
    """

    battle: int
    line: BattleLine | None
    after: Mapping[str, Mapping[str, int]]
    openings: Mapping[int, Opening]
    supports: Mapping[int, tuple[str, ...]]
    fixed: bool
    loggable: bool


class YearStep(Struct, frozen=True):
    """The next step is a year, new or in progress.

    `first_player` is the seat known to be first: recorded, or the first to pass last year (`token_holder`; that player
    may hand it on, DW-13). `allowance` and `left` count captains by seat; `captains_left_total` is the sum of those
    that may still be placed. `coins` is the income (DW-16), `coins_in_year_1` what everybody then holds in year 1.
    `free` are the houses not paired yet; `pairings` the pairs of a decisive fourth year, `level` the groups of houses
    whose order the scorekeeper chooses (HR-DW-05). `turn` is the seat whose turn it is, by plays; `must_pass` are those
    without captains that have not passed. `values`, `moves` and `points` are as the year stands, `before` are the
    values at its start. `may_close`: every battle is recorded. `reach` is for a club that records only the end: the
    house values that may be entered now.
    """

    number: int
    years: int
    first_player: int | None
    token_holder: int | None
    captains: int
    coins: int
    coins_in_year_1: int | None
    allowance: Mapping[int, int]
    left: Mapping[int, int]
    captains_left_total: int
    battles: tuple[BattleStep, ...]
    free: tuple[str, ...]
    pairings: tuple[tuple[str, str], ...]
    level: tuple[tuple[str, ...], ...]
    passed: tuple[int, ...]
    turn: int | None
    must_pass: tuple[int, ...]
    before: Mapping[str, int]
    values: Mapping[str, int]
    moves: Mapping[str, int]
    points: Mapping[int, int]
    may_close: bool
    soldiers: tuple[Soldier, ...]
    reach: Reach
    bonus_vp: int


class TallyStep(Struct, frozen=True):
    """The next step is a final tally: of the seats, who is `tallied` and who is `missing`; `values` are what a token of
    each house is worth.

    `tokens` is how many influence tokens of a house there are (DW-06, DW-52), `coins` the worth of all coins in the
    box; `won` are the VP won in battles.
    """

    tallied: tuple[int, ...]
    missing: tuple[int, ...]
    values: Mapping[str, int]
    houses: tuple[str, ...]
    tokens: int
    coins: int
    won: Mapping[int, int]


Step: TypeAlias = YearStep | TallyStep


# Builds the next step of a Dogs of War match from its sheet.


def next_step(sheet: DogsOfWarSheet) -> Step | None:
    """The next step; None once every tally is in."""
    if sheet.complete:
        return None
    return _tally(sheet) if sheet.finished else _year(sheet)


def _tally(sheet: DogsOfWarSheet) -> TallyStep:
    return TallyStep(
        tallied=tuple(seat for seat in sheet.active_seats if seat in sheet.tallied),
        missing=sheet.missing,
        values=sheet.values,
        houses=sheet.houses,
        tokens=tokens(sheet.seats),
        coins=BOX_COINS,
        won=sheet.totals,
    )


def _year(sheet: DogsOfWarSheet) -> YearStep:
    now = sheet.open or OpenYear()
    lines = tuple(fought(contest, sheet.options, sheet.number) for contest in now.battles)
    have, placed = allowance(sheet, now), used(now.battles)
    left = {seat: have[seat] - placed.get(seat, 0) for seat in sheet.active_seats}
    decisive = is_decisive(sheet)
    paired = {house for line in lines for house in line.houses}
    values = moved(sheet.values, lines)
    return YearStep(
        number=sheet.number,
        years=YEARS,
        first_player=sheet.first if now.first_player is None else now.first_player,
        token_holder=sheet.first,
        captains=CAPTAINS[sheet.number - 1],
        coins=COINS,
        coins_in_year_1=FIRST_COINS + COINS if sheet.number == 1 else None,
        allowance=have,
        left=left,
        captains_left_total=sum(left[seat] for seat in sheet.active_seats if seat not in now.passed),
        battles=tuple(_battle(sheet, now, left, battle, lines) for battle in range(sheet.fights)),
        free=tuple(house for house in sheet.houses if house not in paired),
        pairings=pairings(sheet.values) if decisive else (),
        level=level(sheet.values) if decisive else (),
        passed=now.passed,
        turn=_turn(sheet, now, left, placed),
        must_pass=tuple(seat for seat in sheet.active_seats if left[seat] == 0 and seat not in now.passed),
        before=sheet.values,
        values=values,
        moves={house: values[house] - sheet.values[house] for house in sheet.houses},
        points=won(sheet, lines),
        may_close=len(now.battles) == sheet.fights and all(contest.recorded for contest in now.battles),
        soldiers=SOLDIERS,
        reach=reach(sheet),
        bonus_vp=BONUS_VP if sheet.number == YEARS else 0,
    )


def _turn(sheet: DogsOfWarSheet, now: OpenYear, left: Mapping[int, int], placed: Mapping[int, int]) -> int | None:
    """The seat whose turn it is: clockwise from the first player, the one that has placed fewest captains and has some
    left (DW-19). None where no seat can place one.
    """
    first = sheet.first if now.first_player is None else now.first_player
    order = sheet.active_seats[first or 0 :] + sheet.active_seats[: first or 0]
    able = [seat for seat in order if seat not in now.passed and left[seat] > 0]
    return min(able, key=lambda seat: placed.get(seat, 0), default=None)


def _battle(
    sheet: DogsOfWarSheet, now: OpenYear, left: Mapping[int, int], battle: int, lines: Sequence[BattleLine]
) -> BattleStep:
    if battle >= len(lines):
        nothing = dict.fromkeys(sheet.active_seats, Opening((), "pairing"))
        return BattleStep(battle, None, {}, nothing, dict.fromkeys(sheet.active_seats, ()), fixed=False, loggable=False)
    line = lines[battle]
    supports = {
        seat: tuple(house for house in line.houses if line.captains[house].get(seat)) for seat in sheet.active_seats
    }
    return BattleStep(
        battle=battle,
        line=line,
        after=_after(line),
        openings={seat: _opening(line, now, left, seat, supports[seat]) for seat in sheet.active_seats},
        supports=supports,
        fixed=line.contest.recorded,
        loggable=line.contest.tracker is None and not line.closed,
    )


def _after(line: BattleLine) -> dict[str, dict[str, int]]:
    """Where each soldier would move the tracker, as {house: {soldier: space}}."""
    return {
        house: {soldier.key: pushed(line.tracker, sign * soldier.strength)[0] for soldier in SOLDIERS}
        for house, sign in zip(line.houses, (1, -1), strict=True)
    }


def _opening(line: BattleLine, now: OpenYear, left: Mapping[int, int], seat: int, supports: tuple[str, ...]) -> Opening:
    if line.contest.tracker is not None:
        return Opening((), "final")
    if line.closed:
        return Opening((), "battle-closed")
    if seat in now.passed:
        return Opening((), "passed")
    if left[seat] < 1:
        return Opening((), "no-captains")
    if supports and seat not in line.contest.betrayal:
        return Opening(supports, "both-sides")
    return Opening(line.houses, None)
