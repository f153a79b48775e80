"""Builders of play-off documents for the engine's tests."""

from typing import Any

from tests.scoring.tables import hand, record

A = {"totals": {"Ann": 53, "Bo": 48, "Cy": 40, "Di": 32}}
B = {"totals": {"Ed": 52, "Fay": 45, "Gus": 45, "Hal": 7}}
C = {"totals": {"Ed": 52, "Fay": 45, "Gus": 44, "Hal": 7}}
TOP, REST = "Ann Bo Ed Fay", "Cy Di Gus Hal"


def event(*groups: Any, advance: int = 2, **more: Any) -> dict[str, Any]:
    """A play-off document."""
    return {"record": 1, "game": "dirty-dog-playoff", "advance": advance, "groups": list(groups)} | more


def totals(names: str, *points: int) -> dict[str, Any]:
    """A table given by its totals only."""
    return {"totals": dict(zip(names.split(), points, strict=True))}


def final(names: str, *points: int, pulls: Any = (), hands: Any = ()) -> dict[str, Any]:
    """A final table as a record with these totals, no hands, and how its ties were settled."""
    opening = dict(zip(names.split(), points, strict=True))
    finish = {"pulls": list(pulls), "tiebreak_hands": list(hands)}
    return record(names.split(), finish=finish, plan=[], opening=opening)


def whole(names: str, winner: int, hands: int = 1) -> dict[str, Any]:
    """A record of hands of one card in which all bid 0 and the seat `winner` takes the trick."""
    chosen = names.split()
    count = len(chosen)
    rounds = [hand([0] * count, [int(seat == winner) for seat in range(count)], chosen) for _ in range(hands)]
    return record(chosen, *rounds, plan=[1] * hands)
