"""Helpers for tests of the end of a match of Dirty Dog."""

from typing import Any

import pytest

from scoring.base import RuleError
from scoring.dirty_dog import DIRTY_DOG, DirtyDogSheet, TiebreakHand
from scoring.dirty_dog.sheet import Ending
from tests.scoring.tables import seats


def tiebreak(bids: list[int], tricks: list[int]) -> TiebreakHand:
    """A tie-break hand of seats 0, 1, 2 …"""
    return TiebreakHand(seats(bids), seats(tricks))


def places(sheet: Any) -> list[tuple[int, tuple[int, ...]]]:
    """Each place with the seats that share it."""
    return [(rank.place, rank.seats) for rank in DIRTY_DOG.ranks(sheet)]


def end(sheet: DirtyDogSheet) -> Ending:
    """The ending of the sheet, which must have one."""
    assert sheet.ending is not None
    return sheet.ending


def refused(sheet: Any, entry: Any) -> RuleError:
    """The error with which this entry is refused."""
    with pytest.raises(RuleError) as error:
        DIRTY_DOG.play(sheet, entry)
    return error.value


A_WINS = tiebreak([1, 0, 0, 0], [1, 4, 0, 0])  # 6, -4, 5, 5
LEVEL = tiebreak([0, 0, 1, 1], [0, 0, 4, 1])  # 5, 5, -4, 6
