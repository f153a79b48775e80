"""What is stored of a finished match: counts of call-outs, and feats by seat."""

from typing import Any

import pytest

from scoring.base import CallOut, Line, Sheet
from scoring.dirty_dog import DIRTY_DOG, Bids, Tricks
from scoring.dogs_of_war import DOGS_OF_WAR, Contest
from scoring.dogs_of_war.battle import BattleLine
from scoring.dogs_of_war.tally import _of_battle
from scoring.feats import CallOutCount, called_out, calls, calls_of, feats, record_if_higher, rounds, seats_of
from tests.scoring.dogs_of_war.pages import MALLORY, TALBOT, one
from tests.scoring.tables import fold, seats


class Won(Sheet, frozen=True, dict=True):
    """A sheet that seat 0 won."""

    @property
    def winners(self) -> tuple[int, ...]:
        return (0,)


def a_sheet(*points: dict[int, int]) -> Won:
    """A sheet of two seats with these points, round by round."""
    totals = {0: 0, 1: 0}
    lines = []
    for number, round_ in enumerate(points, start=1):
        totals = {seat: total + round_.get(seat, 0) for seat, total in totals.items()}
        lines.append(Line(number, round_, totals))
    return Won(2, (0, 1), tuple(lines), totals)


def hands(*played: tuple[list[int], list[int]], plan: tuple[int, ...], **options: Any) -> Any:
    """The sheet after hands of these bids and tricks."""
    sheet = fold(len(played[0][0]), plan=plan, **options)
    for bids, tricks in played:
        sheet = DIRTY_DOG.play(DIRTY_DOG.play(sheet, Bids(seats(bids))), Tricks(seats(tricks)))
    return sheet


def of(sheet: Any, term: str) -> dict[int | None, tuple[int, int]]:
    """Count and round of a call-out, by seat; None for the whole table."""
    return {each.seat: (each.times, each.round) for each in DIRTY_DOG.called_out(sheet) if each.term == term}


def test_what_goes_on_is_heard_when_it_begins() -> None:
    sheet = a_sheet({0: 2, 1: 1}, {0: 1, 1: 1}, {0: 0, 1: 5}, {0: 9, 1: 0})
    assert called_out(sheet) == (CallOutCount("in-the-box", 0, 2, 4), CallOutCount("in-the-box", 1, 1, 3))


def test_what_is_news_every_time_is_counted_every_time() -> None:
    sheet = a_sheet({0: 2}, {0: 1})
    found = list(calls(rounds(sheet), calls_of, ("in-the-box",)))
    assert found == [(1, "in-the-box", 0), (2, "in-the-box", 0)]


def test_a_call_out_without_seats_is_the_tables() -> None:
    assert seats_of(CallOut("overbid")) == (None,)


def test_a_winner_who_was_behind_has_climbed() -> None:
    found = feats(a_sheet({0: 1, 1: 4}, {0: 0, 1: 4}, {0: 20, 1: 0}))
    assert found[0] == {"best": 20, "best_round": 3, "climb": 7, "climb_round": 2}
    assert found[1] == {"best": 4, "best_round": 1}


def test_nothing_is_no_feat_and_the_first_of_equals_stays() -> None:
    found: dict[str, int] = {}
    assert not record_if_higher(found, "run", 0, 1)
    assert record_if_higher(found, "run", 2, 2)
    assert not record_if_higher(found, "run", 2, 3)
    assert found == {"run": 2, "run_round": 2}


def test_bids_of_a_match() -> None:
    sheet = hands(
        ([1, 1, 1], [1, 0, 0]), ([0, 0, 1], [0, 1, 1]), ([0, 1, 1], [0, 0, 1]), plan=(1, 2, 1), first_dealer=0
    )
    assert of(sheet, "overbid") == {None: (2, 3)}
    assert of(sheet, "floater") == {None: (1, 2)}
    assert of(sheet, "being-set") == {1: (3, 3), 2: (1, 1)}
    assert of(sheet, "dog-pile") == {1: (1, 2)}
    assert of(sheet, "clean-run") == {0: (1, 3)}
    found = DIRTY_DOG.feats(sheet)
    assert (found[0]["run"], found[0]["run_round"], found[2]["run"]) == (3, 3, 2)
    assert "run" not in found[1]
    bold = {name: value for name, value in found[0].items() if name.startswith("bold")}
    assert bold == {"bold": 2, "bold_round": 1, "bold_bid": 3, "bold_cards": 1, "bold_seats": 3}
    assert "bold" not in found[1]


def test_whoever_is_passed_has_the_easy_chico() -> None:
    sheet = hands(([1, 1, 1], [1, 0, 0]), ([2, 1, 0], [0, 1, 1]), plan=(1, 2, 1))
    assert of(sheet, "easy-chico") == {0: (1, 2)}


def test_the_second_is_called_out_at_the_end_only() -> None:
    played = (([1, 1, 1], [1, 0, 0]), ([2, 1, 0], [0, 1, 1]))
    assert of(hands(*played, plan=(1, 2, 1)), "first-place-loser") == {}
    assert of(hands(*played, plan=(1, 2)), "first-place-loser") == {0: (1, 2)}


@pytest.mark.parametrize(
    ("outcome", "victor", "found"),
    [
        ("both-defeated", None, [("both-defeated", None)]),
        ("glorious", "Talbot", [("glorious", 1)]),
        ("victory", "Talbot", []),
    ],
)
def test_battles_that_are_called_out(outcome: str, victor: str | None, found: list[Any]) -> None:
    captains: Any = {"Talbot": {1: 2, 2: 0}, "Harlow": {0: 1}}
    contest: Any = None
    battle = BattleLine(contest, 15, captains, (), (), outcome, victor, None, {}, {}, (), closed=False)
    assert _of_battle(battle) == found


def test_a_glorious_victory_is_heard_of_whoever_stood_by() -> None:
    heard = DOGS_OF_WAR.called_out(one(Contest((TALBOT, MALLORY), 15, {TALBOT: {1: 2}, MALLORY: {0: 1}})))
    assert CallOutCount("glorious", 1, 1, 1) in heard
    assert not [each for each in heard if each.term == "glorious" and each.seat == 0]


def test_battles_that_both_houses_lost_are_the_tables() -> None:
    heard = DOGS_OF_WAR.called_out(one(Contest((TALBOT, MALLORY), 1), years=1))
    assert [(each.times, each.round) for each in heard if each.term == "both-defeated"] == [(5, 2)]
