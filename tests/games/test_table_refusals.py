"""Invalid input at the table: an error beside the field, no server error, and nothing is written."""

import uuid
from typing import Any

import pytest
from django.test import Client

from games.models import Entry, Match
from tests.posting import a_table, form_on, page, replaced, sent, with_taps

pytestmark = pytest.mark.django_db
BIDS = {1: 0, 2: 1, 3: 0, 4: 0, 0: 1}
HUGE = 2**63


@pytest.fixture
def match(client: Client) -> Match:
    return a_table(client)


def bids_of(client: Client, match: Match) -> list[tuple[str, str]]:
    return form_on(page(client, match), "send")


@pytest.mark.parametrize(
    ("taps", "words"),
    [
        ({**BIDS, 2: 7}, "cannot bid 7"),
        ({**BIDS, 2: -1}, "cannot bid −1"),
        ({**BIDS, 2: "1.5"}, "only whole ones count"),
        ({**BIDS, 2: "two"}, "only whole ones count"),
        ({**BIDS, 2: "NaN"}, "only whole ones count"),
        ({**BIDS, 2: ""}, "only whole ones count"),
        ({**BIDS, 2: "1\x00"}, "only whole ones count"),
        ({**BIDS, 2: "１"}, "only whole ones count"),
        ({**BIDS, 2: HUGE}, "cannot bid"),
        ({**BIDS, 2: "9" * 5000}, "only whole ones count"),
        ({**BIDS, 0: 0}, "may not bid 0"),
        ({**BIDS, 9: 1}, "does not play"),
        ({1: 0, 3: 0}, "bid"),
        ({}, "Nothing was tapped yet"),
    ],
)
def test_bids_that_cannot_be(client: Client, match: Match, taps: dict[int, Any], words: str) -> None:
    answer = sent(client, f"/m/{match.pk}/table/", with_taps(bids_of(client, match), taps))
    assert answer.status_code == 422
    assert words in answer.content.decode()
    assert Entry.objects.count() == 0


def test_the_message_stands_beside_the_player(client: Client, match: Match) -> None:
    answer = sent(client, f"/m/{match.pk}/table/", with_taps(bids_of(client, match), {**BIDS, 2: 7}))
    html = answer.content.decode()
    assert '<span class="reason is-wrong" id="reason-2">Wilhelmina Featherstonehaugh-Oyelaran cannot bid 7' in html


@pytest.mark.parametrize(
    ("taps", "words"),
    [
        ({1: 0, 2: 1, 3: 0, 4: 0, 0: 1}, "take 1 away"),
        ({1: 0, 2: 0, 3: 0, 4: 0, 0: 0}, "place 1 more"),
        ({1: 0, 2: 2, 3: 0, 4: -1, 0: 0}, "cannot have taken"),
        ({1: 0, 2: 1, 3: 0, 4: 0}, "How many tricks"),
        ({}, "Nothing was tapped yet"),
        ({1: 0, 2: 1, 3: 0, 4: 0, 7: 0}, "does not play"),
    ],
)
def test_tricks_that_do_not_add_up(client: Client, match: Match, taps: dict[int, int], words: str) -> None:
    path = f"/m/{match.pk}/table/"
    sent(client, path, with_taps(bids_of(client, match), BIDS))
    answer = sent(client, path, with_taps(form_on(page(client, match), "send"), taps))
    assert answer.status_code == 422
    assert words in answer.content.decode()
    assert Entry.objects.count() == 1


def test_two_numbers_for_one_player(client: Client, match: Match) -> None:
    fields = [*with_taps(bids_of(client, match), BIDS), ("tap", "2-0")]
    answer = sent(client, f"/m/{match.pk}/table/", fields)
    assert answer.status_code == 422
    assert "Two numbers for one player" in answer.content.decode()


@pytest.mark.parametrize(
    "change",
    [
        {"entry": "no id"},
        {"entry": ""},
        {"version": "-1"},
        {"version": "1e3"},
        {"version": str(HUGE)},
        {"number": "0.5"},
        {"number": "\x00"},
        {"what": "reveal"},
        {"what": ""},
    ],
)
def test_a_form_that_is_not_ours(client: Client, match: Match, change: dict[str, str]) -> None:
    fields = replaced(with_taps(bids_of(client, match), BIDS), **change)
    answer = sent(client, f"/m/{match.pk}/table/", fields)
    assert answer.status_code == 422
    assert "reload it" in answer.content.decode().lower()
    assert Entry.objects.count() == 0


def test_a_suit_that_no_card_has(client: Client, match: Match) -> None:
    answer = sent(client, f"/m/{match.pk}/table/", [*with_taps(bids_of(client, match), BIDS), ("trump", "stars")])
    assert answer.status_code == 422
    assert Entry.objects.count() == 0


def test_a_line_that_is_not_there_yet(client: Client, match: Match) -> None:
    fields = replaced(with_taps(bids_of(client, match), BIDS), number="17")
    assert sent(client, f"/m/{match.pk}/table/", fields).status_code == 409
    assert Entry.objects.count() == 0


@pytest.mark.parametrize(
    "query", ["?tap=x", "?tap=9-9", "?tap=1-99&hand=99", "?hand=\x00", "?row=x", "?trump=%ff", "?revise=1"]
)
def test_an_address_nobody_made_shows_the_step_all_the_same(client: Client, match: Match, query: str) -> None:
    assert "Bids, hand 1" in page(client, match, query)


def test_a_body_of_ten_megabytes_is_turned_away(client: Client, match: Match) -> None:
    answer = client.post(f"/m/{match.pk}/table/", b"tap=" + b"1" * 10_000_000, "application/x-www-form-urlencoded")
    assert answer.status_code in (400, 413)


@pytest.mark.parametrize("body", [b"[" * 10_000, b"\xff\xfe", b'{"bids": {"0": "\\ud800"}}'])
def test_a_body_that_is_no_form(client: Client, match: Match, body: bytes) -> None:
    assert client.post(f"/m/{match.pk}/table/", body, "application/json").status_code == 422


def test_undo_of_nothing(client: Client, match: Match) -> None:
    fields = [("entry", str(uuid.uuid4())), ("version", "0"), ("number", "1")]
    answer = sent(client, f"/m/{match.pk}/undo/", fields)
    assert answer.status_code == 422
    assert "nothing to undo on this line" in answer.content.decode()
