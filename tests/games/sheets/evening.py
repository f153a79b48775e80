"""Plausible random records of Dirty Dog for printed sheets: tricks are random, bids are near them, The Rule is kept."""

import random
from collections.abc import Mapping, Sequence
from typing import Any

from scoring.records import score

NAMES = (
    "Bea Marlowe",
    "Otto Pym",
    "Wilhelmina Featherstonehaugh-Oyelaran",
    "Núria Ødegård",
    "Łukasz Tremblay",
    "Ines Quill",
    "Jasper Thorn",
    "Maud Ferrier",
    "Sol Abernathy",
    "Tove Lindgard",
)


def record(
    players: Sequence[str] = NAMES[:5],
    *,
    hands: int = 99,
    seed: int = 1,
    options: Mapping[str, Any] | None = None,
    before: Mapping[int, Mapping[str, Any]] | None = None,
    void: int = 0,
) -> dict[str, Any]:
    """A record of at most so many hands; `before` adds arrivals or leavers to a hand, by its number; `void` is the
    number of a void hand (0 for none).
    """
    chance = random.Random(seed)
    made: dict[str, Any] = {"record": 1, "game": "dirty-dog", "players": list(players), "options": dict(options or {})}
    made["rounds"] = []
    for number in range(1, hands + 1):
        extra = dict((before or {}).get(number, {}))
        step = score({**made, "rounds": [*made["rounds"], *([extra | {"bids": {}}] if extra else [])]})["next"]
        if step is None:
            break
        if number == void:
            made["rounds"].append({**extra, **_hand(step, chance), "void": True})
            extra = {}
        made["rounds"].append(extra | _hand(step, chance))
    return made


def _hand(step: Mapping[str, Any], chance: random.Random) -> dict[str, Any]:
    order, cards = step["order"], step["cards"]
    tricks = dict.fromkeys(order, 0)
    for _ in range(cards):
        tricks[chance.choice(order)] += 1
    bids = {player: min(cards, max(0, tricks[player] + chance.choice((0, 0, 0, 1, -1)))) for player in order}
    if sum(bids.values()) == cards:
        bids[order[-1]] += 1 if bids[order[-1]] < cards else -1
    return {"bids": bids, "tricks": tricks, "flip": chance.choice(("7H", "10S", "2D", "KC", "AC"))}


def sheet(*args: Any, **more: Any) -> dict[str, Any]:
    """The sheet JSON of a record with these arguments."""
    return score(record(*args, **more))
