"""Which entries belong to which round, and the hidden forms of the table's page."""

import pytest
from django.test import Client

from games import ledger
from games.base.correction import entries_of, last_line_of, line_of
from games.base.form_parsing import free_number, post_form, undo_form
from games.entries.drafts import Author, Draft
from games.entries.match_state import load
from games.models import Match
from tests.factory import a_match
from tests.games.top_dog.matches import a_table, rounds

pytestmark = pytest.mark.django_db


def taken_back(match: Match, number: int, kind: str) -> Match:
    """Undo the line with this number and kind."""
    match.refresh_from_db()
    ledger.record(match.pk, [Draft(kind, number, None)], version=match.version, by=Author(None, "a test"))
    match.refresh_from_db()
    return match


def numbers(match: Match, number: int) -> list[int]:
    """The line numbers of the entries of a round."""
    return [entry.number for entry in entries_of(load(match), number)]


def test_a_round_of_one_entry_and_a_hand_of_two(client: Client) -> None:
    match = a_table(client, rounds(3))
    assert [numbers(match, number) for number in (1, 2, 3, 4)] == [[1], [2], [3], []]
    hands = a_match(match.club, [seat.player for seat in match.seats.all()][:3], hands=2, bids_only=True)
    assert [numbers(hands, number) for number in (1, 2, 3, 4)] == [[1, 2], [3, 4], [5], []]


def test_a_round_closes_before_the_next_one_begins(client: Client) -> None:
    match = a_table(client, rounds(3))
    assert [last_line_of(load(match), number) for number in (1, 2, 3, 4)] == [1, 2, 3, 3]
    gone = taken_back(match, 3, "round")
    assert last_line_of(load(gone), 2) == 3
    assert numbers(gone, 3) == []


def test_after_the_end_no_round_is_open(client: Client) -> None:
    state = load(a_table(client, rounds(2)))
    assert [entry.number for entry in entries_of(state, 2, lambda sheet: len(sheet.lines) == 1)] == []
    assert last_line_of(state, 1, lambda sheet: len(sheet.lines) == 1) == 1


@pytest.mark.parametrize(("number", "is_there"), [(-1, False), (0, False), (1, True), (2, True), (3, False)])
def test_a_line_is_found_by_its_number(client: Client, number: int, is_there: bool) -> None:
    found = line_of(load(a_table(client, rounds(2))), number)
    assert (found.number if found else None) == (number if is_there else None)


def test_an_undo_leaves_its_line_free(client: Client) -> None:
    match = a_table(client, rounds(2))
    assert free_number(load(match)) == 3
    assert free_number(load(taken_back(match, 2, "round"))) == 2
    assert free_number(load(taken_back(match, 1, "round"))) == 1


def test_undo_sends_the_last_line_and_the_version_seen(client: Client) -> None:
    state = load(a_table(client, rounds(2)))
    (form,) = undo_form(state)
    assert (form.id, form.is_post) == ("undo", True)
    assert {"what": "undo", "number": "2", "version": str(state.match.version)}.items() <= dict(form.fields).items()
    assert undo_form(load(a_table_of_nothing(state.match))) == []


def a_table_of_nothing(match: Match) -> Match:
    """The match after its two lines were undone."""
    return taken_back(taken_back(match, 2, "round"), 1, "round")


def test_every_form_has_an_id_of_its_own_and_its_fields(client: Client) -> None:
    state = load(a_table(client))
    first, second = (post_form("deal", state, "round", 1, [("won-0", "4")]) for _ in range(2))
    assert ("won-0", "4") in first.fields
    assert dict(first.fields)["entry"] != dict(second.fields)["entry"]
