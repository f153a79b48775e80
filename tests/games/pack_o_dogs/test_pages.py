"""Corrections, cell history, paper entry and history of Pack o' Dogs."""

import uuid
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

from clubs.models import Membership, Role
from games.base.names import isolated
from games.models import Entry, Match
from games.pack_o_dogs.sheet import _brief
from scoring.pack_o_dogs import Capture, Piles
from scoring.records import score
from tests.games.pack_o_dogs.packs import GAME_1, GAME_2, WHOLE, W, a_table, pack
from tests.key_pads import chosen

pytestmark = pytest.mark.django_db


def a_match(client: Client, entries: Any, **about: Any) -> Match:
    match = a_table(client, entries, **about)
    Membership.objects.update(role=Role.ORGANISER)
    return match


def correct(client: Client, match: Match, number: int, do: str = "look", **fields: str) -> Any:
    form = {"entry": str(uuid.uuid4()), "version": str(match.version), "number": "1", "do": do}
    return client.post(f"/m/{match.pk}/correct/{number}/", form | fields)


def text(answer: Any) -> str:
    return str(answer.content.decode())


def test_a_correction_is_filled_in_with_what_stands(client: Client) -> None:
    match = a_match(client, [*GAME_1, pack(W, 2, treat=True)])
    html = text(client.get(f"/m/{match.pk}/correct/6/"))
    assert "Correct round 1 of game 2" in html
    assert chosen(html) == {"winner": "0", "pack": "1", "turns": "2", "treat": "1"}


def test_a_correction_says_what_it_changes_before_it_is_saved(client: Client) -> None:
    match = a_match(client, WHOLE)
    answer = correct(client, match, 11, winner="1")
    assert answer.status_code == 200
    html = text(answer)
    assert "Otto points +9, not +18" in html
    assert "Nothing is saved yet." in html
    assert correct(client, match, 11, "save", winner="1").status_code == 302
    assert Entry.objects.filter(number=11).count() == 2


def test_a_correction_that_changes_nothing_says_so(client: Client) -> None:
    match = a_match(client, GAME_1)
    answer = correct(client, match, 1, winner="0")
    assert answer.status_code == 422
    assert "These are the current numbers." in text(answer)


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"winner": ""}, "Who won? Tap one of the two."),
        ({"winner": "0", "turns": "2"}, "Only a pack ends a round after 2 turns"),
        ({"winner": "0", "treat": "1"}, "A treat can only complete a pack"),
        ({"winner": "0", "turns": "x"}, "Enter a whole number."),
    ],
)
def test_a_wrong_correction_is_refused(client: Client, fields: dict[str, str], words: str) -> None:
    answer = correct(client, a_match(client, GAME_1), 2, **fields)
    assert answer.status_code == 422
    assert words in text(answer)


def test_a_later_round_that_would_not_be_possible_is_named_as_it_is_called(client: Client) -> None:
    answer = correct(client, a_match(client, WHOLE), 11, winner="0")
    assert answer.status_code == 422
    assert "Round 6 of game 3 would no longer be possible. Nothing can follow" in text(answer)


def test_a_base_game_is_corrected_by_its_piles(client: Client) -> None:
    match = a_match(client, [Capture(W), Piles({0: 4, 1: 9})], mode="base")
    html = text(client.get(f"/m/{match.pk}/correct/1/"))
    assert "Correct game 1" in html
    assert chosen(html) == {"piles-0": "4", "piles-1": "9"}
    answer = correct(client, match, 1, **{"piles-0": "10", "piles-1": "9"})
    assert "Wilhelmina cards 10, not 4" in text(answer)
    assert correct(client, match, 1, **{"piles-0": "10", "piles-1": ""}).status_code == 422


@pytest.mark.parametrize("number", [0, 6, 999])
def test_what_is_not_written_is_not_corrected(client: Client, number: int) -> None:
    assert client.get(f"/m/{a_match(client, GAME_1).pk}/correct/{number}/").status_code == 404


