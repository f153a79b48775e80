"""Substitutes in a record: repeated by the sheet, without any influence on a figure."""

from typing import Any

import pytest

from scoring.base import RuleError
from scoring.records import score, text
from tests.scoring.tables import hand, record

FLO = {"seat": "Bo", "player": "Flo", "instead_of": "Bo", "round": 2}


def two_hands() -> dict[str, Any]:
    return record(3, hand([0, 1, 1], [0, 1, 0]), hand([1, 1, 1], [0, 1, 0]), plan=[1, 1])


def test_no_figure_depends_on_them() -> None:
    sheet = score(two_hands() | {"substitutes": [FLO]})
    assert sheet.pop("substitutes") == [FLO]
    assert sheet == score(two_hands())


def test_the_text_says_who_plays_for_whom() -> None:
    lines = text(score(two_hands() | {"substitutes": [FLO]})).splitlines()
    assert "Note: from round 2 on Flo plays for Bo." in lines


def test_a_seat_that_nobody_has_is_refused() -> None:
    with pytest.raises(RuleError, match="Zed"):
        score(two_hands() | {"substitutes": [FLO | {"seat": "Zed"}]})
