"""Battles and years in the club's words. What they come to, the engine has worked out."""

from collections.abc import Mapping, Sequence
from itertools import groupby

from games.base.names import counted, isolated, listed
from scoring.dogs_of_war.line import BOTH_DEFEATED, GLORIOUS, BattleLine

KEPT = "\N{NO-BREAK SPACE}"
SOLDIERS = {"footman": "footman", "arquebuser": "arquebuser", "knight": "knight", "war_machine": "war machine"}


def outcome(line: BattleLine) -> str:
    """`Talbot wins by 9.` `Hackett wins a glorious victory.` `Both defeated.`"""
    if line.outcome == BOTH_DEFEATED:
        return "Both defeated."
    if line.outcome == GLORIOUS:
        return f"{isolated(line.victor or '')} wins a glorious victory."
    return f"{isolated(line.victor or '')} wins by {line.margin}."


def gains(line: BattleLine, names: Sequence[str]) -> str:
    """Who takes what from a battle: VP and the bonus."""
    if line.victor is None:
        return "Nobody takes anything."
    if not line.vp:
        return f"Nobody stood by {isolated(line.victor)}."
    bonus = listed(names[seat] for seat in line.bonus_to)
    prize = f" ({line.contest.bonus})" if line.contest.bonus else ""
    return f"{won(line.vp, names)} Bonus{prize}: {bonus}."


def won(vp: Mapping[int, int], names: Sequence[str]) -> str:
    """`2 VP each to Bea and Łukasz.` Those with most come first."""
    if not any(vp.values()):
        return "Nobody stood against them: no VP."
    ranked = sorted(vp, key=lambda seat: -vp[seat])
    groups = [(value, list(seats)) for value, seats in groupby(ranked, key=lambda seat: vp[seat])]
    return f"{', '.join(_shared(value, seats, names) for value, seats in groups)}."


def _shared(value: int, seats: Sequence[int], names: Sequence[str]) -> str:
    each = " each" if len(seats) > 1 else ""
    return f"{value} VP{each} to {listed(names[seat] for seat in seats)}"


def captains(counts: Mapping[int, int], names: Sequence[str]) -> str:
    """`Bea 2, Łukasz 1`, or nothing."""
    return ", ".join(f"{_name(names, seat)}{KEPT}{count}" for seat, count in counts.items() if count)


def pays(points: Mapping[int, int], names: Sequence[str]) -> str:
    """What everybody wins in a year; nothing while nobody does."""
    return ", ".join(f"{names[seat]} {value}" for seat, value in points.items()) if any(points.values()) else ""


def stands(tracker: int, houses: Sequence[str]) -> str:
    """`4 for Bastiani`, `level`."""
    return f"{abs(tracker)} for {isolated(houses[0] if tracker > 0 else houses[1])}" if tracker else "level"


def left(number: int, of: int) -> str:
    """`1 left of 4`, `none left of 4`, `2 too many of 4`."""
    if number < 0:
        return f"{-number} too many of {of}"
    return f"{number or 'none'} left of {of}"


def out(number: int) -> str:
    return f"{counted(number, 'captain')} still out"


def _name(names: Sequence[str], seat: int) -> str:
    return names[seat] if 0 <= seat < len(names) else "somebody"


def initials(houses: Sequence[str]) -> tuple[str, str]:
    """As few first letters as tell two houses apart: `H` and `M`, `Ta` and `To`."""
    left, right = houses
    alike = next((at for at, (one, other) in enumerate(zip(left, right, strict=False)) if one != other), len(right))
    return left[: alike + 1], right[: alike + 1]
