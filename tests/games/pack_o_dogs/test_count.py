"""The base game at the table: captures as they happen, and two piles at the end."""

from typing import Any

import pytest
from django.test import Client

from games.models import Entry
from scoring.pack_o_dogs import Capture, Piles
from tests.games.pack_o_dogs.packs import P, W, a_table, tap, with_keys
from tests.posting import form_on, page, replaced, sent

pytestmark = pytest.mark.django_db
COUNT = "?number=1&count=1"


def payloads() -> list[Any]:
    """The payloads of all entries, in order."""
    return [entry.payload for entry in Entry.objects.order_by("number", "revision")]


def test_a_turn_is_one_tap_and_stands_above_the_next(client: Client) -> None:
    match = a_table(client, mode="base")
    assert "Who takes turn 1?" in page(client, match)
    assert tap(client, match, winner="1").status_code == 302
    assert payloads() == [{"winner": 1}]
    html = page(client, match, "?recap=1")
    for words in ("Otto leads, 1 to 0.", "Otto took the turn.", "Otto took turn 1", "Undo: Otto took it", ">Turn 2<"):
        assert words in html
    for query in ("", "?number=2"):
        html = page(client, match, query)
        for words in ("<b>Turn 1</b>", "Otto took the turn.", "Undo: turn 1", "Who takes turn 2?"):
            assert words in html


def test_a_turn_written_is_corrected_by_its_keys(client: Client) -> None:
    match = a_table(client, [Capture(P)], mode="base")
    tap(client, match, "?recap=1", pack="1")
    tap(client, match, "?recap=1", winner="0")
    assert payloads() == [{"winner": 1}, {"winner": 1, "pack": True}, {"winner": 0, "pack": True}]
    html = page(client, match, "?recap=1")
    assert "Wilhelmina leads, 3 to 0." in html
    assert "Wilhelmina completed the pack." in html


def test_the_main_button_is_a_turn_and_never_the_end(client: Client) -> None:
    """One turn in, the game is not over: the piles are counted by a button of their own."""
    match = a_table(client, mode="base")
    assert "btn-main" not in page(client, match)
    tap(client, match, winner="1")
    for query in ("", "?number=2"):
        html = page(client, match, query)
        assert "Game over" not in html
        assert 'class="btn btn-side"' in html and "count=1" in html


def test_the_last_turns_are_listed(client: Client) -> None:
    turns = [Capture(W), Capture(P, pack=True), Capture(P, low_cat=True), *[Capture(W)] * 5]
    html = page(client, a_table(client, turns, mode="base"), "?number=9")
    strip = html[html.index('class="sevens"') : html.index("</table>")]
    assert strip.count('scope="col"') == 1 + 6
    assert strip.count('class="fig">+1<') == 5 and strip.count('class="is-now"') == 3


@pytest.mark.parametrize(
    ("keys", "gain", "payload"),
    [
        ({}, "+1", {"winner": 0}),
        ({"pack": "1"}, "+3", {"winner": 0, "pack": True}),
        ({"low_cat": "1"}, "0", {"winner": 0, "low_cat": True}),
        ({"pack": "1", "low_cat": "1"}, "+2", {"winner": 0, "pack": True, "low_cat": True}),
        ({"pack": "1", "treat": "1"}, "+3", {"winner": 0, "pack": True, "treat": True}),
        ({"treat": "1"}, "+1", {"winner": 0}),
    ],
)
def test_the_key_says_how_many_cards_it_takes(
    client: Client, keys: dict[str, str], gain: str, payload: dict[str, Any]
) -> None:
    match = a_table(client, mode="base")
    query = "?number=1" + "".join(f"&{key}={value}" for key, value in keys.items())
    assert page(client, match, query).count(f'<span class="gain">{gain}</span>') == 2
    tap(client, match, query, winner="0", **keys)
    assert payloads() == [payload]


def test_two_counts_end_the_game(client: Client) -> None:
    match = a_table(client, mode="base", games=1)
    assert "Count both piles" in page(client, match, f"{COUNT}&piles-0=19")
    query = f"{COUNT}&piles-0=19&piles-1=23"
    html = page(client, match, query)
    assert "Otto has four more." in html
    assert "Otto wins, 23 to 19" in html
    tap(client, match, query, **{"piles-0": "19", "piles-1": "23"})
    assert payloads() == [{"piles": {"0": 19, "1": 23}}]
    html = page(client, match)
    assert "Otto wins game 1, 23 to 19" in html
    assert "Final result" in html


