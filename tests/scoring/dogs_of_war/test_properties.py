"""Property tests over legal matches of Dogs of War."""

import json
from random import Random

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scoring.base import replay
from scoring.dogs_of_war import DOGS_OF_WAR, Contest, Options, Tally, TallyLine, Year, next_step
from scoring.dogs_of_war.battle import fought, start_value, tracker_positions
from scoring.records import (
    entry_from_json,
    entry_to_json,
    from_record,
    options_from_json,
    options_to_json,
    score,
    sheet_json,
    text,
    to_record,
)
from tests.profiles import examples
from tests.scoring.dogs_of_war.pages import NAMES, PAIRS, Match, Table, matches, played

LESS = settings(max_examples=examples(60), deadline=None, suppress_health_check=list(HealthCheck))


@LESS
@given(matches())
def test_points_add_up(match: Match) -> None:
    sheet = played(match)
    assert sheet.totals == {seat: sum(line.points[seat] for line in sheet.lines) for seat in sheet.active_seats}
    for line in sheet.years:
        assert line.points == {seat: sum(each.vp.get(seat, 0) for each in line.battles) for seat in sheet.active_seats}
        assert all(points >= 0 for points in line.points.values())


@LESS
@given(matches())
def test_the_house_values_add_up(match: Match) -> None:
    """DW-51: the values at the start, and one for every decided battle."""
    sheet = played(match)
    decided = sum(each.victor is not None for line in sheet.years for each in line.battles)
    start = start_value(sheet.options) * len(sheet.houses)
    if not sheet.declared:
        assert sum(sheet.values.values()) == start + decided
    assert all(-5 <= value - start_value(sheet.options) - 1 <= 7 for value in sheet.values.values())


@LESS
@given(matches())
def test_nobody_places_more_captains_than_there_are(match: Match) -> None:
    for line in played(match).years:
        for seat, allowance in line.allowance.items():
            assert sum(each.placed(seat) for each in line.battles) <= allowance


@LESS
@given(matches())
def test_one_entry_after_the_other_is_the_whole(match: Match) -> None:
    seats, options, entries = match
    whole, sheet = played(match), DOGS_OF_WAR.start(seats, options)
    for entry in entries:
        sheet = DOGS_OF_WAR.play(sheet, entry)
        assert sheet.lines == whole.lines[: len(sheet.lines)]
    assert sheet == whole


@LESS
@given(matches())
def test_a_record_goes_there_and_back(match: Match) -> None:
    seats, options, entries = match
    names = NAMES[:seats]
    found = json.loads(json.dumps(to_record(DOGS_OF_WAR, names, seats, options, entries)))
    sheet = score(found)
    mine = sheet_json(DOGS_OF_WAR, played(match), names)
    assert sheet == json.loads(json.dumps(mine))
    assert to_record(*from_record(found)) == found
    assert text(sheet)


@LESS
@given(matches())
def test_entries_and_options_go_through_json(match: Match) -> None:
    _, options, entries = match
    assert options_from_json(DOGS_OF_WAR, options_to_json(options)) == options
    for entry in entries:
        kind = DOGS_OF_WAR.kind(entry)
        assert entry_from_json(DOGS_OF_WAR, kind, json.loads(json.dumps(entry_to_json(entry)))) == entry


@LESS
@given(matches())
def test_nothing_of_a_tally_is_public_before_all_are_in(match: Match) -> None:
    """DW-02, DW-18: whatever is written on the tallies, the public sheet is the same."""
    seats, options, entries = match
    sheet = played(match)
    tallies = [entry for entry in entries if isinstance(entry, Tally)]
    if sheet.complete:
        assert DOGS_OF_WAR.public(sheet) is sheet
        assert not any(DOGS_OF_WAR.hides(sheet, entry) for entry in entries)
        return
    assert [DOGS_OF_WAR.hides(sheet, entry) for entry in entries] == [isinstance(entry, Tally) for entry in entries]
    blank = [Tally(e.seat, 0, {}, options.houses[0], 0, 0, 0) if isinstance(e, Tally) else e for e in entries]
    other = replay(DOGS_OF_WAR, seats, options, blank)
    assert DOGS_OF_WAR.public(sheet) == DOGS_OF_WAR.public(other)
    assert sheet_json(DOGS_OF_WAR, sheet, NAMES) == sheet_json(DOGS_OF_WAR, other, NAMES)
    assert next_step(sheet) == next_step(other)
    assert sheet.warnings == other.warnings
    assert len(sheet.tallied) == len(tallies)


@LESS
@given(st.integers(0, 1_000_000), st.integers(3, 5))
def test_every_match_ends_with_everybodys_tally(chance: int, seats: int) -> None:
    table = Table(Random(chance), seats, Options()).match(4 + seats)
    assert next_step(table.sheet) is None
    assert table.sheet.finished
    assert table.sheet.winners
    assert not table.sheet.needs
    assert isinstance(table.sheet.lines[-1], TallyLine)


@LESS
@given(st.permutations(range(4)))
def test_the_order_of_tallies_does_not_matter(order: list[int]) -> None:
    years = [Year(tuple(Contest(pair, 3) for pair in PAIRS))] * 4
    tallies = [Tally(seat, 3 * seat, {PAIRS[0][0]: seat}, PAIRS[seat % 3][seat // 3], seat, 1, 0) for seat in range(4)]
    sheet = replay(DOGS_OF_WAR, 4, Options(), [*years, *(tallies[seat] for seat in order)])
    again = replay(DOGS_OF_WAR, 4, Options(), [*years, *tallies])
    assert (sheet.totals, sheet.breakdown, sheet.warnings) == (again.totals, again.breakdown, again.warnings)


@LESS
@given(st.lists(st.integers(-30, 30), max_size=30))
def test_the_tracker_never_leaves_its_track(steps: list[int]) -> None:
    """DW-27: step by step, only what runs over an end of the track is lost."""
    positions, lost = tracker_positions(steps)
    was = 0
    for move, there, over in zip(steps, positions, lost, strict=True):
        assert -15 <= there <= 15
        assert abs(was + move - there) == over
        assert over == 0 or abs(there) == 15
        was = there


@LESS
@given(st.integers(-15, 15), st.integers(1, 4), st.booleans())
def test_a_battle_is_the_same_seen_from_the_other_side(tracker: int, number: int, crushing: bool) -> None:
    options = Options(("crushing-at-12",) if crushing else ())
    left, right = {0: 2, 1: 1}, {2: 3}
    here = fought(Contest(PAIRS[0], tracker, {PAIRS[0][0]: left, PAIRS[0][1]: right}), options, number)
    there = fought(Contest(PAIRS[0][::-1], -tracker, {PAIRS[0][0]: left, PAIRS[0][1]: right}), options, number)
    for key in ("outcome", "victor", "defeated", "vp", "bonus_to", "moves"):
        assert getattr(here, key) == getattr(there, key)
