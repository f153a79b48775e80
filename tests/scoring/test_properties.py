"""Property tests over legal matches of Dirty Dog, and over any JSON."""

import json
from contextlib import suppress
from itertools import takewhile
from typing import Any

import jsonschema
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scoring.base import RuleError, replay
from scoring.dirty_dog import DIRTY_DOG, Adjust, Tricks
from scoring.dirty_dog.hand import has_rule
from scoring.dirty_dog.terms import makes_sense
from scoring.records import (
    entry_from_json,
    entry_to_json,
    from_record,
    options_from_json,
    options_to_json,
    schema,
    score,
    score_text,
    sheet_json,
    text,
    to_record,
)
from tests.profiles import examples
from tests.scoring.reference import callouts, marks, totals_after
from tests.scoring.strategies import Match, matches

NAMES = [f"P{seat}" for seat in range(60)]
SCHEMA = schema("dirty-dog")
LESS = settings(max_examples=examples(60), deadline=None, suppress_health_check=list(HealthCheck))
MORE = settings(LESS, max_examples=examples(150))


def as_record(match: Match) -> dict[str, Any]:
    """The record of a match."""
    seats, options, entries = match
    return to_record(DIRTY_DOG, NAMES, seats, options, entries)


@MORE
@given(matches())
def test_every_hand_is_whole_and_somebody_is_set(match: Match) -> None:
    sheet = replay(DIRTY_DOG, *match)
    for line in sheet.lines:
        if line.void:
            assert set(line.points.values()) <= {0}
            continue
        assert sum(line.tricks.values()) == line.cards
        terms = len({call.term for call in line.callouts} & {"overbid", "floater", "float-age"})
        if has_rule(sheet.options, line.cards):
            assert line.bid_total != line.cards
            assert not all(line.made.values())
        assert terms == (line.bid_total != line.cards)
        assert all(makes_sense(call.term, sheet.options) for call in line.callouts)
        if sheet.options.scoring == "dirty-dog" and not line.adjust:
            assert all(-line.cards <= won <= line.cards + 5 for won in line.points.values())
        assert line.dealer == line.order[-1]


@MORE
@given(matches())
def test_totals_are_what_was_carried_in_and_the_points(match: Match) -> None:
    sheet = replay(DIRTY_DOG, *match)
    for seat, total in sheet.totals.items():
        by_hand = sheet.ending.adjust.get(seat, 0) if sheet.ending is not None else 0
        assert total == sheet.opening[seat] + sum(line.points.get(seat, 0) for line in sheet.lines) + by_hand
    assert set(sheet.totals) == set(sheet.seating_order) == {*sheet.active_seats, *sheet.departed}
    assert sorted(sheet.seating_order) == list(range(sheet.seats))


@LESS
@given(matches())
def test_the_fold_is_the_same_entry_by_entry(match: Match) -> None:
    seats, options, entries = match
    sheet = DIRTY_DOG.start(seats, options)
    for entry in entries:
        kept = json.loads(json.dumps(entry_to_json(entry)))
        sheet = DIRTY_DOG.play(sheet, entry_from_json(DIRTY_DOG, DIRTY_DOG.kind(entry), kept))
    assert sheet == replay(DIRTY_DOG, seats, options_from_json(DIRTY_DOG, options_to_json(options)), entries)


@LESS
@given(matches(), st.data())
def test_the_sheet_of_a_prefix_is_the_prefix_of_the_sheet(match: Match, data: st.DataObject) -> None:
    seats, options, entries = match
    cut = data.draw(st.integers(0, len(entries)))
    whole, part = replay(DIRTY_DOG, *match), replay(DIRTY_DOG, seats, options, entries[:cut])
    # Points by hand that follow belong to the last hand so far.
    until_scored = takewhile(lambda entry: not isinstance(entry, Tricks), entries[cut:])
    lines = part.lines[:-1] if any(isinstance(entry, Adjust) for entry in until_scored) else part.lines
    assert whole.lines[: len(lines)] == lines
    for one, other in zip(whole.lines, lines, strict=False):
        assert (one.callouts, one.facts, one.leaders, one.bottom) == (
            other.callouts,
            other.facts,
            other.leaders,
            other.bottom,
        )


@MORE
@given(matches())
def test_a_record_goes_there_and_back(match: Match) -> None:
    record = as_record(match)
    jsonschema.validate(record, SCHEMA)
    game, names, seats, options, entries = from_record(json.loads(json.dumps(record)))
    assert to_record(game, names, seats, options, entries) == record
    sheet = replay(game, seats, options, entries)
    assert sheet_json(game, sheet, names) == sheet_json(game, replay(DIRTY_DOG, *match), NAMES)
    assert score(record) == sheet_json(game, sheet, names)


