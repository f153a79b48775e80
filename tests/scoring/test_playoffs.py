"""Play-offs: from the groups to the final tables and both trophies (DD-45 to DD-50, HR-DD-11, HR-DD-12)."""

from typing import Any

import pytest

from scoring.base import RuleError
from scoring.competition.playoffs import final as standing_of
from scoring.competition.playoffs import trophies
from scoring.records import score
from tests.scoring.playoff_records import REST, TOP, A, B, C, event, final, totals, whole
from tests.scoring.tables import hand, record

NOTHING: dict[str, Any] = {
    "winners_table": [],
    "losers_table": [],
    "needs": [],
    "crossover": False,
    "winners": [],
    "losers": [],
}
SEATED = NOTHING | {"winners_table": ["Ann", "Bo", "Ed", "Fay"], "losers_table": ["Cy", "Di", "Gus", "Hal"]}


def test_the_groups_seat_the_final_tables() -> None:
    assert score(event(A, C)) == SEATED


def test_a_tie_on_the_line_keeps_everybody_standing() -> None:
    need = {"what": "card-pull", "players": ["Fay", "Gus"]}
    assert score(event(A, B)) == NOTHING | {"needs": [need]}
    assert score(event(A, B, pulls=[{"group": 2, "cards": {"Fay": "KD", "Gus": "4C"}}])) == SEATED
    again = score(event(A, B, pulls=[{"group": 2, "cards": {"Fay": "KD", "Gus": "KC"}}]))
    assert again == NOTHING | {"needs": [need]}


@pytest.mark.parametrize(
    ("top", "rest", "expected"),
    [
        ((50, 26, 24, 3), (52, 43, 32, -2), {"winners": ["Ann"], "losers": ["Hal"], "crossover": False}),
        ((50, 26, 24, -8), (52, 43, 32, -2), {"winners": ["Ann"], "losers": ["Fay"], "crossover": True}),
        ((50, 26, 24, -2), (52, 43, 32, -2), {"winners": ["Ann"], "losers": ["Hal"], "crossover": False}),
        (
            (50, 26, 24, 3),
            (52, 43, -2, -2),
            {"winners": ["Ann"], "needs": [{"what": "card-pull", "players": ["Gus", "Hal"]}]},
        ),
        (
            (50, 26, -8, -8),
            (52, 43, -2, -2),
            {"winners": ["Ann"], "crossover": True, "needs": [{"what": "card-pull", "players": ["Ed", "Fay"]}]},
        ),
        (
            (50, 50, 24, -8),
            (52, 43, 32, -2),
            {
                "losers": ["Fay"],
                "crossover": True,
                "needs": [{"what": "tiebreak-hand", "players": ["Ann", "Bo"], "cards": 5}],
            },
        ),
        (
            (50, 50, 24, 3),
            (52, 43, -2, -2),
            {
                "needs": [
                    {"what": "tiebreak-hand", "players": ["Ann", "Bo"], "cards": 5},
                    {"what": "card-pull", "players": ["Gus", "Hal"]},
                ]
            },
        ),
        (
            (5, 5, 5, 5),
            (9, 8, 7, 6),
            {"needs": [{"what": "tiebreak-hand", "players": ["Ann", "Bo", "Ed", "Fay"], "cards": 5}]},
        ),
        ((9, 8, 7, 6), (5, 5, 5, 5), {"winners": ["Ann"], "needs": [{"what": "card-pull", "players": REST.split()}]}),
        ((50, 26, 24, 3), (-2, 43, 32, 9), {"winners": ["Ann"], "losers": ["Cy"]}),
    ],
)
def test_the_trophies_of_the_evening(top: tuple[int, ...], rest: tuple[int, ...], expected: dict[str, Any]) -> None:
    found = score(event(A, C, winners_table=totals(TOP, *top), losers_table=totals(REST, *rest)))
    assert found == SEATED | expected


def test_one_final_table_alone_says_what_it_can() -> None:
    assert score(event(A, C, winners_table=totals(TOP, 50, 26, 24, 3))) == SEATED | {"winners": ["Ann"]}
    assert score(event(A, C, losers_table=totals(REST, 52, 43, 32, -2))) == SEATED


