"""Property tests over legal series of Clash of Corgis, and over any JSON."""

import json
from random import Random
from typing import Any

import jsonschema
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scoring.base import replay
from scoring.clash_of_corgis import CLASH_OF_CORGIS, Game, Options
from scoring.records import (
    entry_from_json,
    entry_to_json,
    from_record,
    options_from_json,
    options_to_json,
    schema,
    score,
    score_text,
    text,
    to_record,
)
from tests.profiles import examples
from tests.scoring.clash_of_corgis.series import NAMES, Match, matches

SCHEMA = schema("clash-of-corgis")
LESS = settings(max_examples=examples(60), deadline=None, suppress_health_check=list(HealthCheck))


@LESS
@given(matches())
def test_every_game_is_one_point(match: Match) -> None:
    sheet = replay(CLASH_OF_CORGIS, *match)
    assert sum(sheet.totals.values()) == len(sheet.lines)
    for line in sheet.lines:
        assert sum(line.points.values()) == line.points[line.winner] == 1
        assert all((cards == 0) == (seat == line.winner) for seat, cards in line.cards_left.items())
    for seat, total in sheet.totals.items():
        assert total == sum(line.points[seat] for line in sheet.lines)


@LESS
@given(matches())
def test_a_series_ends_with_the_game_that_decides_it(match: Match) -> None:
    sheet = replay(CLASH_OF_CORGIS, *match)
    assert sheet.finished == (max(sheet.totals.values()) == sheet.to_win)
    assert len(sheet.lines) <= sheet.seats * (sheet.to_win - 1) + 1
    if sheet.finished:
        assert sheet.winners == (sheet.lines[-1].winner,) == CLASH_OF_CORGIS.ranks(sheet)[0].seats


@LESS
@given(matches())
def test_places_count_everybody_once(match: Match) -> None:
    ranks = CLASH_OF_CORGIS.ranks(replay(CLASH_OF_CORGIS, *match))
    assert sorted(seat for rank in ranks for seat in rank.seats) == list(range(match[0]))
    assert [rank.place for rank in ranks] == [1 + sum(len(r.seats) for r in ranks[:at]) for at in range(len(ranks))]
    assert [rank.points for rank in ranks] == sorted((rank.points for rank in ranks), reverse=True)


@LESS
@given(matches())
def test_the_fold_is_the_same_entry_by_entry(match: Match) -> None:
    seats, options, entries = match
    sheet = CLASH_OF_CORGIS.start(seats, options)
    for entry in entries:
        step = CLASH_OF_CORGIS.next_step(sheet)
        assert step is not None
        assert step.seats == sheet.active_seats
        kept = json.loads(json.dumps(entry_to_json(entry)))
        sheet = CLASH_OF_CORGIS.play(sheet, entry_from_json(CLASH_OF_CORGIS, CLASH_OF_CORGIS.kind(entry), kept))
        assert sheet.lines[-1].starter == step.starter
    assert sheet == replay(
        CLASH_OF_CORGIS, seats, options_from_json(CLASH_OF_CORGIS, options_to_json(options)), entries
    )


@LESS
@given(matches(), st.randoms(use_true_random=False))
def test_the_order_of_seats_in_an_entry_does_not_matter(match: Match, chance: Random) -> None:
    seats, options, entries = match

    def mixed(entry: Any) -> Game:
        pairs = list(entry.cards_left.items())
        chance.shuffle(pairs)
        return Game(entry.winner, dict(pairs))

    one, other = (sheet_of(seats, options, games) for games in (entries, [mixed(entry) for entry in entries]))
    assert json.dumps(one) == json.dumps(other)


def sheet_of(seats: int, options: Options, entries: list[Any]) -> dict[str, Any]:
    """The sheet as JSON."""
    return CLASH_OF_CORGIS.record_format.sheet(replay(CLASH_OF_CORGIS, seats, options, entries), NAMES)


@LESS
@given(matches())
def test_a_record_goes_there_and_back_and_fits_its_schema(match: Match) -> None:
    seats, options, entries = match
    document = to_record(CLASH_OF_CORGIS, NAMES, seats, options, entries)
    jsonschema.validate(document, SCHEMA)
    assert from_record(document)[2:] == (seats, options, entries)
    assert score(document) == sheet_of(seats, options, entries)
    assert text(score(document))


@LESS
@given(st.recursive(st.none() | st.booleans() | st.floats() | st.integers() | st.text(), st.lists, max_leaves=5))
def test_no_json_at_all_breaks_it(value: Any) -> None:
    document = {"record": 1, "game": "clash-of-corgis", "players": ["Ann", "Bo"], "rounds": value}
    ok, found = score_text(json.dumps(document))
    assert ok or set(found) == {"error"}
