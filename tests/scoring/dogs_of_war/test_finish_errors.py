"""Errors of a record's `finish` and its names: every code, its sentence, and where it points."""

from typing import Any

import pytest

from scoring.base import RuleError
from scoring.records import score, score_text
from tests.scoring.dogs_of_war.mistakes import ENDED, VALUES, sentence_of
from tests.scoring.dogs_of_war.pages import (
    HARLOW,
    MALLORY,
    NAMES,
    TALBOT,
    record,
    tally,
    year,
)


@pytest.mark.parametrize(
    ("finish", "error"),
    [
        (
            {"house_values": {**VALUES, "Ash": 0}},
            "houses|“Ash” is not among Talbot, Mallory, Bastiani, Hackett, Tornborn, Harlow: check how the house is "
            "spelt.|-|-|house_values",
        ),
        (
            {"house_values": {TALBOT: 0}},
            "house-values|What is Mallory worth? Every house has a value.|-|-|house_values",
        ),
        (
            {"house_values": {**VALUES, TALBOT: 8}},
            "house-values|Talbot cannot be worth 8: −5 to 7 are possible.|-|-|house_values",
        ),
        (
            {"house_values": {**VALUES, TALBOT: -6}},
            "house-values|Talbot cannot be worth −6: −5 to 7 are possible.|-|-|house_values",
        ),
        (
            {"house_values": {**VALUES, TALBOT: 7}},
            "house-values|The house values add up to 7, but only −6 to 6 is possible: every decided battle adds 1 in "
            "all. Look at the track again.|-|-|house_values",
        ),
        (
            {"house_values": dict.fromkeys(VALUES, -2)},
            "house-values|The house values add up to −12, but only −6 to 6 is possible: every decided battle adds 1 in "
            "all. Look at the track again.|-|-|house_values",
        ),
        (
            {"tally": {"Otto": tally()}},
            "house-values|The years are not over: record all four, or write down what every house is worth now."
            "|-|-|house_values",
        ),
        (
            {**ENDED, "tally": {"Bea": tally()}},
            "unknown-player|Bea is not among the players: check how the name is spelt.|-|Bea|tally",
        ),
        (
            {**ENDED, "tally": {"Otto": tally(support="Ash")}},
            "support|“Ash” is not among Talbot, Mallory, Bastiani, Hackett, Tornborn, Harlow: check how the house is "
            "spelt.|-|Otto|support",
        ),
        (
            {**ENDED, "tally": {"Otto": tally(influence={"Ash": 1})}},
            "houses|“Ash” is not among Talbot, Mallory, Bastiani, Hackett, Tornborn, Harlow: check how the house is "
            "spelt.|-|Otto|influence",
        ),
        (
            {**ENDED, "tally": {name: tally() for name in NAMES[:3]}},
            "support|Two tallies name the support card of Talbot, and there is only one: look at the cards again."
            "|-|Percy|support",
        ),
        (
            {**ENDED, "tally": {**{name: tally() for name in NAMES[:2]}, "Percy": tally(support=HARLOW)}},
            "support|Two of the other tallies name the same support card, and there is only one: count those again."
            "|-|-|support",
        ),
        *(
            (
                {**ENDED, "tally": {"Ines": tally(**{key: -1})}},
                f"negative|Ines cannot have −1 under “{key}”: 0 is the fewest.|-|Ines|{key}",
            )
            for key in ("vp", "coins", "tactics", "soldiers")
        ),
        (
            {**ENDED, "tally": {"Ines": tally(influence={TALBOT: -2})}},
            "negative|Ines cannot have −2 under “influence”: 0 is the fewest.|-|Ines|influence",
        ),
        (
            {**ENDED, "tally": {"Ines": tally(coins=69)}},
            "coins|Ines cannot hold 69 coins: all in the box come to 68.|-|Ines|coins",
        ),
        (
            {"note": "a token fell"},
            "malformed|A note explains house values: write those too, or leave it out.|-|-|note",
        ),
        (
            {**ENDED, "tally": {"Ines": {"vp": 3}}},
            "malformed|The key “influence” is missing.|-|-|influence",
        ),
        (
            {**ENDED, "tally": {"Ines": tally(support=None)}},
            "support|“support” needs text, not nothing.|-|-|support",
        ),
        (
            {"house_values": {**VALUES, TALBOT: "7"}},
            "house-values|“house_values” needs a whole number, not text.|-|-|house_values",
        ),
        (
            {**ENDED, "tally": {"Ines": tally(vp=1.0)}},
            "malformed|“vp” needs a whole number, not a decimal number.|-|-|vp",
        ),
        (
            {**ENDED, "tally": {"Ines": tally(vp=True)}},
            "malformed|“vp” needs a whole number, not true or false.|-|-|vp",
        ),
        (
            {**ENDED, "tally": {"Ines": tally(vp=10**12)}},
            "malformed|“vp” needs a whole number up to 1000.|-|-|vp",
        ),
    ],
)
def test_a_wrong_end_says_what_to_do(finish: Any, error: str) -> None:
    with pytest.raises(RuleError) as refused:
        score(record(finish=finish))
    assert sentence_of(refused.value) == error


def test_house_values_must_agree_with_the_years() -> None:
    with pytest.raises(RuleError) as refused:
        score(record(*[year()] * 4, finish={"house_values": {**VALUES, MALLORY: -1}}))
    assert sentence_of(refused.value) == (
        "house-values|Talbot cannot be worth 0: its years make it −1.|-|-|house_values"
    )


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ('{"captains": {"Talbot": {"Otto": 1, "Otto": 2}}}', "Otto"),
        ('{"rounds": [{"captains_gained": {"Gus": 1, "Gus": 2}}]}', "Gus"),
        ('{"finish": {"tally": {"Ines": {}, "Ines": {}}}}', "Ines"),
    ],
)
def test_a_player_named_twice_is_refused(text: str, error: str) -> None:
    assert score_text(text)[1]["error"] == {
        "code": "duplicate-player",
        "message": f"{error} stands there twice: give each player once.",
        "player": error,
    }


def test_a_house_named_twice_is_no_player() -> None:
    assert score_text('{"captains": {"Talbot": {}, "Talbot": {}}}')[1]["error"] == {
        "code": "duplicate-key",
        "message": "The key “Talbot” stands there twice: give it once.",
    }
