"""Differences between two sheets of any game: winners and losers, box and circle."""

import pytest

from games.base.correction import headline, marks
from scoring.base import Sheet, replay
from scoring.dirty_dog import DIRTY_DOG, Bids, Options, Tricks

NAMES = ["Bea", "Otto", "Núria"]


def match(*winners: int) -> Sheet:
    """The sheet of hands of one card with bids of 0, by the seat that took each trick."""
    options = Options(plan=(1,) * len(winners))
    entries: list[object] = []
    for hand, winner in enumerate(winners):
        order = [(hand + 1 + seat) % 3 for seat in range(3)]
        entries += [Bids(dict.fromkeys(order, 0)), Tricks({seat: int(seat == winner) for seat in order})]
    return replay(DIRTY_DOG, 3, options, entries)


def sole(winner: int, loser: int) -> Sheet:
    """A sheet of three seats with one winner and one loser."""
    third = 3 - winner - loser
    return match(loser, loser, third)


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        (sole(0, 1), sole(2, 1), "This correction changes the winner"),
        (match(0), match(0), "This correction changes no total"),
        (match(0), match(1), "This correction changes the loser"),
    ],
)
def test_the_loudest_news_comes_first(old: Sheet, new: Sheet, words: str) -> None:
    assert headline(old, new) == words


def test_nobody_wins_or_loses_a_group() -> None:
    assert headline(match(0), match(1), for_trophy=False) == "This correction changes who is last"
    assert headline(sole(0, 1), sole(2, 1), for_trophy=False) == "This correction changes who is first"


def sentences_of(old: Sheet, new: Sheet, *, has_circle: bool) -> list[str]:
    """The sentences about box and circle that the change from one sheet to the other gives."""
    pairs = [(now.number, was, now) for was, now in zip(old.lines, new.lines, strict=True)]
    return list(marks("hand", pairs, NAMES, has_circle=has_circle))


def test_the_box_moves_in_one_sentence_for_hands_alike() -> None:
    assert sentences_of(match(0, 0), match(1, 1), has_circle=False) == [
        "The box in hands 1 and 2 moves from Otto and Núria to Bea and Núria."
    ]


def test_the_circle_is_told_where_a_game_has_one() -> None:
    assert sentences_of(match(0, 0), match(1, 1), has_circle=True)[1:] == [
        "The circle in hands 1 and 2 moves from Bea to Otto."
    ]


def test_hands_that_differ_have_sentences_of_their_own() -> None:
    found = sentences_of(match(0, 0), match(1, 0), has_circle=True)
    assert [words.split(" moves")[0] for words in found] == [
        "The box in hand 1",
        "The box in hand 2",
        "The circle in hand 1",
        "The circle in hand 2",
    ]


def test_nothing_moves_where_nothing_changed() -> None:
    assert sentences_of(match(0, 2), match(0, 2), has_circle=True) == []
