"""The end of a match: the tally row by row, its secrecy, its warnings, and who has won."""

from collections.abc import Mapping

import pytest

from scoring.base import RuleError, replay
from scoring.dogs_of_war import (
    DOGS_OF_WAR,
    Contest,
    HouseValues,
    Options,
    Tally,
    TallyLine,
    Year,
    breakdown,
)
from scoring.dogs_of_war.battle import tokens
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

VALUES = {TALBOT: 3, MALLORY: -2, BASTIANI: 0, HACKETT: 1, TORNBORN: -1, HARLOW: 4}
FINAL = HouseValues(VALUES)


@pytest.mark.parametrize(
    ("entry", "rows"),
    [
        pytest.param(Tally(0, 14, {}, BASTIANI, 0, 0, 0), (14, 0, 0, 0, 0, 0), id="DW-41 tokens"),
        pytest.param(Tally(0, 0, {TALBOT: 2, HARLOW: 1}, BASTIANI, 0, 0, 0), (0, 10, 0, 0, 0, 0), id="DW-42 influence"),
        pytest.param(Tally(0, 0, {MALLORY: 3}, BASTIANI, 0, 0, 0), (0, -6, 0, 0, 0, 0), id="DW-42 below zero"),
        pytest.param(Tally(0, 0, {}, HARLOW, 0, 0, 0), (0, 0, 8, 0, 0, 0), id="DW-43 two tokens"),
        pytest.param(Tally(0, 0, {}, MALLORY, 0, 0, 0), (0, 0, -4, 0, 0, 0), id="DW-43 below zero"),
        pytest.param(Tally(0, 0, {}, BASTIANI, 7, 0, 0), (0, 0, 0, 3, 0, 0), id="DW-44 one for two"),
        pytest.param(Tally(0, 0, {}, BASTIANI, 1, 0, 0), (0, 0, 0, 0, 0, 0), id="DW-44 the odd coin"),
        pytest.param(Tally(0, 0, {}, BASTIANI, 0, 2, 3), (0, 0, 0, 0, 5, 0), id="DW-45 cards"),
        pytest.param(Tally(0, 0, {}, BASTIANI, 0, 0, 0, -2, "why"), (0, 0, 0, 0, 0, -2), id="HR-DW-09 adjusted"),
    ],
)
def test_a_tally_is_counted_row_by_row(entry: Tally, rows: tuple[int, ...]) -> None:
    found = breakdown(VALUES, entry)
    assert (found.vp, found.influence, found.support, found.coins, found.cards, found.adjust) == rows
    assert found.total == sum(rows)


def end(*vp: int) -> list[Tally]:
    """Tallies with these VP by seat, without influence tokens."""
    houses = Options().houses
    return [Tally(seat, points, {}, houses[seat], 0, 0, 0) for seat, points in enumerate(vp)]


NOTHING = HouseValues(dict.fromkeys(VALUES, 0))


@pytest.mark.parametrize(
    ("vp", "winners", "places"),
    [
        pytest.param((3, 9, 4), (1,), (3, 1, 2), id="DW-46 most"),
        pytest.param((9, 3, 9), (0, 2), (1, 3, 1), id="HR-DW-01 shared"),
        pytest.param((5, 5, 5), (0, 1, 2), (1, 1, 1), id="HR-DW-01 all"),
    ],
)
def test_most_vp_win(vp: tuple[int, ...], winners: tuple[int, ...], places: tuple[int, ...]) -> None:
    sheet = fold(NOTHING, *end(*vp))
    assert sheet.winners == winners
    place = {seat: rank.place for rank in DOGS_OF_WAR.ranks(sheet) for seat in rank.seats}
    assert tuple(place[seat] for seat in range(3)) == places
    assert sheet.losers == ()


def test_the_tally_replaces_the_vp_won_in_battles() -> None:
    years = [Year((Contest(PAIRS[0], 2, {TALBOT: {0: 1}, MALLORY: {1: 2}}), *(Contest(p, 0) for p in PAIRS[1:])))] * 4
    before = fold(*years)
    assert before.totals == {0: 2 * 4 + 3, 1: 0, 2: 0}
    after = fold(*years, *end(15, 0, 1))
    # Talbot won four times and is worth 3, the others -1: the support cards bring 6, -2 and -2.
    assert after.totals == {0: 21, 1: -2, 2: -1}
    line = after.lines[-1]
    assert isinstance(line, TallyLine)
    assert (line.number, line.points) == (5, {0: 10, 1: -2, 2: -1})
    assert line.facts[0] == {
        "tokens": 15,
        "influence": 0,
        "support": 6,
        "coins": 0,
        "cards": 0,
        "adjust": 0,
        "final": 21,
    }
    assert after.years == before.years
    assert [each.is_round for each in after.lines] == [True] * 4 + [False]


def test_a_tally_is_secret_until_the_last_is_in() -> None:
    """DW-18."""
    one, two, three = end(9, 12, 3)
    open_ = fold(NOTHING, one, two)
    assert DOGS_OF_WAR.public(open_).tallies == {}
    assert (open_.tallied, open_.missing) == ((0, 1), (2,))
    assert open_.totals == {0: 0, 1: 0, 2: 0}
    assert DOGS_OF_WAR.hides(open_, one)
    assert not DOGS_OF_WAR.hides(open_, NOTHING)
    shut = fold(NOTHING, one, two, three)
    assert DOGS_OF_WAR.public(shut).tallies[0] == one
    assert not DOGS_OF_WAR.hides(shut, one)


def test_the_match_needs_who_is_missing() -> None:
    assert fold().needs == ()
    sheet = fold(*[QUIET] * 4, end(1)[0])
    assert [(need.what, need.seats) for need in sheet.needs] == [("final-tally", (1, 2))]
    assert sheet.finished


