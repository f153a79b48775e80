"""The sentences of the night report: the same facts give the same words, other facts give others."""

from dataclasses import replace
from typing import Any

import pytest

from leagues.night_report.facts import Passing, People, Table, since
from leagues.night_report.prose import prose
from tests.leagues.night_report.nights import a_cone, a_cup, a_night, a_table

CLEAR = a_table([5, 60], [6, 52], [3, 40])


@pytest.mark.parametrize(
    ("cup", "words"),
    [
        (a_cup(first=True, waited=41), "Sam Kettle has waited 41 nights for this."),
        (a_cup(first=True, waited=2), "Sam Kettle has never held the cup before."),
        (a_cup(waited=7), "Sam Kettle has the cup back, after seven nights without it."),
        (a_cup(waited=1), "The cup goes to Sam Kettle. Sam took the lead in the very last hand and finished on 60"),
        (a_cup(before="Sam", before_player=0, kept=1), "Sam Kettle keeps the cup, for the third time running."),
        (a_cup(before="Mabel", before_player=1, defended=2), "Mabel had defended the cup twice. Mabel came close"),
        (a_cup(before="Otto", before_player=2), "Otto came last and handed it over with both paws."),
        (a_cup(before="Rex", before_player=77), "Rex was not there to defend it."),
    ],
)
def test_the_cup_has_a_story(cup: Passing, words: str) -> None:
    assert words in prose(a_night(CLEAR, passings=[cup]))[0]


def test_who_had_the_cup_may_sit_at_another_table() -> None:
    other = a_table([5, 9], [6, 3], names=("Otto", "Jo"), where="table 2")
    cup = a_cup(before="Rex", before_player=0)
    sam_elsewhere = a_night(CLEAR, other, passings=[a_cup("Mabel", before="Jo", before_player=1)])
    assert "could only watch" not in prose(a_night(CLEAR, passings=[cup]))[0]
    assert prose(sam_elsewhere)[0]


@pytest.mark.parametrize(
    ("table", "words"),
    [
        (CLEAR, "Sam Kettle took the lead in the very last hand and finished on 60, eight clear of Mabel."),
        (a_table([7, 60], [6, 52]), "led from the first to the last and finished on 60, eight clear"),
        (a_table([1, 9, 60], [6, 8, 52]), "led from hand 2 and finished"),
        (a_table([60], [52]), "Sam Kettle won with 60, eight clear of"),
        (a_table([7, 60], [6, 9]), "a mile ahead of Mabel"),
        (a_table([7, 60], [6, 60], [3, 2]), "level with Mabel until the tie was broken"),
        (a_table([7, -4], [6, -9]), "finished on \N{MINUS SIGN}4, five clear of Mabel"),
        (a_table([7, 9], [6, 9], winner=9, loser=9), ""),
    ],
)
def test_how_a_table_was_won(table: Table, words: str) -> None:
    assert words in prose(a_night(table))[0]


@pytest.mark.parametrize(
    ("table", "words"),
    [
        (
            a_table([5, 60], [3, 2], [4, 1], [1, -9]),
            "Nobody else ever saw the bottom. Jo ended on \N{MINUS SIGN}9",
        ),
        (a_table([5, 9, 60], [3, 2, 3], [1, 2, 2], [4, 3, 1]), "Nobody could have told before the last hand."),
        (a_table([5, 9, 9, 9], [3, 2, 3, 3], [1, 2, 2, 2], [4, 1, 1, 1]), "From hand 2 on nobody else came near it."),
        (a_table([5, 9, 9], [1, 2, 1], [4, 3, 1], [2, 1, 1]), "level with Mabel and Otto; the cards decided."),
    ],
)
def test_how_the_bottom_was_reached(table: Table, words: str) -> None:
    assert words in " ".join(prose(a_night(table, passings=[a_cup(), a_cone()])))


def test_the_cone_has_a_story_too() -> None:
    table = a_table([5, 60], [3, 2], [4, 1], [1, -9])
    new = prose(a_night(table, passings=[a_cone(first=True, before="Otto", before_player=2, defended=1)]))
    assert "The cone fits Jo Kettle for the first time." in new[1]
    assert "Otto, after being kept in it once, is free of it." in new[1]
    kept = prose(a_night(table, passings=[a_cone(before="Jo", before_player=3, kept=0)]))
    assert "Jo Kettle wears the cone for the second time running." in kept[1]


WINNERS = a_table([5, 60], [3, 9], where="the winners’ table", stage="winners", loser=9)


def final(low: list[int], *, crossed: bool = False, jo_up: int = 9) -> str:
    """The prose of a play-off night: Sam and Mabel at the winners' table, Otto and Jo at the losers' table. `low` are
    Jo's totals, `crossed` gives the cone to Mabel, `jo_up` is Mabel's last total.
    """
    up = a_table([5, 60], [3, jo_up], where="the winners’ table", stage="winners", loser=1 if crossed else 9)
    down = a_table(
        [4, 62], low, names=("Otto", "Jo"), where="the losers’ table", stage="losers", loser=9 if crossed else 1
    )
    loser = a_cone("Mabel" if crossed else "Jo")
    return " ".join(prose(a_night(up, down, passings=[a_cup(), loser], is_playoff=True)))


