"""Play-off documents and group sizes that are refused, with the reason (DD-45 to DD-50)."""

from typing import Any

import pytest

from scoring.base import RuleError
from scoring.competition.playoffs import check_groups
from scoring.records import score
from tests.scoring.playoff_records import REST, TOP, A, B, C, event, final, totals, whole
from tests.scoring.tables import hand, record


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