def test_the_log_only_proposes_the_count(client: Client) -> None:
    match = a_table(client, [Capture(W, pack=True), Capture(P)], mode="base", games=1)
    html = page(client, match, "?number=3&count=1")
    assert html.count('data-from="3"') == 1 and html.count('data-from="1"') == 1
    assert "game 1 of 1, after 2 turns" in html
    assert "The log says 3 and 1; the piles decide." in html
    assert "Back to turn 3" in html
    assert "btn-main" not in html
    html = page(client, match, "?number=3&count=1&piles-0=3&last=piles-0")
    assert "btn-main" not in html
    assert "Undo: Wilhelmina 3" in html
    assert "Level on 3: share it" in page(client, match, "?number=3&count=1&piles-0=3&piles-1=3")


def test_a_count_that_differs_from_the_log_stands_and_says_so(client: Client) -> None:
    match = a_table(client, [Capture(W), Piles({0: 5, 1: 9})], mode="base", games=2)
    html = page(client, match)
    assert "The captures came to 1 for Wilhelmina and 0 for Otto" in html
    assert "Otto leads the match, 9 to 5." in html
    assert "Game 2 of 2" in html
    assert "Wilhelmina 5, Otto 9" in page(client, match, "?number=3")


def test_equal_piles_are_shared(client: Client) -> None:
    html = page(client, a_table(client, [Piles({0: 12, 1: 12})], mode="base", games=2))
    assert "Game 1 is shared, 12 to 12" in html
    assert "Level, 12 all." in html


@pytest.mark.parametrize(
    ("piles", "words"),
    [
        (("", "4"), "Count this pile too."),
        (("4", "-1"), "Enter a whole number."),
        (("4", "four"), "Enter a whole number."),
        (("9999", "4"), "pile cannot hold 9999 cards"),
    ],
)
def test_a_bad_count_is_refused_in_the_clubs_words(client: Client, piles: tuple[str, str], words: str) -> None:
    match = a_table(client, mode="base")
    answer = tap(client, match, COUNT, **{"piles-0": piles[0], "piles-1": piles[1]})
    assert answer.status_code == 422
    assert words in answer.content.decode()
    assert payloads() == []


@pytest.mark.parametrize(
    ("entry", "query"),
    [
        (Capture(W, pack=True, low_cat=True, treat=True), "number=1&pack=1&treat=1&low_cat=1"),
        (Piles({0: 7, 1: 8}), "number=1&count=1&piles-0=7&piles-1=8"),
    ],
)
def test_undo_leaves_it_half_entered(client: Client, entry: Any, query: str) -> None:
    match = a_table(client, [entry], mode="base")
    answer = sent(client, f"/m/{match.pk}/undo/", form_on(page(client, match), "undo"))
    assert answer["Location"].endswith(f"?{query}")
    assert page(client, match, f"?{query}")


def test_a_round_is_nothing_for_the_base_game(client: Client) -> None:
    match = a_table(client, mode="base")
    fields = [(name, "round" if name == "what" else value) for name, value in form_on(page(client, match), "entry")]
    answer = sent(client, f"/m/{match.pk}/table/", [*fields, ("winner", "0")])
    assert answer.status_code == 422
    assert "This is the base game" in answer.content.decode()


def test_two_tablets_that_saw_another_turn_are_shown_both(client: Client) -> None:
    match = a_table(client, mode="base")
    fields = form_on(page(client, match), "entry")
    tap(client, match, winner="1", pack="1")
    other = replaced(fields, entry="7d5f7a3e-60c0-4f34-8f4b-0f6a7be2f6d1")
    answer = sent(client, f"/m/{match.pk}/table/", with_keys(other, winner="1"))
    assert answer.status_code == 409
    html = " ".join(answer.content.decode().split())
    assert "This turn, pack completed: two tablets entered different things." in html
    assert "Won by Otto" in html
