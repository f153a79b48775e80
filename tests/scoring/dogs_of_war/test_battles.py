"""Battles and years of Dogs of War, as tables; the ids name the rules."""

from collections.abc import Mapping

import pytest

from scoring.dogs_of_war import Contest, Move, Options, Year
from scoring.dogs_of_war.battle import SOLDIERS, fits, fought, pushed
from scoring.dogs_of_war.year import captains_won, level, pairings
from tests.scoring.dogs_of_war.pages import BASTIANI, EMPTY, HACKETT, HARLOW, MALLORY, PAIRS, QUIET, TALBOT, fold, one

BOTH = (TALBOT, HARLOW)
CRUSHING = Options(("crushing-at-12",))
SUDDEN = Options(("sudden-death",))


@pytest.mark.parametrize(
    ("tracker", "options", "outcome", "victor", "moves"),
    [
        pytest.param(1, Options(), "victory", TALBOT, (1, 0), id="DW-31 the first house, by one"),
        pytest.param(-14, Options(), "victory", HARLOW, (0, 1), id="DW-32 the second house, by fourteen"),
        pytest.param(0, Options(), "both-defeated", None, (0, 0), id="DW-31 the centre"),
        pytest.param(15, Options(), "glorious", TALBOT, (2, -1), id="DW-33 glorious"),
        pytest.param(-15, Options(), "glorious", HARLOW, (-1, 2), id="DW-33 glorious for the second"),
        pytest.param(12, Options(), "victory", TALBOT, (1, 0), id="DW-33 twelve is not enough"),
        pytest.param(12, CRUSHING, "glorious", TALBOT, (2, -1), id="DW-48 twelve is enough"),
        pytest.param(-11, CRUSHING, "victory", HARLOW, (0, 1), id="DW-48 eleven is not"),
        pytest.param(-15, CRUSHING, "glorious", HARLOW, (-1, 2), id="DW-48 fifteen still is"),
    ],
)
def test_the_tracker_decides(
    tracker: int, options: Options, outcome: str, victor: str | None, moves: tuple[int, int]
) -> None:
    line = fought(Contest(BOTH, tracker), options, 1)
    assert (line.outcome, line.victor, tuple(line.moves.values())) == (outcome, victor, moves)
    assert line.defeated == (None if victor is None else next(house for house in BOTH if house != victor))
    assert line.margin == abs(tracker)


@pytest.mark.parametrize(
    ("left", "right", "number", "vp", "bonus_to"),
    [
        pytest.param({0: 2, 2: 1}, {1: 1, 3: 1}, 1, {0: 2, 2: 2}, (0,), id="DW-34 flat, however many of one's own"),
        pytest.param({0: 1, 2: 1}, {1: 3}, 2, {0: 3, 2: 3}, (0, 2), id="DW-36 level for most"),
        pytest.param({0: 1}, {}, 3, {0: 0}, (0,), id="DW-34 nobody against"),
        pytest.param({}, {1: 2}, 3, {}, (), id="HR-DW-08 nobody with the victor"),
        pytest.param({0: 0, 1: 1}, {2: 1}, 3, {1: 1}, (1,), id="DW-34 no captain, no VP"),
        pytest.param({0: 2, 1: 1}, {0: 1, 2: 1}, 1, {0: 2, 1: 2}, (0,), id="HR-DW-03 one's own among the defeated"),
        pytest.param({0: 2, 1: 1}, {2: 2}, 4, {0: 5, 1: 2}, (0,), id="DW-10 year 4 pays 3"),
        pytest.param({0: 1, 1: 1}, {2: 2}, 4, {0: 5, 1: 5}, (0, 1), id="DW-10 to all who are level"),
    ],
)
def test_captains_bring_vp(
    left: Mapping[int, int], right: Mapping[int, int], number: int, vp: Mapping[int, int], bonus_to: tuple[int, ...]
) -> None:
    line = fought(Contest(BOTH, 4, {TALBOT: left, HARLOW: right}), Options(), number)
    assert (dict(line.vp), line.bonus_to) == (vp, bonus_to)


