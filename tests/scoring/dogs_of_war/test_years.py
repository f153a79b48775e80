"""The year in progress, entered battle by battle or play by play."""

import pytest

from scoring.base import Illegal
from scoring.dogs_of_war import (
    Battle,
    Betrayal,
    Contest,
    Gain,
    Options,
    Pairing,
    Pass,
    Play,
    Year,
)
from scoring.dogs_of_war.contests import unused_betrayals
from tests.scoring.dogs_of_war.pages import BASTIANI, FOUR, HACKETT, HARLOW, MALLORY, PAIRS, QUIET, TALBOT, fold

OPEN = Pairing(PAIRS, first_player=1, bonuses=("captain", "", "3 coins"))
REST = (Battle(1, 0, {}), Battle(2, 0, {}))


def test_a_year_by_plays_is_the_year_at_once() -> None:
    """Captains, tracker and the first to pass are the same, however the year was entered."""
    live = fold(
        OPEN,
        Play(0, 1, TALBOT, "knight"),
        Play(0, 2, MALLORY, "footman"),
        Pass(2),
        Play(0, 1, TALBOT, "footman"),
        Pass(1),
        *REST,
        Year(),
    )
    whole = fold(
        Year(
            (
                Contest(PAIRS[0], 5, {TALBOT: {1: 2}, MALLORY: {2: 1}}, bonus="captain"),
                Contest(PAIRS[1], 0),
                Contest(PAIRS[2], 0, bonus="3 coins"),
            ),
            first_player=1,
            first_to_pass=2,
        )
    )
    for key in ("totals", "values", "first", "reserve", "open"):
        assert getattr(live, key) == getattr(whole, key)
    for key in ("points", "allowance", "first_player", "first_to_pass", "facts"):
        assert getattr(live.years[0], key) == getattr(whole.years[0], key)
    assert live.reserve == {1: 1}


def test_a_pairing_written_again_keeps_what_is_recorded() -> None:
    sheet = fold(OPEN, Play(1, 0, HACKETT, "knight"), Pairing((PAIRS[2][::-1], PAIRS[1], PAIRS[0])))
    assert sheet.open is not None
    assert [contest.houses for contest in sheet.open.battles] == [PAIRS[2][::-1], PAIRS[1], PAIRS[0]]
    assert [contest.bonus for contest in sheet.open.battles] == ["captain", "", "3 coins"]
    assert sheet.open.battles[1].plays
    assert sheet.open.first_player == 1


def test_a_bonus_can_be_taken_back() -> None:
    sheet = fold(OPEN, Pairing(PAIRS, first_player=2, bonuses=("", "", "")))
    assert sheet.open is not None
    assert [contest.bonus for contest in sheet.open.battles] == ["", "", ""]
    assert sheet.open.first_player == 2


def test_pairs_may_be_named_one_after_the_other() -> None:
    sheet = fold(Pairing(PAIRS[:1]), Pairing(PAIRS[:2]), Pairing(PAIRS), *REST, Battle(0, 1, {}), Year())
    assert [line.houses for line in sheet.years[0].battles] == list(PAIRS)


def test_a_battle_may_bring_its_houses() -> None:
    sheet = fold(
        *(Battle(at, 1, {pair[0]: {at: 1}}, houses=pair, bonus="captain") for at, pair in enumerate(PAIRS)), Year()
    )
    assert sheet.values[TALBOT] == 0
    assert sheet.reserve == {0: 1, 1: 1, 2: 1}


def test_a_battle_written_again_replaces_what_stood_there() -> None:
    sheet = fold(
        OPEN,
        Play(0, 1, TALBOT, "knight"),
        Battle(0, -2, {MALLORY: {1: 1}}),
        Battle(0, -3, {MALLORY: {1: 3}}, houses=(MALLORY, TALBOT)),
    )
    assert sheet.open is not None
    assert sheet.open.battles[0] == Contest((MALLORY, TALBOT), -3, {MALLORY: {1: 3}}, bonus="captain")


def test_a_whole_year_replaces_what_was_written_of_it() -> None:
    sheet = fold(OPEN, Play(0, 1, TALBOT, "knight"), Gain(0), Pass(0), QUIET)
    assert sheet.open is None
    assert sheet.years[0].first_player is None
    assert sheet.years[0].gained == {}
    assert sheet.totals == {0: 0, 1: 0, 2: 0}


