"""The round's screen: its texts about chosen values, missing values, undo and the winner."""

import re
from typing import Any

import pytest
from django.test import Client

from games.models import Match
from scoring.top_dog import Options, Round
from tests.games.top_dog.matches import a_table, rounds
from tests.games.top_dog.table_page import meter_text, page, text_of

pytestmark = pytest.mark.django_db


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
    assert words in meter_text(client, a_table(client, rounds(10)), **query)


def test_without_turns_to_arrange_the_main_key_names_the_next_round(client: Client) -> None:
    html = page(client, a_table(client, [], Options()), **{"won-0": 2, "won-1": 3, "won-2": 5})
    assert "Round 2" in text_of(html.split('id="go"')[1])


def test_the_meter_says_who_would_win(client: Client) -> None:
    match = a_table(client, rounds(11))
    query = {"won-0": 5, "won-1": 2, "won-2": 5}
    assert meter_text(client, match, **query).endswith("Núria wins.")
    assert 'Save<span class="wide-only">: Núria wins</span>' in page(client, match, **query)


def test_players_level_at_the_top_play_on(client: Client) -> None:
    match = a_table(client, [Round({0: 7, 1: 6}), Round({0: 6, 1: 7})], Options(target=13), players=2)
    assert "are level with 13: play on until one leads." in meter_text(client, match)


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
