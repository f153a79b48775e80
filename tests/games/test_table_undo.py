"""Undo at the table: one tap, with a label that says what it takes back, and only the last tap is undone."""

import pytest
from django.test import Client

from games.models import Entry, Match
from tests.posting import a_table, form_on, page, sent, with_taps

pytestmark = pytest.mark.django_db
BIDS, TRICKS = {1: 0, 2: 1, 3: 0, 4: 0, 0: 1}, {1: 0, 2: 1, 3: 0, 4: 0, 0: 0}


@pytest.fixture
def match(client: Client) -> Match:
    return a_table(client)


def write(client: Client, match: Match, taps: dict[int, int]) -> None:
    sent(client, f"/m/{match.pk}/table/", with_taps(form_on(page(client, match), "send"), taps))


def undo(client: Client, match: Match) -> str:
    """Undo, and return the address that follows."""
    fields = form_on(page(client, match), "undo")
    return str(sent(client, f"/m/{match.pk}/undo/", fields).url)


def test_nothing_to_undo_at_the_start(client: Client, match: Match) -> None:
    assert "Nothing to undo" in page(client, match)


def test_undo_after_the_last_bid_takes_back_that_bid_alone(client: Client, match: Match) -> None:
    write(client, match, BIDS)
    assert "Undo: Bea bids 1" in page(client, match)
    html = client.get(undo(client, match)).content.decode()
    assert "1 bid to go" in html
    assert "Undo: Łukasz bids 0" in html


def test_undo_after_a_hand_shows_its_tricks_as_they_were(client: Client, match: Match) -> None:
    write(client, match, BIDS)
    write(client, match, TRICKS)
    assert "Undo: hand 1" in page(client, match)
    html = client.get(undo(client, match)).content.decode()
    assert "Score hand 1" in html
    assert ("tap", "0-0") in form_on(html, "taps")


def test_what_was_undone_is_written_anew_on_its_own_line(client: Client, match: Match) -> None:
    write(client, match, BIDS)
    undo(client, match)
    write(client, match, {**BIDS, 2: 0, 0: 0})
    assert [(entry.number, entry.revision, entry.payload is None) for entry in Entry.objects.all()] == [
        (1, 1, False),
        (1, 2, True),
        (1, 3, False),
    ]


def test_undo_sent_twice_undoes_once(client: Client, match: Match) -> None:
    write(client, match, BIDS)
    write(client, match, TRICKS)
    fields = form_on(page(client, match), "undo")
    first, second = (sent(client, f"/m/{match.pk}/undo/", fields) for _ in range(2))
    assert first["X-Entry-Written"] == second["X-Entry-Written"]
    assert Entry.objects.count() == 3


def test_an_undo_for_a_sheet_that_moved_on_asks_first(client: Client, match: Match) -> None:
    write(client, match, BIDS)
    stale = form_on(page(client, match), "undo")
    write(client, match, TRICKS)
    answer = sent(client, f"/m/{match.pk}/undo/", stale)
    assert answer.status_code == 409
    assert Entry.objects.count() == 2


def test_an_undo_that_was_not_sent_whole_changes_nothing(client: Client, match: Match) -> None:
    write(client, match, BIDS)
    fields = [(name, value) for name, value in form_on(page(client, match), "undo") if name != "version"]
    for seen in ([], [("version", "x")], [("version", "9" * 30)]):
        answer = sent(client, f"/m/{match.pk}/undo/", [*fields, *seen])
        assert answer.status_code == 422
        assert "The page was not sent completely." in answer.content.decode()
    assert Entry.objects.count() == 1
