"""What is heard when a match of Dogs of War is over."""

from scoring.dogs_of_war import DOGS_OF_WAR, Contest
from scoring.feats import CallOutCount
from tests.scoring.dogs_of_war.pages import MALLORY, TALBOT, one

PAIR = (TALBOT, MALLORY)


def test_a_glorious_victory_is_heard_of_whoever_stood_by() -> None:
    heard = DOGS_OF_WAR.called_out(one(Contest(PAIR, 15, {TALBOT: {1: 2}, MALLORY: {0: 1}})))
    assert CallOutCount("glorious", 1, 1, 1) in heard
    assert not [each for each in heard if each.term == "glorious" and each.seat == 0]


def test_battles_that_both_houses_lost_are_the_tables() -> None:
    heard = DOGS_OF_WAR.called_out(one(Contest(PAIR, 1), years=1))
    assert [(each.times, each.round) for each in heard if each.term == "both-defeated"] == [(5, 2)]
