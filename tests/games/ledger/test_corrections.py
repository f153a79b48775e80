"""Corrections, undos and inserted lines are revisions; no entry is deleted."""

import uuid

import pytest

from clubs.models import Player
from games import ledger
from games.entries.drafts import Author, Draft, Gap
from games.entries.match_state import load
from games.ledger import Conflict
from games.models import Entry, Match
from scoring.base import RuleError
from tests.games.ledger.lines import (
    HAND_1,
    HAND_2,
    HAND_3,
    NOBODY,
    bids,
    empty,
    fresh,
    rows,
    totals,
    tricks,
    undo,
    write,
)


@pytest.fixture
def played(match: Match) -> Match:
    """The match after two of its three hands."""
    write(match, *fresh(*HAND_1, *HAND_2))
    return match


def test_a_correction_is_the_next_revision(played: Match) -> None:
    entry = write(played, tricks(2, 1, 0, 0, 0, 0)).entries[0]
    assert (entry.number, entry.revision) == (2, 2)
    assert rows(played) == [(1, 1), (2, 1), (2, 2), (3, 1), (4, 1)]


def test_a_correction_changes_every_figure_after_it(played: Match) -> None:
    assert totals(played) == [-2, 10, 12, 10, 10]
    write(played, tricks(2, 1, 0, 0, 0, 0))
    assert totals(played) == [5, 10, 5, 10, 10]
    assert list(played.tallies.filter(number=2).order_by("seat__position").values_list("total", flat=True)) == [
        5, 10, 5, 10, 10,
    ]  # fmt: skip
    assert ledger.rescore(played.pk, check=True) == []


def test_a_correction_may_be_corrected(played: Match) -> None:
    write(played, tricks(2, 1, 0, 0, 0, 0))
    write(played, tricks(2, 0, 1, 0, 0, 0))
    assert rows(played)[1:4] == [(2, 1), (2, 2), (2, 3)]
    assert totals(played)[1] == 4


def test_a_correction_that_spoils_a_later_round_names_that_round_and_changes_nothing(
    played: Match, players: list[Player]
) -> None:
    before = list(Entry.objects.values()), totals(played), list(played.tallies.values())
    partial = Draft("bids", 1, {"bids": {"1": 0, "2": 1}})
    with pytest.raises(RuleError) as refused:
        write(played, partial)
    assert (refused.value.code, refused.value.round, refused.value.entry) == ("missing-bid", 1, 2)
    with pytest.raises(RuleError) as refused:
        write(played, Draft("redeal", 2, {}))
    assert (refused.value.round, refused.value.entry) == (2, 3)
    assert (list(Entry.objects.values()), totals(played), list(played.tallies.values())) == before


def test_a_finished_match_that_is_corrected_into_a_tie_is_open_again(match: Match) -> None:
    write(match, *fresh(*HAND_1, *HAND_2, *HAND_3))
    match.refresh_from_db()
    assert match.finished_at is not None
    write(match, tricks(2, 1, 0, 0, 0, 0))
    match.refresh_from_db()
    assert match.finished_at is None
    assert not match.seats.filter(is_winner=True).exists()
    write(match, tricks(2, 0, 0, 1, 0, 0))
    match.refresh_from_db()
    assert match.finished_at is not None


def test_undo_takes_back_the_last_line_that_stands(played: Match, otto: Author) -> None:
    undone = undo(load(played), by=otto)
    assert (undone.entries[0].number, undone.entries[0].revision, undone.entries[0].payload) == (4, 2, None)
    assert totals(played) == [-1, 5, 6, 5, 5]
    assert not played.tallies.filter(number=2).exists()
    played.refresh_from_db()
    assert (played.rounds, played.version) == (1, 2)


def test_undo_again_and_again_reaches_the_empty_sheet(played: Match, otto: Author) -> None:
    for _ in range(4):
        played.refresh_from_db()
        undo(load(played), by=otto)
    assert totals(played) == [0] * 5
    assert not load(played).live
    assert played.entries.count() == 8