def test_ties_of_the_final_tables_are_settled_in_their_records() -> None:
    names = TOP.split()
    tie = hand([1, 0, 0, 0], [1, 4, 0, 0], names)
    top = final(TOP, 50, 50, 24, 3, hands=[tie])
    rest = final(REST, 52, 43, -2, -2, pulls=[{"Gus": "4C", "Hal": "4D"}, {"Gus": "KC", "Hal": "QD"}])
    found = score(event(A, C, winners_table=top, losers_table=rest))
    assert found == SEATED | {"winners": ["Ann"], "losers": ["Hal"]}
    crossed = final(TOP, 50, 26, -8, -8, pulls=[{"Ed": "4C", "Fay": "5C"}])
    found = score(event(A, C, winners_table=crossed, losers_table=totals(REST, 52, 43, 32, -2)))
    assert found == SEATED | {"winners": ["Ann"], "losers": ["Ed"], "crossover": True}


def test_the_losers_table_spares_nobody() -> None:
    rest = final(REST, 5, 5, 5, 5, pulls=[{"Cy": "4C", "Di": "5C", "Gus": "6C", "Hal": "7C"}])
    found = score(event(A, C, winners_table=totals(TOP, 9, 8, 7, 6), losers_table=rest))
    assert found == SEATED | {"winners": ["Ann"], "losers": ["Cy"]}


def test_groups_and_tables_may_be_whole_records() -> None:
    groups = whole("Ann Bo", 1), whole("Cy Di", 0)
    found = score(event(*groups, advance=1))
    assert (found["winners_table"], found["losers_table"]) == (["Ann", "Di"], ["Bo", "Cy"])
    tables = {"winners_table": whole("Ann Di", 1, 2), "losers_table": whole("Bo Cy", 0, 2)}
    found = score(event(*groups, advance=1, **tables))
    assert (found["winners"], found["losers"], found["crossover"]) == (["Ann"], ["Bo"], False)


def test_an_unfinished_group_is_needed_first() -> None:
    found = score(event(record(["Ann", "Bo"], plan=[1]), whole("Cy Di", 0), advance=1))
    assert found == NOTHING | {"needs": [{"what": "final-tally", "players": ["Ann", "Bo"]}]}


def test_an_unfinished_final_table_decides_nothing() -> None:
    groups = totals("Ann Bo", 9, 1), totals("Cy Di", 1, 9)
    top = record(["Ann", "Di"], plan=[1])
    found = score(event(*groups, advance=1, winners_table=top, losers_table=totals("Bo Cy", 1, 2)))
    assert (found["winners"], found["losers"], found["needs"]) == ([], [], [])
    rest = record(["Bo", "Cy"], plan=[1])
    found = score(event(*groups, advance=1, winners_table=totals("Ann Di", 1, 2), losers_table=rest))
    assert (found["winners"], found["losers"], found["needs"]) == (["Di"], [], [])


def test_a_pull_in_a_group_must_fit_its_record() -> None:
    group = whole("Cy Di", 0) | {"finish": {"pulls": [{"Cy": "2C", "Di": "3C"}]}}
    with pytest.raises(RuleError) as error:
        score(event(whole("Ann Bo", 1), group, advance=1))
    assert (error.value.code, error.value.message) == (
        "pull",
        "Group 2: Nobody is level at the bottom any more: there is no card to pull.",
    )


def test_whoever_left_a_group_sits_at_no_final_table() -> None:
    names = ["Ann", "Bo", "Cy"]
    group = record(
        names,
        hand([0, 0, 0], [0, 1, 0], names),
        {"departures": ["Ann"], "bids": {"Cy": 0, "Bo": 0}, "tricks": {"Cy": 0, "Bo": 1}},
        plan=[1, 1],
    )
    found = score(event(group, totals("Di Ed", 9, 1), advance=1))
    assert (found["winners_table"], found["losers_table"]) == (["Cy", "Di"], ["Bo", "Ed"])


