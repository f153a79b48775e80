"""The history of a cell: written, corrected and undone entries, and effects of earlier rounds on its total."""

from dataclasses import replace
from typing import Any

import pytest
from django.test import Client

from games import ledger
from games.base.table_game import Cell
from games.entries.drafts import Author, Draft
from games.entries.match_state import load
from games.models import Entry, Match
from games.registry import table_game
from scoring.records import entry_to_json
from scoring.top_dog import Options, Round
from tests.games.clash_of_corgis.series import SERIES, a_series
from tests.games.top_dog.matches import a_table, rounds

pytestmark = pytest.mark.django_db


def write(match: Match, number: int, payload: Any, note: str = "") -> Match:
    match.refresh_from_db()
    draft = Draft(load(match).history[0].kind, number, payload, note=note)
    ledger.record(match.pk, [draft], version=match.version, by=Author(None, "a test"))
    match.refresh_from_db()
    return match


def won(*hands: int) -> Any:
    return entry_to_json(Round(dict(enumerate(hands))))


def cell(match: Match, number: int, seat: int) -> Cell:
    found = table_game(match.game).cell(load(match), number, seat)
    assert found is not None
    return found


def story(match: Match, number: int, seat: int) -> list[str]:
    """The text of each step in the history of a cell."""
    return ["".join(told.words) for told in cell(match, number, seat).changes]


def test_a_cell_written_once_has_one_line(client: Client) -> None:
    match = a_table(client, rounds(2))
    found = cell(match, 2, 1)
    assert found.title == "Wilhelmina, round 2"
    assert found.lead == "13 hands. Wilhelmina arranged."
    assert found.figures == [("won", "5"), ("total after", "8")]
    assert story(match, 2, 1) == ["Won 5. Total after 8."]
    assert found.changes[0].entry.number == 2


def test_a_correction_tells_what_stood_before_and_why(client: Client) -> None:
    match = write(a_table(client, rounds(3)), 2, won(3, 4, 3, 3), "Miscounted.")
    assert story(match, 2, 0) == ["Won 3, before that 2. Total after 7, before that 6.", "Won 2. Total after 6."]
    assert cell(match, 2, 0).changes[0].note == "Reason: Miscounted."
    assert cell(match, 2, 0).changes[1].note == ""


def test_a_seat_that_a_correction_left_alone_says_nothing_of_it(client: Client) -> None:
    match = write(a_table(client, rounds(3)), 2, won(3, 4, 3, 3))
    assert story(match, 2, 3) == ["Won 3. Total after 7."]


def test_a_correction_of_an_earlier_round_moves_the_total(client: Client) -> None:
    match = write(a_table(client, rounds(3)), 2, won(3, 4, 3, 3), "Miscounted")
    newest, _ = cell(match, 3, 0).changes
    assert "".join(newest.words) == "Total after 12, before that 11."
    assert newest.entry.number == 2


def test_a_correction_of_a_later_round_is_no_news_here(client: Client) -> None:
    match = write(a_table(client, rounds(3)), 3, won(4, 3, 4, 2))
    assert story(match, 1, 0) == ["Won 4. Total after 4."]


def test_an_undo_and_what_was_written_then(client: Client) -> None:
    match = write(a_table(client, rounds(2)), 2, None)
    assert story(match, 2, 0) == ["Undone.", "Won 2. Total after 6."]
    assert cell(match, 2, 0).figures == []
    again = write(match, 2, won(1, 6, 3, 3))
    assert story(again, 2, 0) == ["Won 1. Total after 5.", "Undone.", "Won 2. Total after 6."]


def test_what_came_together_is_one_write(client: Client) -> None:
    match = a_table(client, rounds(12))
    assert story(match, 12, 2) == ["Won 5. Total after 43."]


def test_the_dummy_adds_figures_of_its_own(client: Client) -> None:
    with_dummy = [Round({0: 6, 1: 3}, dummy=4)]
    match = a_table(client, with_dummy, Options(dummy=True), players=2)
    assert cell(match, 1, 0).figures[1:3] == [("against the dummy", "+1"), ("points", "+7")]
    assert "The dummy won 4." in cell(match, 1, 0).lead


def test_cards_left_that_follow_are_told_beside_the_win(client: Client) -> None:
    match = a_series(client, SERIES[:1])
    write(match, 1, {"winner": 2, "cards_left": {"0": 4}})
    assert story(match, 1, 0) == ["Cards left 4, before that 3.", "Game lost. Cards left 3. Total of games won 0."]
    assert cell(match, 1, 1).figures[1] == ("cards left", "?")


@pytest.mark.parametrize(("number", "seat"), [(0, 0), (3, 0), (1, 4), (1, -1), (999, 0)])
def test_there_is_no_cell_beyond_the_sheet(client: Client, number: int, seat: int) -> None:
    match = a_table(client, rounds(2))
    assert table_game(match.game).cell(load(match), number, seat) is None


def test_a_revision_that_the_rules_of_today_refuse_has_no_figures(client: Client) -> None:
    state = load(a_table(client, rounds(1)))
    first = state.history[0]
    late = Entry(match=state.match, number=1, revision=2, kind=first.kind, payload=first.payload, version=2)
    first.payload = won(9, 9, 9, 9)
    found = table_game(state.match.game).cell(replace(state, history=[first, late]), 1, 0)
    assert found is not None
    assert ["".join(told.words) for told in found.changes] == ["Won 4. Total after 4."]
