"""Which ties are settled: both ends of a whole match, the bottom at a losers' table, none in a group (DD-46, DD-47,
DD-50).
"""

import pytest

from scoring.base import Illegal, replay
from scoring.dirty_dog import DIRTY_DOG, Bids, Options, TiebreakHand, Tricks, next_step
from scoring.dirty_dog.entries import Pull, Stakes
from scoring.dirty_dog.sheet import DirtyDogSheet
from scoring.records import from_record, to_record

ALL_LEVEL = {0: 5, 1: 5, 2: 5}
LOW_LEVEL = {0: 9, 1: 5, 2: 5}
TOP_LEVEL = {0: 9, 1: 9, 2: 5}


def ended(opening: dict[int, int], stakes: Stakes) -> DirtyDogSheet:
    """A sheet of three seats with these totals and no hands to play."""
    return DIRTY_DOG.start(3, Options(plan=(), opening=opening, stakes=stakes))


@pytest.mark.parametrize("opening", [ALL_LEVEL, LOW_LEVEL, TOP_LEVEL])
def test_a_group_has_nothing_to_settle(opening: dict[int, int]) -> None:
    sheet = ended(opening, "nothing")
    assert (sheet.finished, sheet.needs, next_step(sheet)) == (True, (), None)


@pytest.mark.parametrize(
    ("opening", "needs"), [(ALL_LEVEL, [(0, 1, 2)]), (LOW_LEVEL, [(1, 2)]), (TOP_LEVEL, []), ({0: 9, 1: 8, 2: 7}, [])]
)
def test_at_a_losers_table_only_the_bottom_is_settled(opening: dict[int, int], needs: list[tuple[int, ...]]) -> None:
    sheet = ended(opening, "bottom")
    assert [(need.what, need.seats) for need in sheet.needs] == [("card-pull", seats) for seats in needs]


def test_the_lowest_card_at_a_losers_table_loses_even_when_all_were_level() -> None:
    sheet = DIRTY_DOG.play(ended(ALL_LEVEL, "bottom"), Pull({0: "9", 1: "4", 2: "K"}))
    assert (sheet.losers, sheet.winners, sheet.needs) == ((1,), (), ())


@pytest.mark.parametrize("stakes", ["bottom", "nothing"])
def test_where_no_trophy_waits_at_the_top_no_tie_break_hand_is_played(stakes: Stakes) -> None:
    with pytest.raises(Illegal, match="no tie-break hand"):
        DIRTY_DOG.play(ended(TOP_LEVEL, stakes), TiebreakHand(dict.fromkeys(range(3), 0), {0: 5, 1: 0, 2: 0}))


def test_in_a_group_nobody_pulls_for_the_bottom() -> None:
    with pytest.raises(Illegal, match="for its line only"):
        DIRTY_DOG.play(ended(LOW_LEVEL, "nothing"), Pull({1: "4", 2: "K"}))


def test_the_stakes_stand_in_the_record() -> None:
    options = Options(plan=(1,), stakes="bottom")
    entries = [Bids({1: 0, 0: 0}), Tricks({0: 1, 1: 0})]
    kept = to_record(DIRTY_DOG, ["Ann", "Bo"], 2, options, entries)
    assert kept["options"] == {"plan": [1], "stakes": "bottom"}
    game, _, seats, read, again = from_record(kept)
    assert (read, replay(game, seats, read, again).finished) == (options, True)
