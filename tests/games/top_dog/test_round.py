"""The round's screen: what it writes and refuses, invalid input, and its queries."""

import json
import uuid
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from clubs.models import Role
from games.models import Entry, Match
from scoring.top_dog import Options, Round
from tests import factory
from tests.games.top_dog.matches import ROTATING, a_match, a_table, rounds
from tests.games.top_dog.table_page import HIDDEN, page, posted, url, words_of
from tests.profiles import examples

pytestmark = pytest.mark.django_db
FRAME = ("BEGIN", "COMMIT", "SAVEPOINT", "RELEASE SAVEPOINT")


# What is written


def test_hands_won_become_a_round(client: Client) -> None:
    match = a_table(client)
    answer = posted(client, match, **{"won-0": 4, "won-1": 3, "won-2": 2, "rest": "3-4"})
    assert answer.status_code == 302
    assert Entry.objects.get().payload == {"won": {"0": 4, "1": 3, "2": 2, "3": 4}}


def test_what_somebody_chose_counts_more_than_what_was_filled_in(client: Client) -> None:
    match = a_table(client)
    answer = posted(client, match, **{"won-0": 4, "won-1": 3, "won-2": 2, "won-3": 3, "rest": "3-4", "tied": 1})
    assert answer.status_code == 302
    assert Entry.objects.get().payload == {"won": {"0": 4, "1": 3, "2": 2, "3": 3}, "last_hand_tied": True}


def test_cards_are_written_as_they_were_counted(client: Client) -> None:
    match = a_table(client)
    posted(client, match, by="cards", **{"taken-0": 16, "taken-1": 12, "taken-2": 8, "rest": "3-16"})
    assert Entry.objects.get().payload == {"cards_taken": {"0": 16, "1": 12, "2": 8, "3": 16}}


def test_the_same_form_sent_twice_writes_once(client: Client) -> None:
    match = a_table(client)
    same = {"entry": str(uuid.uuid4()), "version": 0, "number": 1, "won-0": 4, "won-1": 3, "won-2": 2, "won-3": 4}
    assert [posted(client, match, **same).status_code for _ in range(2)] == [302, 302]
    assert Entry.objects.count() == 1


def test_two_tablets_with_different_numbers_are_asked_which_is_right(client: Client) -> None:
    match = a_table(client)
    posted(client, match, **{"won-0": 4, "won-1": 3, "won-2": 2, "won-3": 4})
    answer = posted(client, match, version=0, number=1, **{"won-0": 3, "won-1": 4, "won-2": 2, "won-3": 4})
    assert answer.status_code == 409
    assert "Bea 3, Wilhelmina 4" in words_of(answer)
    assert Entry.objects.count() == 1


def test_undo_shows_the_round_half_entered_again(client: Client) -> None:
    match = a_table(client, [Round({0: 2, 1: 3, 2: 5, 3: 2}, last_hand_tied=True)])
    undo = {"what": "undo", "entry": str(uuid.uuid4()), "number": 1, "version": match.version}
    answer = client.post(f"/m/{match.pk}/undo/", undo)
    assert answer["Location"].endswith("?won-0=2&won-1=3&won-2=5&tied=1")
    assert "All 12 hands are placed." in str(client.get(answer["Location"]).content.decode())


def test_undo_of_counted_cards_shows_cards(client: Client) -> None:
    entry = Round(cards_taken={0: 16, 1: 12, 2: 8}, dummy=16)
    match = a_table(client, [entry], Options(dummy=True), players=3)
    undo = {"what": "undo", "entry": str(uuid.uuid4()), "number": 1, "version": match.version}
    assert client.post(f"/m/{match.pk}/undo/", undo)["Location"].endswith("?taken-0=16&taken-1=12&taken-2=8&by=cards")


# What is refused


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"won-0": 4, "won-1": 3, "won-2": 2, "won-3": 5}, "The hands add up to 14, but only 13 were played"),
        ({"won-0": 4, "won-1": 3, "won-2": 2, "won-3": 3}, "or say that the last hand was tied"),
        ({"won-0": 4, "won-1": 3, "won-2": 2}, "How many hands did Łukasz Tremblay win?"),
        ({"won-0": 4, "won-1": 3, "won-2": 2, "won-3": ""}, "A number is missing here"),
        ({"won-0": "four", "won-1": 3, "won-2": 2, "won-3": 4}, "Enter a whole number"),
        ({"won-0": "-1", "won-1": 3, "won-2": 2, "won-3": 4}, "Enter a whole number"),
        ({"won-0": "1.5", "won-1": 3, "won-2": 2, "won-3": 4}, "Enter a whole number"),
        ({"won-0": "９", "won-1": 3, "won-2": 1, "won-3": 0}, "Enter a whole number"),
        ({"won-0": 4, "won-1": 3, "won-2": 2, "won-3": 4, "won-9": 0}, "does not play here"),
        ({"won-0": 4, "won-1": 3, "won-2": 2, "won-3": 4, "won-dummy": 0}, "No dummy plays here"),
        ({"by": "cards", "taken-0": 13, "taken-1": 13, "taken-2": 13, "taken-3": 13}, "count again, 12 or 16"),
        ({"what": "hand", "won-0": 13}, "The page was not sent completely"),
        ({"number": "x", "won-0": 13}, "The page was not sent completely"),
        ({"entry": "x", "won-0": 13}, "The page was not sent completely"),
        ({"why": "x" * 201, "won-0": 13}, "At most 200 printable characters"),
        ({}, "Nothing is filled in yet"),
    ],
)
def test_rounds_that_cannot_be(client: Client, fields: dict[str, Any], words: str) -> None:
    match = a_table(client)
    answer = posted(client, match, **fields)
    assert answer.status_code == 422
    assert words in words_of(answer)
    assert Entry.objects.count() == 0