def test_what_closes_a_year_may_say_who_was_first() -> None:
    battles = tuple(Battle(at, 0, {}) for at in range(3))
    sheet = fold(OPEN, Gain(0, 2), Pass(0), *battles, Year(first_player=2, first_to_pass=1, gained={0: 1, 2: 1}))
    line = sheet.years[0]
    assert (line.first_player, line.first_to_pass, line.gained) == (2, 1, {0: 3, 2: 1})


def test_betrayal_opens_the_other_side() -> None:
    """DW-21."""
    before = (OPEN, Play(0, 1, TALBOT, "knight"))
    with pytest.raises(Illegal) as refused:
        fold(*before, Play(0, 1, MALLORY, "footman"))
    assert refused.value.code == "both-sides"
    sheet = fold(*before, Betrayal(0, 1), Play(0, 1, MALLORY, "footman"), Play(0, 1, TALBOT, "footman"))
    assert sheet.open is not None
    assert len(sheet.open.battles[0].plays or ()) == 3


def test_betrayal_may_be_played_before_the_first_captain() -> None:
    sheet = fold(OPEN, Betrayal(0, 1), Play(0, 1, TALBOT, "knight"), Betrayal(1, 1), Play(1, 1, BASTIANI, "knight"))
    assert sheet.open is not None
    assert [contest.betrayal for contest in sheet.open.battles] == [(1,), (1,), ()]


def test_a_bare_move_asks_for_no_captain_and_no_side() -> None:
    """DW-53: a bare move is independent of the soldier."""
    plays = [Play(at, 0, pair[0], "footman") for at, pair in enumerate(PAIRS)]
    sheet = fold(OPEN, *plays, Play(0, 0, MALLORY, spaces=4), Play(1, 2, HACKETT, spaces=1))
    assert sheet.open is not None
    assert len(sheet.open.battles[0].plays or ()) == 2


def test_a_gained_captain_may_be_placed() -> None:
    """DW-25."""
    plays = [Play(0, 0, TALBOT, "footman")] * 3
    sheet = fold(OPEN, *plays, Gain(0), Gain(0, 2), Play(0, 0, TALBOT, "footman"))
    assert sheet.open is not None
    assert sheet.open.gained == {0: 3}


def test_cutthroat_has_two_battles_a_year() -> None:
    """DW-07."""
    options = Options(("cutthroat",), FOUR)
    sheet = fold(Year((Contest(PAIRS[0], 1), Contest(PAIRS[1], -1))), options=options)
    assert sheet.values == {TALBOT: 0, MALLORY: -1, BASTIANI: -1, HACKETT: 0}
    assert sheet.fights == 2


def test_a_decisive_year_takes_level_houses_in_any_order() -> None:
    """HR-DW-05: six level houses may be paired as the scorekeeper chooses."""
    options = Options(("decisive-fourth-year",))
    sheet = fold(QUIET, QUIET, QUIET, Pairing(((HARLOW, TALBOT),)), options=options)
    assert sheet.open is not None
    assert sheet.open.battles[0].houses == (HARLOW, TALBOT)


def test_a_final_position_on_both_sides_is_betrayal() -> None:
    """DW-21: sides are checked by plays only, whether the final position is entered by battle or by year."""
    both = {TALBOT: {0: 1, 1: 1, 2: 2}, MALLORY: {1: 1, 2: 1}}
    by_battle = fold(OPEN, Battle(0, 3, both, betrayal=(2,)))
    assert by_battle.open is not None
    assert by_battle.open.battles[0].betrayal == (2, 1)
    at_once = fold(Year((Contest((TALBOT, MALLORY), 3, both), *(Contest(pair, 0) for pair in PAIRS[1:]))))
    assert at_once.years[0].battles[0].contest.betrayal == (1, 2)


def test_betrayal_in_vain_is_what_the_captains_do_not_say() -> None:
    both = Contest((TALBOT, MALLORY), 3, {TALBOT: {0: 1}, MALLORY: {0: 1, 1: 1}}, betrayal=(0, 1))
    assert unused_betrayals(both) == [1]