def test_nobody_wins_where_both_are_defeated() -> None:
    """DW-37, in year 4 too."""
    line = fought(Contest(BOTH, 0, {TALBOT: {0: 2}, HARLOW: {1: 2}}), Options(), 4)
    assert (line.vp, line.bonus_to) == ({}, ())


@pytest.mark.parametrize(
    ("plays", "positions", "lost"),
    [
        pytest.param("a7 a7 a7", (7, 14, 15), (0, 0, 6), id="DW-27 the surplus is lost"),
        pytest.param("a7 a7 a7 b5", (7, 14, 15, 10), (0, 0, 6, 0), id="DW-27 an answer counts from 15"),
        pytest.param("b7 b7 b3", (-7, -14, -15), (0, 0, 2), id="DW-27 on the other side"),
        pytest.param("a1 a3 a5 a7 b7", (1, 4, 9, 15, 8), (0, 0, 0, 1, 0), id="DW-26 strengths"),
        pytest.param("", (), (), id="nobody came"),
    ],
)
def test_plays_push_the_tracker(plays: str, positions: tuple[int, ...], lost: tuple[int, ...]) -> None:
    soldiers = {soldier.strength: soldier.key for soldier in SOLDIERS}
    moves = tuple(Move(0, BOTH["ab".index(play[0])], soldiers[int(play[1])]) for play in plays.split())
    line = fought(Contest(BOTH, plays=moves), Options(), 1)
    assert (line.positions, line.lost, line.tracker) == (positions, lost, positions[-1] if positions else 0)
    assert line.placed(0) == len(moves)
    assert line.placed(1) == 0


def test_a_bare_move_places_no_captain() -> None:
    """DW-53."""
    line = fought(Contest(BOTH, plays=(Move(0, TALBOT, "knight"), Move(1, TALBOT, spaces=2))), Options(), 1)
    assert (line.tracker, dict(line.vp)) == (7, {0: 0})


@pytest.mark.parametrize(
    ("options", "tracker", "closed"),
    [(Options(), 15, False), (SUDDEN, 15, True), (SUDDEN, -15, True), (SUDDEN, 14, False)],
    ids=["DW-49 not agreed", "DW-49 first", "DW-49 second", "DW-49 not yet"],
)
def test_sudden_death_closes_a_battle(options: Options, tracker: int, *, closed: bool) -> None:
    assert fought(Contest(BOTH, tracker), options, 1).closed is closed


def test_sudden_death_stays_at_fifteen_with_crushing_victories() -> None:
    """HR-DW-07."""
    both = Options(("crushing-at-12", "sudden-death"))
    line = fought(Contest(BOTH, 12), both, 1)
    assert (line.outcome, line.closed) == ("glorious", False)


def test_every_soldier_costs_and_pushes_what_the_rules_say() -> None:
    """DW-17, DW-26."""
    assert [(soldier.key, soldier.cost, soldier.strength) for soldier in SOLDIERS] == [
        ("footman", 1, 1),
        ("arquebuser", 2, 3),
        ("knight", 3, 5),
        ("war_machine", 4, 7),
    ]


@pytest.mark.parametrize("soldier", SOLDIERS, ids=lambda soldier: soldier.key)
def test_a_space_takes_who_is_strong_enough(soldier: object) -> None:
    """DW-22."""
    found = next(each for each in SOLDIERS if each is soldier)
    assert fits(found.key, None)
    assert fits(found.key, "arquebuser") == (found.strength >= 3)
    assert fits(found.key, "knight") == (found.strength >= 5)


def test_the_track_ends_at_fifteen() -> None:
    assert pushed(-15, 30) == (15, 0)
    assert pushed(-14, 30) == (15, 1)


