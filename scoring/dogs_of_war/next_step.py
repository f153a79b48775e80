"""Builds the next step of a Dogs of War match from its sheet."""

from collections.abc import Mapping, Sequence

from scoring.dogs_of_war.line import BattleLine
from scoring.dogs_of_war.sheet import YEARS, DogsOfWarSheet, OpenYear
from scoring.dogs_of_war.step import BattleStep, Opening, Step, TallyStep, YearStep
from scoring.dogs_of_war.variants import COINS as BOX_COINS
from scoring.dogs_of_war.variants import tokens
from scoring.dogs_of_war.years.battle import BONUS_VP, fought
from scoring.dogs_of_war.years.soldiers import SOLDIERS, pushed
from scoring.dogs_of_war.years.track import is_decisive, level, pairings, reach
from scoring.dogs_of_war.years.year import CAPTAINS, COINS, FIRST_COINS, allowance, moved, used, won


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