def test_a_final_table_of_totals_may_be_larger_than_ten() -> None:
    groups = [totals(" ".join(f"{group}{seat}" for seat in range(7)), *range(7)) for group in "AB"]
    seated = score(event(*groups, advance=1))
    assert (len(seated["winners_table"]), len(seated["losers_table"])) == (2, 12)
    top = {"totals": dict.fromkeys(seated["winners_table"], 9) | {"A6": 10}}
    rest = {"totals": {name: place for place, name in enumerate(seated["losers_table"])}}
    found = score(event(*groups, advance=1, winners_table=top, losers_table=rest))
    assert (found["winners"], found["losers"]) == (["A6"], ["A5"])


def test_who_is_decided_stands_before_who_has_most() -> None:
    found = standing_of({0: 9, 1: 9, 2: 3, 3: 3}, winners=[1], losers=[3])
    assert (found.first, found.last) == ((1,), (3,))


def test_the_winner_never_loses_even_when_all_are_level() -> None:
    top = standing_of({0: 5, 1: 5}, winners=[0])
    assert trophies(top, standing_of({2: 6, 3: 7})).losers == (1,)
    assert trophies(top, standing_of({2: 5, 3: 7})).losers == (2,)


# A bottom count, leavers after the groups, and numbers of hands played.
def test_a_bottom_count_leaves_out_those_between() -> None:
    six = [
        totals("Ann Bo Cy Di Ed Fay", 50, 40, 30, 20, 10, 0),
        totals("Gil Hal Ida Jo Kay Lou", 51, 41, 31, 21, 11, 1),
    ]
    sheet = score(event(*six, bottom=3))
    assert (sheet["winners_table"], sheet["losers_table"]) == (
        ["Ann", "Bo", "Gil", "Hal"],
        ["Di", "Ed", "Fay", "Jo", "Kay", "Lou"],
    )
    level = totals("Ann Bo Cy Di Ed Fay", 50, 40, 20, 20, 10, 0)
    assert score(event(level, six[1], bottom=3))["losers_table"] == ["Cy", "Di", "Ed", "Fay", "Jo", "Kay", "Lou"]
    with pytest.raises(RuleError, match="Choose a smaller bottom count"):
        score(event(*six, bottom=5))


def test_whoever_went_home_after_the_groups_makes_room_for_the_next_one_up() -> None:
    sheet = score(event(A, C, gone=["Bo", "Hal"]))
    assert (sheet["winners_table"], sheet["losers_table"]) == (["Ann", "Cy", "Ed", "Fay"], ["Di", "Gus"])
    with pytest.raises(RuleError, match="plays in no group"):
        score(event(A, C, gone=["Zoë"]))


def test_where_so_many_went_home_all_who_are_left_go_up() -> None:
    sheet = score(event(A, C, gone=["Bo", "Cy", "Di"]))
    assert sheet["winners_table"] == ["Ann", "Ed", "Fay"]


def test_hands_are_compared_as_they_were_played() -> None:
    """A table of three planned hands that stopped after two equals one of two hands, and not one of three."""
    groups = whole("Ann Bo", 1), whole("Cy Di", 0)
    stopped = whole("Ann Di", 1, 2) | {"options": {"plan": [1, 1, 1]}, "finish": {"shortened": True}}
    same = score(event(*groups, advance=1, winners_table=stopped, losers_table=whole("Bo Cy", 0, 2)))
    assert (same["winners"], same["losers"]) == (["Ann"], ["Bo"])
    with pytest.raises(RuleError, match="but it is Winners’ table 2, Losers’ table 3"):
        score(event(*groups, advance=1, winners_table=stopped, losers_table=whole("Bo Cy", 0, 3)))


def test_the_same_card_twice_on_the_line_is_only_warned_of() -> None:
    groups = totals("Ann Bo Cy", 9, 5, 5), totals("Di Ed Fay", 9, 5, 1)
    first = {"group": 1, "cards": {"Bo": "4C", "Cy": "4C"}}
    sheet = score(event(*groups, pulls=[first, {"group": 1, "cards": {"Bo": "KC", "Cy": "4C"}}]))
    warning = {"code": "same-card", "message": "Bo and Cy pulled 4C: one deck has it once, two decks have it twice."}
    assert sheet["warnings"] == [warning]
    assert sheet["winners_table"] == ["Ann", "Bo", "Di", "Ed"]
    assert "warnings" not in score(event(*groups))