def test_a_year_moves_the_houses_and_pays_the_seats() -> None:
    sheet = one(Contest(BOTH, 15, {TALBOT: {0: 2}, HARLOW: {1: 1, 2: 1}}))
    assert sheet.values == {TALBOT: 1, MALLORY: -1, BASTIANI: -1, HACKETT: -1, "Tornborn": -1, HARLOW: -2}
    assert sheet.totals == {0: 2, 1: 0, 2: 0}
    line = sheet.years[0]
    assert (line.captains, line.coins, line.leaders, line.bottom) == (3, 3, (0,), (1, 2))
    assert [call.term for call in line.callouts] == ["in-the-box"]
    assert line.facts[0] == {
        "vp": 2,
        "captains": 2,
        "backed": 1,
        "glorious": 1,
        "beaten": 0,
        "bonuses": 1,
        "first": 0,
        "house_0": 2,
    }
    assert (line.facts[1]["beaten"], line.facts[1]["house_5"]) == (1, 1)


def test_a_captain_is_beaten_where_both_houses_are() -> None:
    assert one(Contest(BOTH, 0, {TALBOT: {0: 1}})).years[0].facts[0]["beaten"] == 1


@pytest.mark.parametrize(("years", "captains"), [(0, 3), (1, 4), (2, 4), (3, 5)], ids=["3", "4", "4 again", "5"])
def test_the_year_gives_captains(years: int, captains: int) -> None:
    """DW-14."""
    sheet = one(Contest(BOTH, 1, {TALBOT: {0: captains}}), years=years)
    assert sheet.years[-1].allowance == dict.fromkeys(range(3), captains)


def test_the_first_to_pass_is_first_next_year() -> None:
    """DW-29; the token may be handed on (DW-13)."""
    sheet = fold(
        Year(EMPTY, first_player=1, first_to_pass=2),
        Year(EMPTY, first_to_pass=0),
        Year(EMPTY, first_player=1),
        QUIET,
    )
    assert [line.first_player for line in sheet.years] == [1, 2, 1, None]
    assert sheet.first is None


def test_a_bonus_of_captains_counts_for_next_year_only() -> None:
    """DW-15."""
    first = Contest(PAIRS[0], 1, {TALBOT: {0: 1, 1: 1}}, bonus="2 Captains")
    second = Contest(PAIRS[1], 1, {BASTIANI: {0: 1}}, bonus=" captain ")
    sheet = fold(Year((first, second, Contest(PAIRS[2], 0))), QUIET, QUIET)
    assert [dict(line.allowance) for line in sheet.years] == [
        {0: 3, 1: 3, 2: 3},
        {0: 7, 1: 6, 2: 4},
        {0: 4, 1: 4, 2: 4},
    ]


@pytest.mark.parametrize(
    ("bonus", "captains"),
    [("captain", 1), ("3 captains", 3), ("CAPTAIN", 1), ("1 captain", 1), ("3 VP", 0), ("", 0), ("captain Jo", 0)],
)
def test_a_bonus_is_a_captain_where_it_says_so(bonus: str, captains: int) -> None:
    assert captains_won(bonus) == captains


@pytest.mark.parametrize(
    ("values", "pairs", "groups"),
    [
        pytest.param((3, 2, 1, 0, -1, -2), "01 23 45", "", id="DW-50 no two level"),
        pytest.param((1, 1, 0, 0, -1, -1), "01 23 45", "", id="level pairs meet anyway"),
        pytest.param((2, 1, 1, 0, -1, -2), "01 23 45", "12", id="HR-DW-05 second and third"),
        pytest.param((-1, -1, -1, -1, -1, -1), "01 23 45", "012345", id="all level"),
        pytest.param((-2, 0, 4, 0, 0, 1), "25 13 40", "134", id="by value, then as agreed"),
    ],
)
def test_the_track_pairs_the_decisive_year(values: tuple[int, ...], pairs: str, groups: str) -> None:
    houses = Options().houses
    track = dict(zip(houses, values, strict=True))
    assert pairings(track) == tuple((houses[int(pair[0])], houses[int(pair[1])]) for pair in pairs.split())
    assert level(track) == tuple(tuple(houses[int(each)] for each in group) for group in groups.split())
