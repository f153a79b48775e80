"""The round's screen: what it says, what it writes, and that no form can break it."""

import json
import re
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
from tests.profiles import examples

pytestmark = pytest.mark.django_db
HIDDEN = re.compile(r'<input type="hidden" name="(?P<name>[^"]+)" value="(?P<value>[^"]*)">')
SAYS = re.compile(r'<p class="says[^"]*"[^>]*>(.*?)</p>', re.DOTALL)
FRAME = ("BEGIN", "COMMIT", "SAVEPOINT", "RELEASE SAVEPOINT")


def url(match: Match) -> str:
    return f"/m/{match.pk}/table/"


def page(client: Client, match: Match, **query: Any) -> str:
    response = client.get(url(match), query)
    assert response.status_code == 200
    return str(response.content.decode())


def text_of(html: str) -> str:
    return " ".join(re.sub(r"<[^>]+>", "", html).split())


def says(client: Client, match: Match, **query: Any) -> str:
    found = SAYS.search(page(client, match, **query))
    assert found
    return text_of(found[1])


def posted(client: Client, match: Match, **fields: Any) -> Any:
    """The form as the page has it, with what was chosen; fields that are None are left out."""
    html = page(client, match)
    form = html[html.index('<form id="entry"') : html.index("</form>", html.index('<form id="entry"'))]
    hidden = {found["name"]: found["value"] for found in HIDDEN.finditer(form)}
    data = {name: value for name, value in (hidden | fields).items() if value is not None}
    return client.post(url(match), data)


def words_of(response: Any) -> str:
    return text_of(response.content.decode())


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


# What is shown


@pytest.mark.parametrize(
    ("query", "words"),
    [
        ({}, "Tap what each won. Wilhelmina is past 35, but the game runs to round 12."),
        ({"won-0": 2, "won-1": 3}, "One more tap settles it. Wilhelmina is past 35, but the game runs to round 12."),
        ({"won-0": 2, "won-1": 3, "won-2": 5}, "All 13 hands are placed. Łukasz has what is left."),
        ({"won-0": 9, "won-1": 9}, "Change the number that is wrong. There are 13 hands in all."),
        ({"won-0": 2, "won-1": 3, "won-2": 5, "won-3": 1}, "2 hands missing. Change a number, or say that the last"),
        ({"by": "cards"}, "Count each pile."),
        ({"by": "cards", "taken-0": 8, "taken-1": 12}, "One more number settles it."),
        ({"by": "cards", "taken-1": 5}, "Wilhelmina: 5 cards are no whole hands. Each hand took 4."),
    ],
)
def test_the_meter_says_what_to_do(client: Client, query: dict[str, Any], words: str) -> None:
    assert words in says(client, a_table(client, rounds(10)), **query)


def test_without_turns_to_arrange_the_main_key_names_the_next_round(client: Client) -> None:
    html = page(client, a_table(client, [], Options()), **{"won-0": 2, "won-1": 3, "won-2": 5})
    assert "Round 2" in text_of(html.split('id="go"')[1])


def test_the_meter_says_who_would_win(client: Client) -> None:
    match = a_table(client, rounds(11))
    query = {"won-0": 5, "won-1": 2, "won-2": 5}
    assert says(client, match, **query).endswith("Núria wins.")
    assert 'Save<span class="wide-only">: Núria wins</span>' in page(client, match, **query)


def test_players_level_at_the_top_play_on(client: Client) -> None:
    match = a_table(client, [Round({0: 7, 1: 6}), Round({0: 6, 1: 7})], Options(target=13), players=2)
    assert "are level with 13: play on until one leads." in says(client, match)


def test_hands_turn_into_cards_when_somebody_counts_cards_after_all(client: Client) -> None:
    html = page(client, a_table(client), by="cards", **{"won-0": 3})
    assert 'name="taken-0" value="12"' in html
    back = page(client, Match.objects.get(), **{"taken-0": 12, "taken-1": 13})
    assert re.search(r'name="won-0" value="3" id="won-0-3"[^>]* checked', back)
    assert not re.search(r'name="won-1"[^>]* checked', back)