@pytest.mark.parametrize(
    ("said", "words"),
    [
        (final([2, 10], crossed=True), "It crossed over: Mabel ended on 9 at the winners’ table, below everybody"),
        (final([2, 9]), "level does not cross over"),
        (final([4, 1]), "After hand 1 it was crossing over to the winners’ table; then Jo ended on 1, and it stayed."),
        (final([0, -3]), "It never looked like crossing over: Jo ended on \N{MINUS SIGN}3, twelve points below Mabel"),
    ],
)
def test_a_playoff_night_says_whether_the_cone_crossed_over(said: str, words: str) -> None:
    assert words in said


def test_a_tie_break_hand_and_pulled_cards_are_told_once_each() -> None:
    hand, cards = "Level at the top, so a tie-break hand: Sam +7, Mabel −2.", "Pulled: Jo 4♣ and Otto 9♣."
    up = replace(WINNERS, ties=(hand,))
    down = a_table([4, 2], [2, 2], names=("Otto", "Jo"), where="the losers’ table", stage="losers", loser=1)
    told = prose(a_night(up, replace(down, ties=(cards,)), passings=[a_cup(), a_cone("Jo")], is_playoff=True))
    assert hand in told[0]
    assert cards in told[1]
    assert " ".join(told).count(hand) == " ".join(told).count(cards) == 1
    one = prose(a_night(replace(a_table([5, 60], [3, 9]), ties=(hand, cards)), passings=[a_cup(), a_cone()]))
    assert " ".join(one).count(cards) == 1


def test_more_points_at_the_losers_table_are_recorded() -> None:
    assert "Otto would like it recorded that 62 is more than 60. It is recorded." in final([0, -3])


def test_the_best_of_each_group_and_whoever_pulled_are_named() -> None:
    one = a_table([5], [4], stage="group", where="group A")
    two = a_table([5], [4], stage="group", where="group B", names=("Otto", "Jo"))
    told = " ".join(prose(a_night(WINNERS, one, two, pulled=["Jo and Otto pulled cards."])))
    assert "Earlier, Sam was first in group A and Otto was first in group B. Jo and Otto pulled cards." in told
    open_group = a_table([5], [4], stage="group", is_finished=False)
    assert "The groups are still playing." in " ".join(prose(a_night(open_group)))


@pytest.mark.parametrize(
    ("table", "words"),
    [
        ({"is_finished": False, "is_abandoned": True}, "Table 2 was abandoned after two hands."),
        ({"is_finished": False}, "Table 2 is not finished: Sam leads after two hands."),
        (
            {"what": "Top Dog at table 2"},
            "Top Dog at table 2 went to Sam Kettle with 60, eight clear of Mabel. Otto came last, with 40.",
        ),
    ],
)
def test_every_other_table_gets_a_sentence(table: dict[str, Any], words: str) -> None:
    other = a_table([5, 60], [6, 52], [3, 40], **{"where": "table 2"} | table)
    assert words in " ".join(prose(a_night(CLEAR, other)))


def test_a_duel_names_both_and_the_trophy_that_went_with_it() -> None:
    duel = a_table([5], [2], game="corgis", what="Corgis")
    told = prose(a_night(CLEAR, duel, passings=[a_cup(game="corgis", trophy="Corgi Crown")]))
    assert "Corgis and the Corgi Crown went to Sam Kettle with 5, against Mabel with 2." in told


def test_who_came_late_who_left_and_who_was_a_guest() -> None:
    table = a_table([5, 60], [6, 52], came=[("Mabel", 2)], went=[("Otto", 2)])
    people = People(late=[("Mabel", 30), ("Jo", 20)], left=["Otto", "Rex"], guests=[("Nell", "Bea"), ("Ulf", "")])
    told = prose(a_night(table, people=people))[-1]
    assert "Mabel sat down at table 1 for hand 2, with the lowest total there was." in told
    assert "Otto left the game at table 1 before hand 2." in told
    assert "Jo was late by 20 minutes." in told
    assert "Rex went home early. Nell was Bea’s guest. Ulf came as a guest." in told


def test_a_climb_and_a_lead_that_changed_hands_are_worth_a_sentence() -> None:
    climb = a_table([-12, 60], [6, 52], [3, -1])
    assert "Sam stood at \N{MINUS SIGN}12 after hand 1 and won." in prose(a_night(climb))[-1]
    turns = a_table([1, 5, 6, 9, 10, 20], [2, 4, 7, 8, 11, 12])
    assert "At table 1 the lead changed hands five times." in prose(a_night(turns))[-1]


def test_what_was_handed_on_comes_with_its_reason() -> None:
    given = a_cup(kind="hand", trophy="Chewed Slipper", game="", reason="Brought biscuits.")
    assert "The Chewed Slipper went to Sam Kettle. “Brought biscuits.”" in prose(a_night(CLEAR, passings=[given]))


def test_a_night_without_results_says_so() -> None:
    assert prose(a_night()) == [
        "Nothing was played, or nobody wrote it down. Start a match on the night’s page, and there will be a story."
    ]
    assert prose(a_night(called_off=True)) == ["It was called off. The dogs stayed in their baskets."]


def test_since_when_is_counted_back_from_the_end() -> None:
    assert since(1, []) == 1
    assert since(1, [frozenset({1}), frozenset({2})]) == 3


def test_three_who_are_level_in_a_group_are_in_it_not_at_it() -> None:
    group = a_table([3, 9], [4, 9], [5, 9], [1, 2], where="group A", stage="group")
    assert "ended level in group A." in " ".join(prose(a_night(CLEAR, group)))
