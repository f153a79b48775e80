"""The code that all engines share."""

import pytest

from scoring.base import CallOut, Illegal, Line, Malformed, Rank, RuleError, Sheet, places, replay, with_names
from scoring.dirty_dog import DIRTY_DOG, Bids, Options, Tricks
from tests.scoring.tables import NAMES, seats


@pytest.mark.parametrize(
    ("text", "spelt"),
    [
        ("{0} passes {1}", "Ann passes Bo"),
        ("{11} and {12}", "Lou and seat 13"),
        ("no {name} {} {-}", "no {name} {} {-}"),
        ("{-1} sits nowhere", "seat 0 sits nowhere"),
    ],
)
def test_seats_of_a_sentence_become_names(text: str, spelt: str) -> None:
    assert with_names(text, NAMES) == spelt


def test_an_error_keeps_what_a_form_needs() -> None:
    error = Illegal("the-rule", "{1} may not bid 2.", at=3, seat=1, field="bids")
    assert (error.code, error.round, error.seat, error.field, error.player, error.entry) == (
        "the-rule",
        3,
        1,
        "bids",
        None,
        None,
    )
    assert str(error) == "{1} may not bid 2."
    assert error.args == ("the-rule", "{1} may not bid 2.")
    error.name_players(NAMES)
    assert (str(error), error.player) == ("Bo may not bid 2.", "Bo")
    assert isinstance(error, RuleError)
    assert not isinstance(error, Malformed)


def test_an_error_about_nobody_names_nobody() -> None:
    for error in (Malformed("x", "No."), Malformed("x", "No.", seat=2), Malformed("x", "No.", seat=-1)):
        error.name_players(["Ann", "Bo"])
        assert error.player is None


def test_a_name_that_looks_like_a_seat_is_quoted_as_it_is() -> None:
    error = Malformed("unknown-player", "{0} is not among the players.", player="{0}")
    error.name_players(NAMES)
    assert (error.message, error.player) == ("{0} is not among the players.", "{0}")


def test_a_plain_line_marks_who_leads_and_who_trails() -> None:
    line = Line(1, {0: 1, 1: 2, 2: 1}, {0: 1, 1: 2, 2: 1})
    assert (line.leaders, line.bottom, line.callouts) == ((1,), (0, 2), (CallOut("in-the-box", (1,)),))
    assert line.facts == {0: {}, 1: {}, 2: {}}
    empty = Line(1, {}, {})
    assert (empty.leaders, empty.bottom, empty.callouts) == ((), (), ())


def test_a_plain_sheet_is_not_over() -> None:
    sheet = Sheet(2, (0, 1), (), {0: 0, 1: 0})
    assert (sheet.finished, sheet.winners, sheet.losers, sheet.needs, sheet.warnings) == (False, (), (), (), ())


def test_places_count_those_who_share_one() -> None:
    assert places({0: 3, 1: 9, 2: 3, 3: -1, 4: 9}) == (
        Rank(1, (1, 4), 9),
        Rank(3, (0, 2), 3),
        Rank(5, (3,), -1),
    )
    assert places({}) == ()
    assert places({0: 3, 1: 9}, {0: 2, 1: 1}) == (Rank(1, (0,), 3), Rank(2, (1,), 9))


HAND = [Bids({1: 0, 2: 0, 0: 0}), Tricks(seats([1, 0, 0]))]


@pytest.mark.parametrize(
    ("entries", "at"), [([Tricks({})], 1), ([*HAND, *HAND], 3), ([*HAND, Bids({2: 0}), Bids({2: 0})], 4)]
)
def test_replay_names_the_entry_that_does_not_fit(entries: list[object], at: int) -> None:
    with pytest.raises(RuleError) as error:
        replay(DIRTY_DOG, 3, Options(plan=(1,) if at == 3 else (1, 1)), entries)
    assert error.value.entry == at


def test_replay_of_nothing_is_the_start() -> None:
    assert replay(DIRTY_DOG, 3, Options(), []) == DIRTY_DOG.start(3, Options())


def test_options_that_do_not_fit_are_no_entry() -> None:
    with pytest.raises(RuleError) as error:
        replay(DIRTY_DOG, 1, Options(), [])
    assert error.value.entry is None


def test_an_engine_hides_nothing_unless_it_says_so() -> None:
    assert not DIRTY_DOG.hides(DIRTY_DOG.start(4, Options()), Bids({1: 0}))