def test_a_refusal_stands_beside_the_player_it_is_about(client: Client) -> None:
    match = a_table(client)
    answer = posted(client, match, by="cards", **{"taken-0": 12, "taken-1": 13, "taken-2": 12, "taken-3": 15})
    row = answer.content.decode().split('id="seat-1"')[1].split("</section>")[0]
    assert "cannot have taken 13 cards" in row


def test_a_match_that_is_won_takes_no_further_round(client: Client) -> None:
    match = a_table(client, rounds())
    number = {"number": 13, "entry": str(uuid.uuid4()), "version": match.version, "what": "round"}
    answer = client.post(url(match), number | {f"won-{seat}": won for seat, won in enumerate((4, 3, 2, 4))})
    assert answer.status_code == 422
    assert "Núria Ødegård has won" in words_of(answer)


@pytest.mark.parametrize("role", [Role.MEMBER, None])
def test_whoever_only_watches_writes_nothing(client: Client, role: Role | None) -> None:
    club = factory.a_club()
    match = a_match(club, factory.some_players(club, 4))
    other = club if role else factory.a_club("elsewhere")
    client.force_login(factory.a_member(other, role or Role.OWNER))
    assert client.post(url(match), {"won-0": 4}).status_code in (403, 404)
    assert Entry.objects.count() == 0


NONSENSE = [
    "",
    "x",
    "-1",
    "1e9",
    "99999",
    "9" * 500,
    "\x00",
    "½",
    "dummy",
    "won-99",
    "row",
    "by",
    "tied",
    "1",
    "13",
    "14",
]
NAMES = [
    "won-0",
    "won-1",
    "won-2",
    "won-9",
    "won-dummy",
    "taken-0",
    "taken-1",
    "rest",
    "by",
    "tied",
    "last",
    "row",
    "do",
]


@pytest.fixture
def tables(client: Client) -> list[Match]:
    first = a_table(client, rounds(3))
    players = list(first.club.players.order_by("pk"))
    return [first, a_match(first.club, players[:3], [], Options(dummy=True, suits=2))]


@settings(max_examples=examples(25), suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(query=st.dictionaries(st.sampled_from(NAMES), st.sampled_from([*NONSENSE, "cards", "won-0"])))
def test_no_query_and_no_form_breaks_the_screen(client: Client, tables: list[Match], query: dict[str, str]) -> None:
    for match in tables:
        assert client.get(url(match), query).status_code == 200
        assert client.post(url(match), query | {"do": "look"}).status_code == 200
        assert client.post(url(match), {"what": "round", **query, "do": "", "entry": "x"}).status_code == 422


# Queries


def test_showing_the_table_takes_five_statements(client: Client) -> None:
    match = a_table(client, rounds(6))
    with CaptureQueriesContext(connection) as captured:
        page(client, match)
    assert len(captured) <= 5


@pytest.mark.parametrize("played", [0, 8])
def test_writing_a_round_takes_ten_statements_however_long_the_match(client: Client, played: int) -> None:
    match = a_table(client, rounds(played))
    html = page(client, match)
    fields = {found["name"]: found["value"] for found in HIDDEN.finditer(html.split('<form id="entry"')[1])}
    chosen = {"won-0": "4", "won-1": "3", "won-2": "2", "won-3": "4"}
    with CaptureQueriesContext(connection) as captured:
        answer = client.post(url(match), fields | chosen, headers={"HX-Request": "true"})
    assert answer.status_code == 200
    found = [query["sql"] for query in captured if not query["sql"].startswith(FRAME)]
    assert len(found) <= 10, "\n".join(found)


def test_the_record_of_a_match_scores_to_its_sheet(client: Client) -> None:
    match = a_table(client, rounds(), role=Role.OWNER)
    record = json.loads(client.get(f"/m/{match.pk}/record.json").content)
    assert record["options"]["arranging"] == ROTATING.arranging
    assert len(record["rounds"]) == len(rounds())
