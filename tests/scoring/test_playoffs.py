"""Play-offs: from the groups to the final tables and both trophies (DD-45 to DD-50, HR-DD-11, HR-DD-12)."""

from typing import Any

import pytest

from scoring.base import RuleError
from scoring.playoffs import check_groups, held
from scoring.playoffs import final as standing_of
from scoring.records import score
from tests.scoring.tables import hand, record

A = {"totals": {"Ann": 53, "Bo": 48, "Cy": 40, "Di": 32}}
B = {"totals": {"Ed": 52, "Fay": 45, "Gus": 45, "Hal": 7}}
C = {"totals": {"Ed": 52, "Fay": 45, "Gus": 44, "Hal": 7}}


def event(*groups: Any, advance: int = 2, **more: Any) -> dict[str, Any]:
    """A play-off document."""
    return {"record": 1, "game": "dirty-dog-playoff", "advance": advance, "groups": list(groups)} | more


def totals(names: str, *points: int) -> dict[str, Any]:
    """A table of which only the totals are known."""
    return {"totals": dict(zip(names.split(), points, strict=True))}


NOTHING: dict[str, Any] = {
    "winners_table": [],
    "losers_table": [],
    "needs": [],
    "crossover": False,
    "winners": [],
    "losers": [],
}
SEATED = NOTHING | {"winners_table": ["Ann", "Bo", "Ed", "Fay"], "losers_table": ["Cy", "Di", "Gus", "Hal"]}
TOP, REST = "Ann Bo Ed Fay", "Cy Di Gus Hal"


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


def final(names: str, *points: int, pulls: Any = (), hands: Any = ()) -> dict[str, Any]:
    """A final table as a record of which only the ties are left."""
    opening = dict(zip(names.split(), points, strict=True))
    finish = {"pulls": list(pulls), "tiebreak_hands": list(hands)}
    return record(names.split(), finish=finish, plan=[], opening=opening)


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


def whole(names: str, winner: int, hands: int = 1) -> dict[str, Any]:
    """A record of hands of one card in which all bid nothing and one takes the tricks."""
    chosen = names.split()
    count = len(chosen)
    rounds = [hand([0] * count, [int(seat == winner) for seat in range(count)], chosen) for _ in range(hands)]
    return record(chosen, *rounds, plan=[1] * hands)


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


@pytest.mark.parametrize(
    ("document", "code", "message", "player", "field"),
    [
        (event(A), "malformed", "A play-off needs two groups at least: one table plays", None, "groups"),
        (event(A, C, advance=0), "malformed", "“advance” needs", None, "advance"),
        (
            event(A, C, advance=4),
            "advance",
            "Group 1 has 4 players: fewer than that can advance, not 4.",
            None,
            "advance",
        ),
        (event(A, A), "duplicate-player", "Ann plays in two groups", "Ann", "groups"),
        (event(A, C, extra=1), "unknown-key", "The key “extra” is not known here", None, "extra"),
        (event(A, C | {"x": 1}), "unknown-key", "Group 2: The key “x” is not known here", None, "x"),
        (event(A, {"totals": {"Ed": 1}}), "players", "Group 2: Dirty Dog needs at least 2 players", None, "players"),
        (
            event(A, {"totals": {"Ed": 1.0, "Fay": 2}}),
            "malformed",
            "Group 2: “totals” needs a whole number",
            None,
            "totals",
        ),
        (event(A, {}), "malformed", "Group 2: The key “record” is missing.", None, "record"),
        (
            event(A, B, pulls=[{"group": 3, "cards": {}}]),
            "pull",
            "There is no group 3 to pull cards in.",
            None,
            "pulls",
        ),
        (
            event(A, B, pulls=[{"group": 2, "cards": {"Fay": "1D", "Gus": "4C"}}]),
            "card",
            "is not a card",
            None,
            "cards",
        ),
        (event(A, B, pulls=[{"group": 2, "cards": {"Fay": "KD"}}]), "pull", "look at Gus again", "Gus", "pulls"),
        (
            event(A, B, pulls=[{"group": 2, "cards": {"Ann": "KD"}}]),
            "unknown-player",
            "Ann does not play in group 2",
            "Ann",
            "pulls",
        ),
        (
            event(A, C, pulls=[{"group": 2, "cards": {"Fay": "KD", "Gus": "4C"}}]),
            "pull",
            "Nobody is level",
            None,
            "pulls",
        ),
        (
            event(A, B, winners_table=totals(TOP, 1, 2, 3, 4)),
            "pull",
            "until the groups are settled: Fay, Gus.",
            None,
            "winners_table",
        ),
        (
            event(A, B, losers_table=totals(TOP, 1, 2, 3, 4)),
            "pull",
            "until the groups are settled",
            None,
            "winners_table",
        ),
        (
            event(A, C, winners_table=totals(REST, 1, 2, 3, 4)),
            "players",
            "there sit Ann, Bo, Ed, Fay, and nobody",
            None,
            "winners_table",
        ),
        (
            event(A, C, losers_table=totals("Cy Di Gus", 1, 2, 3)),
            "players",
            "there sit Cy, Di, Gus, Hal, and",
            None,
            "losers_table",
        ),
        (
            event(A, C, losers_table=record(REST.split(), opening={"Cy": 4})),
            "opening",
            "Losers’ table: everybody starts from 0",
            None,
            "losers_table",
        ),
        (
            event(whole("Ann Bo", 0, 2), whole("Cy Di", 0, 1), advance=1),
            "plan",
            "but it is Group 1 2, Group 2 1.",
            None,
            "groups",
        ),
        (
            event(
                whole("Ann Bo", 1),
                whole("Cy Di", 0),
                advance=1,
                winners_table=whole("Ann Di", 0, 2),
                losers_table=whole("Bo Cy", 0, 1),
            ),
            "plan",
            "but it is Winners’ table 2, Losers’ table 1.",
            None,
            "losers_table",
        ),
        (
            event(A, record(["Ed", "Fay"], hand([0, 0], [2, 0], ["Ed", "Fay"]))),
            "tricks-range",
            "Group 2: Ed cannot have taken 2",
            "Ed",
            "tricks",
        ),
        (
            event(
                A, C, winners_table=totals(TOP, 9, 8, 7, 6), losers_table=final(REST, 9, 8, 1, 1, pulls=[{"Gus": "2C"}])
            ),
            "pull",
            "Hal has to pull a card too.",
            "Hal",
            "pulls",
        ),
    ],
)
def test_a_play_off_that_cannot_be(
    document: Any, code: str, message: str, player: str | None, field: str | None
) -> None:
    with pytest.raises(RuleError) as error:
        score(document)
    assert (error.value.code, error.value.player, error.value.field) == (code, player, field)
    assert message in error.value.message