def test_a_cell_is_called_by_the_round_of_its_game(client: Client) -> None:
    match = a_match(client, [*GAME_1, *GAME_2])
    html = text(client.get(f"/m/{match.pk}/cell/11/1/"))
    assert "Otto, round 6 of game 2" in html
    assert "Otto won it with a pack." in html
    for figure in ("base", "in a row", "late", "points", "total after"):
        assert figure in html
    assert "round 6 of game 2" in text(client.get(f"/m/{match.pk}/cell/11/0/"))
    assert client.get(f"/m/{match.pk}/cell/13/0/").status_code == 404
    assert client.get(f"/m/{match.pk}/cell/1/2/").status_code == 404


def test_a_cell_of_a_base_game_holds_cards(client: Client) -> None:
    match = a_match(client, [Piles({0: 4, 1: 9})], mode="base")
    html = text(client.get(f"/m/{match.pk}/cell/1/1/"))
    assert "Otto, game 1" in html
    assert "cards" in html


def paper(client: Client, match: Match, **fields: str) -> Any:
    form = {"entry": str(uuid.uuid4()), "version": str(match.version), "number": "1"}
    return client.post(f"/m/{match.pk}/paper/", form | fields)


def test_a_paper_sheet_is_typed_in_round_by_round(client: Client) -> None:
    match = a_match(client, [])
    assert client.get(f"/m/{match.pk}/paper/").status_code == 200
    fields = {"r1-winner": "0", "r2-winner": "1", "r2-pack": "1", "r3-winner": "0", "r3-turns": "3"}
    assert paper(client, match, **fields).status_code == 302
    assert [entry.payload for entry in Entry.objects.order_by("number")] == [
        {"winner": 0, "pack": False},
        {"winner": 1, "pack": True},
        {"winner": 0, "pack": False, "turns": 3},
    ]


def test_a_paper_sheet_of_base_games_holds_piles(client: Client) -> None:
    match = a_match(client, [], mode="base", games=2)
    assert "Wilhelmina" in text(client.get(f"/m/{match.pk}/paper/"))
    fields = {"r1-piles-0": "20", "r1-piles-1": "12", "r2-piles-0": "9", "r2-piles-1": "14"}
    assert paper(client, match, **fields).status_code == 302
    assert Match.objects.get().finished_at


@pytest.mark.parametrize(
    "fields",
    [{}, {"r2-winner": "0", "r1-winner": ""}, {"r1-winner": "0", "r1-treat": "1"}, {"r1-pack": "1"}, {"r1-x": "1"}],
)
def test_a_paper_sheet_with_a_mistake_writes_nothing(client: Client, fields: dict[str, str]) -> None:
    match = a_match(client, [])
    assert paper(client, match, **fields).status_code == 422
    assert not Entry.objects.exists()


def test_the_history_tells_rounds_turns_and_piles(client: Client) -> None:
    html = text(client.get(f"/m/{a_match(client, [pack(W, 2, treat=True)]).pk}/history/"))
    assert "Wilhelmina wins the round, pack completed, 2 turns, with a treat" in html


def test_the_history_of_a_base_game(client: Client) -> None:
    match = a_match(client, [Capture(W, pack=True, low_cat=True), Piles({0: 4, 1: 9})], mode="base")
    html = text(client.get(f"/m/{match.pk}/history/"))
    assert "Wilhelmina wins a turn, pack completed, low cat" in html
    assert "piles: Wilhelmina 4, Otto 9" in html.replace("Piles", "piles")


def test_the_record_scores_to_what_the_page_shows(client: Client) -> None:
    match = a_match(client, WHOLE)
    record = client.get(reverse("record", args=[match.pk])).json()
    assert record["options"] == {"games": 3}
    found = score(record)
    assert list(found["totals"].values()) == [36, 32]
    assert "Wilhelmina wins the match, 36 to 32." in text(client.get(match.get_absolute_url()))


def test_a_column_is_headed_by_the_letters_of_a_name_alone() -> None:
    with translation.override("ar"):
        assert _brief([isolated("Otto"), isolated("Wilhelmina")]) == [isolated("Otto"), isolated("Wilh.")]