@pytest.mark.parametrize(
    ("options", "players", "words"),
    [
        (Options(), 4, "round13 hands, to 35"),
        (Options(arranging="all"), 4, "Variation 1everybody arranges"),
        (Options(dummy=True), 3, "Variation 3with a dummy"),
        (Options(suits=2, target=70), 2, "26 hands, to 70Variation 4"),
        (
            Options(arranging="rotating", first_arranger=1, dummy=True, suits=2),
            2,
            "Variations 2, 3 and 4Wilhelmina arr",
        ),
    ],
)
def test_the_head_says_what_is_played(client: Client, options: Options, players: int, words: str) -> None:
    assert words in text_of(page(client, a_table(client, [], options, players)))


@pytest.mark.parametrize(
    ("query", "words"),
    [
        ({}, "Undo: round 2"),
        ({"won-0": 2, "won-1": 3, "last": "won-1"}, "Undo: Wilhelmina won 3"),
        ({"by": "cards", "taken-0": 8, "last": "taken-0"}, "Undo: Bea took 8"),
        ({"won-0": 2, "last": "won-3"}, "Undo: round 2"),
        ({"tied": 1, "last": "tied"}, "Undo: the last hand"),
        ({"row": 2, "last": "row"}, "Undo: another row"),
        ({"last": "anything"}, "Undo: round 2"),
    ],
)
def test_undo_says_what_it_takes_back(client: Client, query: dict[str, Any], words: str) -> None:
    assert words in text_of(page(client, a_table(client, rounds(2)), **query))


def test_nothing_can_be_undone_before_the_first_round(client: Client) -> None:
    assert "Nothing to undo" in page(client, a_table(client))


@pytest.mark.parametrize(
    ("query", "words"),
    [
        ({}, "13 hands to place"),
        ({"won-0": 12}, "1 hand to place"),
        ({"won-0": 9, "won-1": 9}, "5 hands too many"),
        ({"by": "cards", "taken-0": 5}, "Count the cards again"),
        ({"by": "cards", "taken-0": 60}, "8 cards too many"),
    ],
)
def test_the_main_key_says_what_is_missing(client: Client, query: dict[str, Any], words: str) -> None:
    html = page(client, a_table(client), **query)
    assert words in text_of(html.split('id="go"')[1])
    assert 'type="button" aria-disabled="true"' in html.split('id="go"')[1].split(">")[0]


@pytest.mark.parametrize(
    ("query", "picked"),
    [
        ({}, "0"),
        ({"won-0": 4, "last": "won-0"}, "1"),
        ({"won-0": 4, "row": 1, "last": "row"}, "0"),
        ({"won-0": 4, "row": 1, "last": "won-0"}, "1"),
        ({"row": 9, "last": "row"}, "0"),
        ({"row": 3}, "2"),
    ],
)
def test_a_phone_shows_the_numbers_of_one_row(client: Client, query: dict[str, Any], picked: str) -> None:
    html = page(client, a_table(client), **query)
    assert re.findall(r'class="seat [^"]*is-picked" id="seat-(\w+)"', html) == [picked]


def test_a_won_match_says_so_and_leads_to_the_end(client: Client) -> None:
    html = page(client, a_table(client, rounds()))
    assert "Núria wins, 43 to 42" in html
    assert "Wilhelmina crossed 35 in round 10 and sat there for 2 rounds, wagging." in html
    assert "/finish/" in html


def test_without_a_script_the_page_shows_what_was_chosen(client: Client) -> None:
    html = page(client, a_table(client), do="look", **{"won-0": 4, "won-1": 3, "won-2": 2})
    assert 'name="rest" value="3-4"' in html
    assert re.search(r'name="won-1" value="3" id="won-1-3"[^>]* checked', html)


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


@settings(max_examples=examples(60), suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(query=st.dictionaries(st.sampled_from(NAMES), st.sampled_from([*NONSENSE, "cards", "won-0"])))
def test_no_query_and_no_form_breaks_the_screen(client: Client, tables: list[Match], query: dict[str, str]) -> None:
    for match in tables:
        assert client.get(url(match), query).status_code == 200
        assert client.post(url(match), query | {"do": "look"}).status_code == 200
        assert client.post(url(match), {"what": "round", **query, "do": "", "entry": "x"}).status_code == 422


# What it costs


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
