"""The headline of the night report: who took the trophies, else who won, else that there is no result."""

import pytest

from leagues.night_report.facts import NightFacts
from leagues.night_report.incidents import next_night
from leagues.night_report.prose import headline, opening
from tests.leagues.night_report.nights import NAMES, a_cone, a_cup, a_night, a_table

WON = a_table([5, 60], [6, 52])
OTHER = a_table([1, 9], [0, 3], names=("Mabel", "Jo"), where="table 2")


@pytest.mark.parametrize(
    ("night", "words"),
    [
        (a_night(WON, passings=[a_cup(), a_cone()]), "Sam takes the cup, Jo the cone"),
        (a_night(WON, passings=[a_cup(before_player=0), a_cone(before_player=3)]), "Sam keeps the cup, Jo the cone"),
        (a_night(WON, passings=[a_cup(before_player=0), a_cone()]), "Sam keeps the cup, Jo takes the cone"),
        (a_night(WON, passings=[a_cone()]), "Jo takes the cone"),
        (a_night(WON, passings=[a_cup(game="top-dog")]), "Sam wins with 60"),
        (a_night(WON), "Sam wins with 60"),
        (a_night(WON, OTHER), "Sam and Mabel win"),
        (a_night(WON, WON), "Sam wins everything"),
        (a_night(*(a_table([1], [0], names=(name, "Rex")) for name in NAMES)), "Four tables, four winners"),
        (a_night(a_table([4], [4], winner=9)), "Nobody won, everybody played"),
        (a_night(a_table([4], [3], is_finished=False)), "Still at the table"),
        (a_night(), "A quiet night"),
        (a_night(called_off=True), "The night was called off"),
    ],
)
def test_the_headline_says_what_mattered(night: NightFacts, words: str) -> None:
    assert headline(night) == words


@pytest.mark.parametrize(
    ("night", "words"),
    [
        (a_night(), "No sheet was begun."),
        (a_night(WON, ended="22:51"), "Two dogs, one table, two hands. The last one barked at 22:51."),
        (a_night(WON, a_table([3], [2], word="game")), "Two dogs, two matches, two hands and one game."),
        (a_night(WON, OTHER, groups=2), "Three dogs, two groups, four hands."),
    ],
)
def test_the_line_below_counts_dogs_tables_and_hands(night: NightFacts, words: str) -> None:
    assert opening(night) == words


def test_nobody_defends_anything_where_no_night_is_planned() -> None:
    assert next_night(None, [a_cup()]) == "No further night is in the calendar yet."