@MORE
@given(matches())
def test_the_slow_reference_agrees(match: Match) -> None:
    record = as_record(match)
    sheet, played = score(record), replay(DIRTY_DOG, *match)
    for found, line in zip(sheet["rounds"], played.lines, strict=True):
        number = found["number"]
        totals = totals_after(record, number)
        assert found["totals"] == {name: totals[name] for name in found["totals"]}
        if found.get("void"):
            continue
        assert (set(found["leaders"]), set(found["bottom"])) == marks(totals, found["tricks"])
        said = {
            (
                call["term"],
                tuple(call["players"] if call["term"] == "easy-chico" else sorted(call["players"])),
                call.get("value"),
            )
            for call in found["callouts"]
            if call["term"] != "first-place-loser"
        }
        is_largest = played.planned[line.hand - 1] == max(played.planned)
        assert said == callouts(record, number, found["dealer"], found["cards"], is_largest=is_largest)


@LESS
@given(matches())
def test_the_end_has_one_winner_and_another_loser(match: Match) -> None:
    sheet = replay(DIRTY_DOG, *match)
    places = [seat for rank in DIRTY_DOG.ranks(sheet) for seat in rank.seats]
    assert sorted(places) == list(range(sheet.seats))
    if not sheet.finished or sheet.needs:
        return
    assert len(sheet.losers) == 1
    assert len(sheet.winners) <= 1
    assert not set(sheet.winners) & set(sheet.losers)
    if sheet.winners:
        assert DIRTY_DOG.ranks(sheet)[0].seats == sheet.winners
    assert DIRTY_DOG.next_step(sheet) is None


@LESS
@given(matches())
def test_every_sheet_can_be_printed(match: Match) -> None:
    sheet = score(as_record(match))
    assert json.loads(json.dumps(sheet)) == sheet
    lines = text(sheet).splitlines()
    heading = ["Rules: ", ""] if DIRTY_DOG.apart(sheet.get("options", {})) else []
    assert [line[: len(words)] for line, words in zip(lines, heading, strict=False)] == heading
    assert lines[len(heading)].startswith("Hand  Cards")
    assert not any(line != line.rstrip() for line in lines)


ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=4) | st.sampled_from(["P0", "P1", "2C"]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["P0", "P1", "bids", "tricks", "player", "after", "totals", "cards", "group"])
            | st.text(max_size=2),
            inner,
            max_size=3,
        )
    ),
    max_leaves=8,
)
KEYS = [
    "record",
    "game",
    "players",
    "options",
    "rounds",
    "finish",
    "advance",
    "groups",
    "pulls",
    "winners_table",
    "losers_table",
]


@MORE
@given(ANYTHING)
def test_any_json_is_scored_or_refused(document: Any) -> None:
    done, answer = score_text(json.dumps(document))
    assert done is False
    assert answer["error"]["code"]


@MORE
@given(st.data())
def test_a_spoilt_record_is_scored_or_refused(data: st.DataObject) -> None:
    document: Any = as_record(data.draw(matches(12)))
    for _ in range(data.draw(st.integers(1, 3))):
        spot, value = document, data.draw(ANYTHING)
        while isinstance(spot, dict | list) and spot and data.draw(st.booleans()):
            key = data.draw(st.sampled_from(list(spot) if isinstance(spot, dict) else range(len(spot))))
            parent, spot = spot, spot[key]
            if not isinstance(spot, dict | list) or not data.draw(st.booleans()):
                parent[key] = value
                break
    with suppress(RuleError):
        score(document)


@MORE
@given(st.dictionaries(st.sampled_from(KEYS), ANYTHING), st.sampled_from(["dirty-dog", "dirty-dog-playoff"]))
def test_a_made_up_document_is_scored_or_refused(parts: dict[str, Any], game: str) -> None:
    with suppress(RuleError):
        score({"record": 1, "players": ["P0", "P1"], **parts, "game": game})


@LESS
@given(st.sampled_from(sorted(DIRTY_DOG.entries)), ANYTHING)
def test_a_made_up_entry_is_an_entry_or_refused(kind: str, payload: Any) -> None:
    with suppress(RuleError):
        entry = entry_from_json(DIRTY_DOG, kind, payload)
        DIRTY_DOG.play(replay(DIRTY_DOG, 3, DIRTY_DOG.options(), []), entry)
