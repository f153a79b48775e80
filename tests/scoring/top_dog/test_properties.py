"""Property tests over legal matches of Top Dog, and over any JSON."""

import json
from random import Random
from typing import Any

import jsonschema
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scoring.base import RuleError, replay
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
from scoring.top_dog import TOP_DOG, Options, Round
from tests.profiles import examples
from tests.scoring.top_dog.rounds import NAMES, Match, matches

SCHEMA = schema("top-dog")
LESS = settings(max_examples=examples(60), deadline=None, suppress_health_check=list(HealthCheck))


@LESS
@given(matches())
def test_hands_add_up_and_so_do_totals(match: Match) -> None:
    sheet = replay(TOP_DOG, *match)
    for line in sheet.lines:
        assert sum(line.won.values()) + (line.dummy or 0) == line.counted <= line.hands - line.last_hand_tied
        assert set(line.points) == set(line.totals) == set(sheet.active_seats)
        assert all(line.points[seat] in (line.won[seat] + bonus for bonus in (-2, 0, 1)) for seat in line.points) or (
            sheet.options.dummy_scoring == "replace"
        )
    for seat, total in sheet.totals.items():
        assert total == sum(line.points[seat] for line in sheet.lines)


@LESS
@given(matches())
def test_a_winner_leads_alone_with_the_target_and_all_arranged_equally_often(match: Match) -> None:
    sheet = replay(TOP_DOG, *match)
    best = max(sheet.totals.values())
    alone = list(sheet.totals.values()).count(best) == 1
    turns = [[line.arranger for line in sheet.lines].count(seat) for seat in sheet.active_seats]
    assert sheet.finished == (alone and best >= sheet.options.target and len(set(turns)) == 1)
    assert TOP_DOG.ranks(sheet)[0].seats == tuple(seat for seat in sheet.active_seats if sheet.totals[seat] == best)


@LESS
@given(matches())
def test_no_plain_match_is_over_before_round_three(match: Match) -> None:
    """TD-24: two rounds give 26 points at most."""
    sheet = replay(TOP_DOG, *match)
    if sheet.finished and sheet.options.target >= 35 and sheet.options.suits == 1:
        assert len(sheet.lines) >= 3


@LESS
@given(matches())
def test_the_fold_is_the_same_entry_by_entry(match: Match) -> None:
    seats, options, entries = match
    sheet = TOP_DOG.start(seats, options)
    for entry in entries:
        step = TOP_DOG.next_step(sheet)
        assert step is not None
        assert step.earliest_end >= step.number == len(sheet.lines) + 1
        kept = json.loads(json.dumps(entry_to_json(entry)))
        sheet = TOP_DOG.play(sheet, entry_from_json(TOP_DOG, TOP_DOG.kind(entry), kept))
    assert sheet == replay(TOP_DOG, seats, options_from_json(TOP_DOG, options_to_json(options)), entries)


@LESS
@given(matches(), st.randoms(use_true_random=False))
def test_the_order_of_seats_in_an_entry_does_not_matter(match: Match, chance: Random) -> None:
    seats, options, entries = match

    def mixed(given: Any) -> Any:
        pairs = list(given.items()) if given is not None else None
        if pairs is not None:
            chance.shuffle(pairs)
        return None if pairs is None else dict(pairs)

    other = [
        Round(mixed(entry.won), mixed(entry.cards_taken), entry.dummy, entry.last_hand_tied, entry.note)
        for entry in entries
    ]
    assert json.dumps(sheet_of(seats, options, other)) == json.dumps(sheet_of(seats, options, entries))


def sheet_of(seats: int, options: Options, entries: list[Any]) -> dict[str, Any]:
    """The sheet as JSON."""
    return TOP_DOG.record_format.sheet(replay(TOP_DOG, seats, options, entries), NAMES)


@LESS
@given(matches())
def test_a_record_goes_there_and_back_and_fits_its_schema(match: Match) -> None:
    seats, options, entries = match
    document = to_record(TOP_DOG, NAMES, seats, options, entries)
    jsonschema.validate(document, SCHEMA)
    assert from_record(document)[2:4] == (seats, options)
    assert to_record(*from_record(document)) == document
    assert score(document) == sheet_of(seats, options, entries)
    assert text(score(document))


@LESS
@given(matches(), st.lists(st.integers(-3, 30), min_size=2, max_size=5), st.booleans())
def test_what_the_step_promises_play_keeps(match: Match, hands: list[int], tied: bool) -> None:
    """A round that adds up to the count of the step is accepted, any other is refused."""
    sheet = replay(TOP_DOG, *match)
    step = TOP_DOG.next_step(sheet)
    dummy = hands[-1] if sheet.options.dummy else None
    entry = Round(dict(enumerate(hands[: sheet.seats])), dummy=dummy, last_hand_tied=tied)
    found = [*entry.won.values(), *([] if dummy is None else [dummy])] if entry.won else []
    fits = step is not None and len(hands) >= sheet.seats and min(found) >= 0 and sum(found) == step.counting(tied=tied)
    if fits:
        assert TOP_DOG.play(sheet, entry).lines[-1].won == entry.won
        return
    with pytest.raises(RuleError) as error:
        TOP_DOG.play(sheet, entry)
    assert error.value.code in {"malformed", "negative", "hands-sum", "round-after-end"}


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("options", [Options(), Options(arranging="rotating"), Options(dummy=True), Options(suits=2)])
def test_any_match_played_at_random_comes_to_its_end(options: Options, seed: int) -> None:
    chance = Random(seed)
    sheet = TOP_DOG.start(3, options)
    while (step := TOP_DOG.next_step(sheet)) is not None:
        taken = [chance.randrange(3 + step.dummy) for _ in range(step.hands)]
        dummy = taken.count(3) if step.dummy else None
        sheet = TOP_DOG.play(sheet, Round({seat: taken.count(seat) for seat in range(3)}, dummy=dummy))
    assert sheet.finished
    assert len(sheet.winners) == 1


@LESS
@given(st.recursive(st.none() | st.booleans() | st.floats() | st.integers() | st.text(), st.lists, max_leaves=5))
def test_no_json_at_all_breaks_it(value: Any) -> None:
    document = {"record": 1, "game": "top-dog", "players": ["Ann", "Bo"], "rounds": value}
    ok, found = score_text(json.dumps(document))
    assert ok or set(found) == {"error"}
