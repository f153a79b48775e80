"""The result of one battle from its plays or its final position (DW-26 to DW-37)."""

from collections.abc import Mapping

from scoring.dogs_of_war.entries import Captains, Contest, Move, Options
from scoring.dogs_of_war.line import BOTH_DEFEATED, GLORIOUS, VICTORY, BattleLine
from scoring.dogs_of_war.variants import SUDDEN, glory
from scoring.dogs_of_war.years.soldiers import STRENGTH, TRACK, tracker_positions

LAST = 4
BONUS_VP = 3


def fought(contest: Contest, options: Options, number: int) -> BattleLine:
    """The battle with its result so far, in year `number`; nothing is checked here.

    >>> line = fought(Contest(("Talbot", "Harlow"), 8, {"Talbot": {0: 2, 2: 1}, "Harlow": {1: 1, 3: 1}}), Options(), 1)
    >>> line.victor, dict(line.vp), line.bonus_to
    ('Talbot', {0: 2, 2: 2}, (0,))
    """
    positions, lost = tracker_positions(steps(contest))
    tracker = contest.tracker if contest.tracker is not None else positions[-1] if positions else 0
    captains = placed(contest)
    outcome, victor, defeated = _outcome(contest.houses, tracker, glory(options))
    bonus = bonus_to(captains, victor)
    return BattleLine(
        contest=contest,
        tracker=tracker,
        captains=captains,
        positions=positions,
        lost=lost,
        outcome=outcome,
        victor=victor,
        defeated=defeated,
        moves=_moves(contest.houses, outcome, victor),
        vp=_vp(captains, victor, defeated, bonus if number == LAST else ()),
        bonus_to=bonus,
        closed=SUDDEN in options.variants and abs(tracker) == TRACK,
    )


def steps(contest: Contest) -> list[int]:
    """How many spaces each play moves the tracker, positive for the first house."""
    left = contest.houses[0]
    return [spaces(move) if move.house == left else -spaces(move) for move in contest.plays or ()]


def spaces(move: Move) -> int:
    """How many spaces a play moves the tracker: the soldier's strength (DW-26), or those of a bare move (DW-53)."""
    return STRENGTH[move.soldier] if move.soldier is not None else move.spaces or 0


def placed(contest: Contest) -> Captains:
    """The captains on either side, as {house: {seat: number}}; a soldier brings exactly one (DW-24)."""
    if contest.plays is None:
        return {house: _present(contest.captains.get(house, {})) for house in contest.houses}
    by_house: dict[str, dict[int, int]] = {house: {} for house in contest.houses}
    for move in contest.plays:
        if move.soldier is not None:
            there = by_house[move.house]
            there[move.seat] = there.get(move.seat, 0) + 1
    return {house: dict(sorted(there.items())) for house, there in by_house.items()}


def _present(there: Mapping[int, int]) -> dict[int, int]:
    return {seat: count for seat, count in sorted(there.items()) if count}


def _outcome(houses: tuple[str, str], tracker: int, glorious: int) -> tuple[str, str | None, str | None]:
    """The outcome, the victor and the defeated house; both None where both lost (DW-31, DW-33)."""
    if tracker == 0:
        return BOTH_DEFEATED, None, None
    victor, defeated = houses if tracker > 0 else houses[::-1]
    return GLORIOUS if abs(tracker) >= glorious else VICTORY, victor, defeated


def _moves(houses: tuple[str, str], outcome: str, victor: str | None) -> dict[str, int]:
    """How far each house's token moves: +1 for the victor, or +2 and -1 after a glorious victory (DW-32, DW-33)."""
    won, lost = (2, -1) if outcome == GLORIOUS else (1, 0)
    return {house: 0 if victor is None else won if house == victor else lost for house in houses}


def bonus_to(captains: Captains, victor: str | None) -> tuple[int, ...]:
    """The seats with most captains for the victor, all of them when tied; empty without a victor (DW-35 to DW-37,
    HR-DW-08).
    """
    there = captains[victor] if victor is not None else {}
    most = max(there.values(), default=0)
    return tuple(seat for seat, count in there.items() if count == most)


def _vp(captains: Captains, victor: str | None, defeated: str | None, bonus: tuple[int, ...]) -> dict[int, int]:
    """The VP by seat: one for each captain of the defeated house, to every seat with a captain for the victor; a seat's
    own count too, after Betrayal (DW-34, HR-DW-03). `bonus` are the seats that take the bonus of year 4, which is 3 VP
    (DW-10).
    """
    if victor is None or defeated is None:
        return {}
    against = sum(captains[defeated].values())
    return {seat: against + (BONUS_VP if seat in bonus else 0) for seat in captains[victor]}
