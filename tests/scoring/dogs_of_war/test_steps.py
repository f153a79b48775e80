"""The next step of Dogs of War, with all that a screen needs to prevent mistakes."""

from scoring.dogs_of_war import (
    Battle,
    Betrayal,
    DogsOfWarSheet,
    Gain,
    HouseValues,
    Options,
    Pairing,
    Pass,
    Play,
    Tally,
    TallyStep,
    Year,
    YearStep,
    next_step,
)
from tests.scoring.dogs_of_war.pages import (
    BASTIANI,
    HACKETT,
    HARLOW,
    MALLORY,
    PAIRS,
    QUIET,
    TALBOT,
    TORNBORN,
    fold,
    supported,
)

OPEN = Pairing(PAIRS, first_player=1)


def year_step(sheet: DogsOfWarSheet) -> YearStep:
    """The next step, which must be a year's."""
    step = next_step(sheet)
    assert isinstance(step, YearStep)
    return step


def test_the_first_year_begins_with_everything_free() -> None:
    step = year_step(fold())
    assert (step.number, step.years, step.captains, step.coins, step.coins_in_year_1) == (1, 4, 3, 3, 8)
    assert (step.first_player, step.token_holder, step.turn, step.captains_left_total) == (None, None, 0, 9)
    assert step.free == Options().houses
    assert step.pairings == step.level == ()
    assert [each.line for each in step.battles] == [None] * 3
    assert {each.openings[0].why for each in step.battles} == {"pairing"}
    assert not step.may_close
    assert step.reach.low[TALBOT] == -5
    assert step.reach.high[TALBOT] == 7
    assert (step.reach.sum_low, step.reach.sum_high) == (-6, 6)
    assert [soldier.key for soldier in step.soldiers] == ["footman", "arquebuser", "knight", "war_machine"]


def test_only_the_first_year_has_starting_coins() -> None:
    step = year_step(fold(Year(tuple(QUIET.battles), first_to_pass=2)))
    assert (step.number, step.coins_in_year_1, step.captains, step.first_player, step.token_holder) == (
        2,
        None,
        4,
        2,
        2,
    )
    assert step.reach.low[TALBOT] == -4


def test_turns_go_round_from_the_first_player() -> None:
    plays = [
        Play(0, 1, TALBOT, "footman"),
        Play(0, 2, TALBOT, "footman"),
        Pass(0),
        Play(1, 1, BASTIANI, "footman"),
        Play(1, 2, BASTIANI, "footman"),
        Play(2, 1, TORNBORN, "footman"),
        Pass(2),
    ]
    turns = [year_step(fold(OPEN, *plays[:count])).turn for count in range(len(plays) + 1)]
    assert turns == [1, 2, 0, 1, 2, 1, 2, None]
    step = year_step(fold(OPEN, *plays))
    assert (step.left, step.captains_left_total, step.passed, step.must_pass) == ({0: 3, 1: 0, 2: 1}, 0, (0, 2), (1,))


def test_a_battle_says_where_each_soldier_would_take_it() -> None:
    step = year_step(fold(OPEN, Play(0, 0, TALBOT, "war_machine"), Play(0, 0, TALBOT, "knight")))
    assert step.battles[0].after == {
        TALBOT: {"footman": 13, "arquebuser": 15, "knight": 15, "war_machine": 15},
        MALLORY: {"footman": 11, "arquebuser": 9, "knight": 7, "war_machine": 5},
    }
    assert step.values[TALBOT] == 0
    assert step.moves == {**dict.fromkeys(Options().houses, 0), TALBOT: 1}
    assert step.before[TALBOT] == -1
    assert [each.fixed for each in step.battles] == [True, False, False]


def test_openings_say_why_not() -> None:
    sheet = fold(
        OPEN,
        Play(0, 0, TALBOT, "footman"),
        Play(0, 1, TALBOT, "footman"),
        Betrayal(0, 1),
        Gain(2),
        *[Play(1, 2, HACKETT, "footman")] * 4,
        Pass(1),
        Battle(2, 3, {}),
    )
    step = year_step(sheet)
    first, second, third = step.battles
    assert (first.openings[0].sides, first.openings[0].why) == ((TALBOT,), "both-sides")
    assert first.openings[1].why == "passed"
    assert (second.openings[0].sides, second.openings[0].why) == (PAIRS[1], None)
    assert second.openings[2].why == "no-captains"
    assert third.openings[0].why == "final"
    assert (second.loggable, third.loggable) == (True, False)
    assert first.supports == {0: (TALBOT,), 1: (TALBOT,), 2: ()}
    assert step.allowance == {0: 3, 1: 3, 2: 4}
    assert not step.free


def test_betrayal_offers_both_sides() -> None:
    step = year_step(fold(OPEN, Play(0, 0, TALBOT, "footman"), Betrayal(0, 0)))
    assert (step.battles[0].openings[0].sides, step.battles[0].openings[0].why) == (PAIRS[0], None)


def test_a_battle_closed_by_sudden_death_offers_nothing() -> None:
    plays = [Play(0, seat, TALBOT, "war_machine") for seat in range(3)]
    step = year_step(fold(OPEN, *plays, options=Options(("sudden-death",))))
    assert {opening.why for opening in step.battles[0].openings.values()} == {"battle-closed"}
    assert not step.battles[0].loggable


def test_a_year_may_close_once_every_battle_is_recorded() -> None:
    battles = [Battle(at, 0, {}) for at in range(3)]
    assert not year_step(fold(OPEN, *battles[:2])).may_close
    assert year_step(fold(OPEN, *battles)).may_close


def test_the_decisive_year_is_paired() -> None:
    options = Options(("decisive-fourth-year",))
    assert year_step(fold(QUIET, QUIET, options=options)).pairings == ()
    step = year_step(fold(QUIET, QUIET, QUIET, options=options))
    assert step.pairings == PAIRS
    assert step.level == (Options().houses,)
    assert step.bonus_vp == 3


def test_year_four_pays_as_it_stands() -> None:
    step = year_step(fold(QUIET, QUIET, QUIET, OPEN, Battle(0, -1, {MALLORY: {2: 1}})))
    assert step.points == {0: 0, 1: 0, 2: 3}
    assert step.bonus_vp == 3
    assert year_step(fold()).bonus_vp == 0


def test_the_tally_is_asked_for_until_all_are_in() -> None:
    values = {**dict.fromkeys(Options().houses, 0), HARLOW: 2}
    tallies = supported(3, Options().houses)
    step = next_step(fold(HouseValues(values), *tallies[1:]))
    assert isinstance(step, TallyStep)
    assert (step.tallied, step.missing, step.tokens, step.coins) == ((1, 2), (0,), 8, 68)
    assert step.values == values
    assert step.houses == Options().houses
    assert step.won == {0: 0, 1: 0, 2: 0}
    assert next_step(fold(HouseValues(values), *tallies)) is None


def test_who_is_in_stands_in_seat_order() -> None:
    """The order of handing in would reveal who counted together."""
    tallies = [Tally(seat, 0, {}, Options().houses[seat], 0, 0, 0) for seat in (2, 0)]
    step = next_step(fold(*[QUIET] * 4, *tallies))
    assert isinstance(step, TallyStep)
    assert step.tallied == (0, 2)
