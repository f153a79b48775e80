"""Helpers for tests of errors: a year of plays, a move, and an error as one line."""

from typing import Any

from scoring.base import RuleError
from scoring.dogs_of_war import (
    Options,
)
from scoring.records import error_json
from tests.scoring.dogs_of_war.pages import (
    MALLORY,
    TALBOT,
    year,
)

VALUES = dict.fromkeys(Options().houses, 0)
ENDED = {"house_values": VALUES}
OTTO_7 = {TALBOT: {"Otto": 1}}


def plays(*moves: Any, **more: Any) -> Any:
    """A year in which Talbot and Mallory fight by plays."""
    return year({"houses": [TALBOT, MALLORY], "plays": list(moves), **more})


def move(player: str = "Otto", house: str = TALBOT, **more: Any) -> Any:
    """A play of a record; a footman if nothing else is given."""
    return {"player": player, "house": house, **(more or {"soldier": "footman"})}


def sentence_of(error: RuleError) -> str:
    """Code, message, round, player and field of an error, separated by "|"; "-" for a missing one."""
    found = error_json(error)["error"]
    return "|".join(str(found.get(key, "-")) for key in ("code", "message", "round", "player", "field"))