@pytest.mark.parametrize(
    ("held", "codes"),
    [
        pytest.param({0: 4, 1: 4}, [], id="DW-52 eight of three players"),
        pytest.param({0: 4, 1: 4, 2: 1}, ["supply"], id="DW-52 nine of three players"),
    ],
)
def test_too_many_tokens_are_a_warning(held: Mapping[int, int], codes: list[str]) -> None:
    houses = Options().houses
    tallies = [Tally(seat, 0, {HARLOW: held.get(seat, 0)}, houses[seat], 0, 0, 0) for seat in range(3)]
    assert [notice.code for notice in fold(FINAL, *tallies).warnings] == codes
    assert fold(FINAL, *tallies[:2]).warnings == ()


@pytest.mark.parametrize(("seats", "most"), [(3, 8), (4, 10), (5, 12)])
def test_the_supply_depends_on_the_table(seats: int, most: int) -> None:
    """DW-06, HR-DW-06."""
    assert tokens(seats) == most


def test_what_is_unusual_is_said_in_words() -> None:
    year = Year(
        (Contest(PAIRS[0], 1, {TALBOT: {0: 7}, MALLORY: {1: 3}}), *(Contest(pair, 0) for pair in PAIRS[1:])),
        gained={0: 4},
    )
    others = supported(3, Options().houses)[1:]
    sheet = fold(year, QUIET, QUIET, QUIET, Tally(0, 2, {}, TALBOT, 0, 0, 0, 3), *others)
    assert [(notice.code, notice.message, notice.round) for notice in sheet.warnings] == [
        ("captains", "{0} placed 7 captains in year 1; a dog of war has only 6.", 1),
        ("vp-tokens", "{0} counts 2 VP in tokens, but won 3 in battles.", None),
        ("adjust-note", "{0}’s adjustment has no note that says why.", None),
    ]


def test_house_values_within_reach_end_the_years_early() -> None:
    start = [Year((Contest(PAIRS[0], 15), *(Contest(pair, 0) for pair in PAIRS[1:])))]
    values = {TALBOT: 7, MALLORY: -2, BASTIANI: -1, HACKETT: -1, TORNBORN: -1, HARLOW: -1}
    sheet = replay(DOGS_OF_WAR, 3, Options(), [*start, HouseValues(values)])
    assert sheet.finished
    assert sheet.values == values
    assert len(sheet.years) == 1


def test_crushing_victories_start_the_houses_at_zero() -> None:
    """DW-48, DW-51: the range moves with the start."""
    values = {**dict.fromkeys(VALUES, 0), TALBOT: 8, MALLORY: -4}
    sheet = fold(HouseValues(values), options=Options(("crushing-at-12",)))
    assert sheet.values[TALBOT] == 8


def confirmed(*, coins: int = 0, at: int = 2) -> list[Tally]:
    """Three tallies that name the same support card; that of seat `at` confirms it."""
    return [Tally(seat, 0, {}, TALBOT, coins, 0, 0, confirmed=seat == at) for seat in range(3)]


@pytest.mark.parametrize("at", range(3))
def test_a_support_card_named_twice_counts_where_somebody_confirms_it(at: int) -> None:
    """HR-DW-10: the last player to count may not be the one at fault, so nobody is kept from finishing."""
    sheet = fold(FINAL, *confirmed(at=at))
    assert sheet.totals == {0: 6, 1: 6, 2: 6}
    assert [(notice.code, notice.message) for notice in sheet.warnings] == [
        ("support", "3 tallies name the support card of Talbot, and there is one: confirmed.")
    ]


def test_more_coins_than_the_box_holds_count_where_they_are_confirmed() -> None:
    """HR-DW-10."""
    sheet = fold(FINAL, *end(0, 0), Tally(2, 0, {}, BASTIANI, 69, 0, 0, confirmed=True))
    assert sheet.totals[2] == 34
    assert [(notice.code, notice.message) for notice in sheet.warnings] == [
        ("coins", "{2} holds 69 coins, and all in the box come to 68: confirmed.")
    ]


TRACK = {TALBOT: 9, MALLORY: -8, BASTIANI: 0, HACKETT: 0, TORNBORN: 0, HARLOW: 14}


@pytest.mark.parametrize("years", [[], [QUIET] * 4])
def test_house_values_no_play_explains_count_with_a_note(years: list[Year]) -> None:
    """HR-DW-11: a token was moved wrongly, and the table goes on from its position on the track."""
    sheet = fold(*years, HouseValues(TRACK, " Moved twice in year 2 "), *end(1, 2, 3))
    assert (sheet.values, sheet.note) == (TRACK, "Moved twice in year 2")
    assert sheet.totals[0] == 1 + 2 * 9
    assert [notice.code for notice in sheet.warnings] == ["house-values"]


def test_a_note_beside_house_values_that_agree_is_no_warning() -> None:
    sheet = fold(HouseValues(VALUES, "as always"))
    assert (sheet.note, sheet.warnings) == ("", ())


@pytest.mark.parametrize(
    ("entries", "says"),
    [
        ([HouseValues({**TRACK, TALBOT: 21}, "why")], "Talbot cannot be worth 21: no house track is that long."),
        (
            [*[QUIET] * 4, *end(0, 0, 0), HouseValues(TRACK, "why")],
            "All tallies are in: take the last one back before the house values are changed.",
        ),
        ([HouseValues(TRACK, "  ")], "Talbot cannot be worth 9: −5 to 7 are possible."),
    ],
)
def test_a_note_does_not_explain_everything(entries: list[HouseValues], says: str) -> None:
    with pytest.raises(RuleError) as refused:
        fold(*entries)
    assert refused.value.message == says
