"""Thirty sheets as clubs keep them: 27 are imported as they are, three after one answer, all with the right figures."""

from collections.abc import Mapping
from typing import Any

import pytest
from django.utils import timezone

from dogclub.exchange.imports.parsed_file import ParsedMatch
from scoring.records import score
from tests.dogclub.exchange.imports.corpus.sheets import BY_HAND, EVENINGS, SHEETS, Made
from tests.dogclub.exchange.imports.files import read


def results(matches: list[ParsedMatch]) -> dict[Any, Mapping[str, int]]:
    """The totals of each match, by day; checks that no match has problems."""
    assert [match.problems for match in matches] == [[]] * len(matches)
    by_day = {timezone.localtime(match.played_at).date(): score(match.record)["totals"] for match in matches}
    assert len(by_day) == len(matches)
    return by_day


def questions(matches: list[ParsedMatch]) -> set[str]:
    return {problem.asks.removeprefix("0:") for match in matches for problem in match.problems}


def expected(made: Made) -> dict[Any, Mapping[str, int]]:
    return {day: (BY_HAND if made.by_hand else EVENINGS)[day] for day in made.days}


@pytest.mark.parametrize("name", SHEETS)
def test_a_sheet_comes_in_with_its_own_figures(name: str) -> None:
    made = SHEETS[name]
    matches, _ = read(made.content(), name)
    if made.answer:
        assert questions(matches) == set(made.answer)
        matches, _ = read(made.content(), name, **{f"0_{key}": value for key, value in made.answer.items()})
    assert results(matches) == expected(made)


def test_three_of_thirty_ask_one_question() -> None:
    assert (len(SHEETS), [len(made.answer) for made in SHEETS.values()].count(1)) == (30, 3)
    assert max(len(made.answer) for made in SHEETS.values()) == 1