def test_undo_pressed_twice_is_one_undo(played: Match, otto: Author) -> None:
    state, mine = load(played), uuid.uuid4()
    assert not undo(state, entry_id=mine, by=otto).again
    assert undo(state, entry_id=mine, by=otto).again
    assert played.entries.count() == 5


def test_an_old_undo_does_not_take_back_what_came_since(played: Match, otto: Author) -> None:
    state = load(Match.objects.get(pk=played.pk))
    write(played, *fresh(HAND_3[0]))
    with pytest.raises(Conflict):
        undo(state, by=otto)


def test_a_line_that_was_undone_is_written_again_at_its_place(played: Match, otto: Author) -> None:
    undo(load(played), by=otto)
    write(played, tricks(4, 2, 0, 0, 0, 0))
    assert rows(played)[-3:] == [(4, 1), (4, 2), (4, 3)]
    assert totals(played)[0] == -3


def test_a_line_that_was_undone_may_also_stay_empty(played: Match, otto: Author) -> None:
    undo(load(played), by=otto)
    write(played, tricks(5, 2, 0, 0, 0, 0))
    assert rows(played)[-2:] == [(4, 2), (5, 1)]
    assert totals(played)[0] == -3


def test_a_forgotten_hand_goes_in_the_middle_and_moves_the_rest_down(played: Match, otto: Author) -> None:
    forgotten = [bids(3, 0, 1, 0, 0, 0), Draft("redeal", 4, {})]
    ledger.insert(load(played), 3, forgotten, by=otto)
    assert rows(played) == [(1, 1), (2, 1), (3, 1), (3, 2), (4, 1), (4, 2), (5, 1), (6, 1)]
    assert [entry.kind for entry in load(played).live] == ["bids", "tricks", "bids", "redeal", "bids", "tricks"]
    assert totals(played) == [-2, 10, 12, 10, 10]
    assert ledger.rescore(played.pk, check=True) == []


def test_a_forgotten_arrival_takes_a_chair_from_then_on(match: Match, otto: Author) -> None:
    rex = Player.objects.create(club=match.club, name="Rex")
    write(match, *fresh(*HAND_1))
    arrival = Draft("join", 1, {"seat": 5}, player=rex.pk)
    with pytest.raises(RuleError) as refused:
        ledger.insert(load(match), 1, [arrival], by=otto)
    assert refused.value.round == 1
    match.refresh_from_db()
    ledger.insert(load(match), 3, [Draft("join", 3, {"seat": 5}, player=rex.pk)], by=otto)
    assert match.seats.count() == 6


def test_a_line_taken_out_of_the_middle_leaves_the_others_where_they_are(played: Match) -> None:
    rex = Player.objects.create(club=played.club, name="Rex")
    arrival = Draft("join", 5, {"seat": 5}, player=rex.pk)
    write(played, arrival, bids(6, 0, 0, 0, 0, 0, 0))
    with pytest.raises(RuleError):
        write(played, empty(arrival))
    write(played, empty(arrival), bids(6, 0, 0, 0, 0, 0))
    assert played.seats.count() == 5


def test_a_preview_writes_nothing(played: Match) -> None:
    state = load(Match.objects.get(pk=played.pk))
    sheet = ledger.preview(state, [tricks(2, 1, 0, 0, 0, 0)])
    assert [sheet.totals[seat] for seat in range(5)] == [5, 10, 5, 10, 10]
    assert totals(played) == [-2, 10, 12, 10, 10]
    assert rows(played) == [(1, 1), (2, 1), (3, 1), (4, 1)]
    with pytest.raises(Gap):
        ledger.preview(state, [tricks(9, 1, 0, 0, 0, 0)])


def test_a_batch_of_corrections_stands_or_falls_together(played: Match) -> None:
    with pytest.raises(RuleError):
        write(played, tricks(2, 1, 0, 0, 0, 0), tricks(4, 2, 2, 0, 0, 0))
    assert totals(played) == [-2, 10, 12, 10, 10]
    ledger.record(played.pk, [tricks(2, 1, 0, 0, 0, 0), tricks(4, 2, 0, 0, 0, 0)], version=played.version, by=NOBODY)
    assert totals(played) == [4, 10, -2, 10, 10]