def test_a_final_table_of_totals_may_be_larger_than_ten() -> None:
    groups = [totals(" ".join(f"{group}{seat}" for seat in range(7)), *range(7)) for group in "AB"]
    seated = score(event(*groups, advance=1))
    assert (len(seated["winners_table"]), len(seated["losers_table"])) == (2, 12)
    top = {"totals": dict.fromkeys(seated["winners_table"], 9) | {"A6": 10}}
    rest = {"totals": {name: place for place, name in enumerate(seated["losers_table"])}}
    found = score(event(*groups, advance=1, winners_table=top, losers_table=rest))
    assert (found["winners"], found["losers"]) == (["A6"], ["A5"])


@pytest.mark.parametrize(
    ("sizes", "advance", "says"),
    [
        ((6,), 3, "two groups at least"),
        ((6, 1), 3, "Group B has 1 player: a group needs 4"),
        ((6, 3), 3, "Group B has 3 players: a group needs 4"),
        ((11, 6), 3, "Group A has 11 players: 10 is the most"),
        ((6, 5), 5, "1 to 4 can go up, not 5"),
        ((6, 5), 0, "1 to 4 can go up, not 0"),
        ((6, 6, 6), 4, "winners’ table seats 12: 2 to 10"),
        ((8, 8), 2, "losers’ table seats 12: 2 to 10"),
    ],
)
def test_groups_that_cannot_be_played_off(sizes: tuple[int, ...], advance: int, says: str) -> None:
    with pytest.raises(RuleError, match=says):
        check_groups(sizes, advance, (4, 10), (2, 10))


def test_a_bottom_count_fits_below_those_who_go_up() -> None:
    with pytest.raises(RuleError, match=r"With 3 up, 1 to 3 of the smallest group .*, not 4"):
        check_groups([7, 6], 3, (4, 10), (2, 10), 4)


def test_who_is_decided_stands_before_who_has_most() -> None:
    found = standing_of({0: 9, 1: 9, 2: 3, 3: 3}, winners=[1], losers=[3])
    assert (found.first, found.last) == ((1,), (3,))


def test_the_winner_never_loses_even_when_all_are_level() -> None:
    top = standing_of({0: 5, 1: 5}, winners=[0])
    assert held(top, standing_of({2: 6, 3: 7})).losers == (1,)
    assert held(top, standing_of({2: 5, 3: 7})).losers == (2,)


# A bottom count, whoever went home, hands as they were played.
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
    """A table of three planned hands that stopped after two is level with one of two, and not with one of three."""
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
