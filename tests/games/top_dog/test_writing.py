"""Corrections, paper entry, cell history, and rounds that got stuck."""

import re
import uuid
from typing import Any

import pytest
from django.test import Client

from clubs.models import Role
from games.models import Entry, Match
from scoring.top_dog import Options, Round
from tests.games.top_dog.matches import a_table, rounds
from tests.key_pads import chosen, keys

pytestmark = pytest.mark.django_db


def form(match: Match, line: int, **fields: Any) -> dict[str, Any]:
    return {"entry": str(uuid.uuid4()), "version": match.version, "number": line, **fields}


def text_of(answer: Any) -> str:
    return " ".join(re.sub(r"<[^>]+>", "", answer.content.decode()).split())


def won(*hands: int | str, prefix: str = "", **more: Any) -> dict[str, Any]:
    """The fields of a round, by the hands won."""
    return {f"{prefix}won-{seat}": each for seat, each in enumerate(hands)} | more


@pytest.mark.parametrize(("headers", "where"), [({}, "Location"), ({"HX-Request": "true"}, "X-Match-Over")])
def test_the_last_round_leads_to_the_result_at_once(client: Client, headers: dict[str, str], where: str) -> None:
    """Without a page in between that says the same; a tablet is told where it is."""
    match = a_table(client, rounds(11))
    fields = form(match, 12, **won(5, 2, 5, 1, what="round", do="save"))
    assert client.post(f"/m/{match.pk}/table/", fields, headers=headers)[where] == f"/m/{match.pk}/finish/"


def test_a_correction_is_shown_before_it_is_saved(client: Client) -> None:
    match = a_table(client, rounds(12), role=Role.ORGANISER)
    path, wrong = f"/m/{match.pk}/correct/12/", form(match, 13, **won(5, 4, 3, 1), do="look")
    shown = text_of(client.post(path, wrong))
    assert "This correction changes the winner" in shown
    assert "Wilhelmina won 4, not 2; Núria won 3, not 5" in shown
    assert Entry.objects.count() == 12
    assert client.post(path, wrong | {"do": "save"}).status_code == 302
    match.refresh_from_db()
    assert match.seats.get(is_winner=True).player.name.startswith("Wilhelmina")


def test_the_form_of_a_correction_holds_what_stands(client: Client) -> None:
    match = a_table(client, [Round(cards_taken={0: 16, 1: 12, 2: 8, 3: 12}, last_hand_tied=True)], role=Role.ORGANISER)
    html = client.get(f"/m/{match.pk}/correct/1/").content.decode()
    assert chosen(html) == chosen(html) | {"won-0": "16", "by": "cards", "tied": "1"}
    assert {"4", "12", "16"} <= set(keys(html, "won-0"))


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        (won(4, 3, 2, 4), "These are the current numbers"),
        (won(4, 3, 2, 5), "The hands add up to 14"),
        (won(4, 3, 2, "x"), "Enter a whole number"),
        (won(4, 3, 2, ""), "A number is missing here"),
        (won(16, 12, 8, 13, by="cards"), "count again, 12 or 16"),
    ],
)
def test_a_correction_that_cannot_be(client: Client, fields: dict[str, Any], words: str) -> None:
    match = a_table(client, rounds(2), role=Role.ORGANISER)
    answer = client.post(f"/m/{match.pk}/correct/1/", form(match, 3, **fields, do="save"))
    assert answer.status_code == 422
    assert words in text_of(answer)


def test_a_correction_that_ends_the_match_sooner_names_the_round_it_would_leave_over(client: Client) -> None:
    match = a_table(client, [Round({0: 6, 1: 7}), Round({0: 7, 1: 6})], Options(target=10), 2, Role.ORGANISER)
    answer = client.post(f"/m/{match.pk}/correct/1/", form(match, 3, **won(13, 0), do="look"))
    assert answer.status_code == 422
    assert "Round 2 would no longer be possible." in text_of(answer)


def test_a_cell_tells_what_it_was(client: Client) -> None:
    match = a_table(client, rounds(2), role=Role.ORGANISER)
    client.post(f"/m/{match.pk}/correct/1/", form(match, 3, **won(3, 4, 2, 4), note="Recounted", do="save"))
    told = text_of(client.get(f"/m/{match.pk}/cell/1/0/"))
    assert "Bea, round 1" in told
    assert "13 hands. Bea arranged." in told
    assert "Won 3, before that 4. Total after 3, before that 4." in told
    assert "Reason: Recounted." in told


def test_a_cell_of_a_game_with_a_dummy_tells_of_the_dummy(client: Client) -> None:
    match = a_table(client, [Round({0: 5, 1: 3, 2: 2}, dummy=3, note="x")], Options(dummy=True), players=3)
    told = text_of(client.get(f"/m/{match.pk}/cell/1/2/"))
    assert "13 hands. The dummy won 3. Short: x." in told
    assert "Won 2. Against the dummy −2. Points 0. Total after 0." in told


@pytest.mark.parametrize("path", ["cell/3/0/", "cell/1/4/", "cell/1/9/", "correct/3/"])
def test_what_is_not_written_has_no_page(client: Client, path: str) -> None:
    match = a_table(client, rounds(2), role=Role.ORGANISER)
    assert client.get(f"/m/{match.pk}/{path}").status_code == 404


def test_many_rounds_are_typed_in_from_paper(client: Client) -> None:
    match = a_table(client, rounds(1))
    fields = won(2, 5, 3, 3, prefix="r2-") | won(5, 2, 4, 1, prefix="r3-", **{"r3-tied": "1"})
    answer = client.post(f"/m/{match.pk}/paper/", form(match, 2, **fields, **won("", "", "", "", prefix="r4-")))
    assert answer.status_code == 302
    assert [entry.payload for entry in Entry.objects.order_by("number")][1:] == [
        {"won": {"0": 2, "1": 5, "2": 3, "3": 3}},
        {"won": {"0": 5, "1": 2, "2": 4, "3": 1}, "last_hand_tied": True},
    ]


def test_a_wrong_row_of_the_paper_writes_nothing(client: Client) -> None:
    match = a_table(client)
    fields = won(4, 3, 2, 4, prefix="r1-") | won(9, 9, 9, 9, prefix="r2-")
    answer = client.post(f"/m/{match.pk}/paper/", form(match, 1, **fields))
    assert answer.status_code == 422
    assert "The hands add up to 36" in text_of(answer)
    assert not Entry.objects.exists()


def test_the_history_says_rounds_in_words(client: Client) -> None:
    entries = [
        Round({0: 5, 1: 3, 2: 2}, dummy=2, last_hand_tied=True),
        Round(cards_taken={0: 16, 1: 12, 2: 8}, dummy=16),
        Round({0: 5, 1: 3, 2: 2}, dummy=1, note="Stuck on aces"),
    ]
    match = a_table(client, entries, Options(dummy=True), players=3, role=Role.ORGANISER)
    told = text_of(client.get(f"/m/{match.pk}/history/"))
    assert "Hands won: Bea 5, Wilhelmina 3, Núria 2, the dummy 2; last hand tied." in told
    assert "Cards taken: Bea 16, Wilhelmina 12, Núria 8, the dummy 16." in told
    assert "why: Stuck on aces" in told


# A round that got stuck


def stuck(match: Match) -> str:
    """The path of the page for a round that got stuck."""
    return f"/m/{match.pk}/table/stuck/"


def test_a_round_that_got_stuck_is_written_with_its_reason(client: Client) -> None:
    match = a_table(client)
    assert "Round 1 is stuck?" in text_of(client.get(stuck(match)))
    answer = client.post(stuck(match), form(match, 1, **won(4, 3, 2, 2), why="  Two kings,  for ever. "))
    assert answer.status_code == 302
    assert Entry.objects.get().payload == {"won": {"0": 4, "1": 3, "2": 2, "3": 2}, "note": "Two kings, for ever."}


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        (won(4, 3, 2, 2), "Give a short reason why hands are missing"),
        (won(4, 3, 2, 5, why="Stuck"), "only 13 were played"),
        (won(4, 3, 2, "", why="Stuck"), "A number is missing here"),
        (won(4, 3, 2, "½", why="Stuck"), "Enter a whole number"),
        (won(4, 3, 2, 2, why="x" * 201), "At most 200 printable characters"),
        (won(4, 3, 2, 2, why="a\x07b"), "printable characters"),
        ({"why": "Stuck"}, "Nothing is filled in yet"),
    ],
)
def test_a_stuck_round_that_cannot_be(client: Client, fields: dict[str, Any], words: str) -> None:
    match = a_table(client)
    answer = client.post(stuck(match), form(match, 1, **fields))
    assert answer.status_code == 422
    assert words in text_of(answer)
    assert not Entry.objects.exists()


def test_the_dummy_is_asked_for_too(client: Client) -> None:
    match = a_table(client, [], Options(dummy=True), players=3)
    assert 'name="won-dummy"' in client.get(stuck(match)).content.decode()
    assert client.post(stuck(match), form(match, 1, **won(4, 3, 2), why="Stuck", **{"won-dummy": 1})).status_code == 302
    assert Entry.objects.get().payload == {"won": {"0": 4, "1": 3, "2": 2}, "dummy": 1, "note": "Stuck"}


def test_a_won_match_has_no_round_that_could_get_stuck(client: Client) -> None:
    match = a_table(client, rounds())
    assert client.get(stuck(match)).status_code == 302
    client.get(f"/m/{match.pk}/")  # the message is shown once
    assert "got stuck" not in client.get(f"/m/{match.pk}/table/").content.decode()


def test_a_stuck_round_can_be_taken_back(client: Client) -> None:
    match = a_table(client, [Round({0: 4, 1: 3, 2: 2, 3: 2}, note="Stuck")])
    undo = {"what": "undo", "entry": str(uuid.uuid4()), "number": 1, "version": match.version}
    answer = client.post(f"/m/{match.pk}/undo/", undo)
    assert answer.status_code == 302
    assert "2 hands missing." in text_of(client.get(answer["Location"]))


def test_the_suit_may_be_noted_at_the_table_on_paper_and_afterwards(client: Client) -> None:
    """TD-04: who took which suit, round by round; optional."""
    match = a_table(client, options=Options(), role=Role.ORGANISER)
    page = client.get(f"/m/{match.pk}/table/", {"suit-1": "hearts", "last": "suit-1"}).content.decode()
    assert page.count('class="suit"') == 4
    assert '<option value="hearts" selected>' in page
    assert "Undo: the suit" in page
    sent = form(match, 1, **won(4, 3, 2, 4), what="round") | {"suit-1": "hearts", "suit-2": ""}
    assert client.post(f"/m/{match.pk}/table/", sent).status_code == 302
    assert Entry.objects.get().payload == {"won": {"0": 4, "1": 3, "2": 2, "3": 4}, "suits": {"1": ["hearts"]}}
    match.refresh_from_db()
    typed = form(match, 2, **won(4, 3, 2, 4, prefix="r2-")) | {"r2-suit-0": "clubs", "r2-suit-1": "clubs"}
    twice = client.post(f"/m/{match.pk}/paper/", typed)
    assert "Two players cannot take clubs" in twice.content.decode()
    assert client.post(f"/m/{match.pk}/paper/", typed | {"r2-suit-1": "spades"}).status_code == 302
    match.refresh_from_db()
    put_right = form(match, 3, **won(4, 3, 2, 4), do="save") | {"suit-1": "diamonds"}
    assert client.post(f"/m/{match.pk}/correct/1/", put_right).status_code == 302
    sheet = client.get(f"/m/{match.pk}/").content.decode()
    for words in ('aria-label="diamonds">♦', 'aria-label="clubs">♣', "hands won and suit"):
        assert words in sheet
    assert "suits: Wilhelmina diamonds" in client.get(f"/m/{match.pk}/history/").content.decode()


def test_with_two_suits_each_pair_may_be_noted(client: Client) -> None:
    match = a_table(client, options=Options(suits=2), players=2)
    page = client.get(f"/m/{match.pk}/table/").content.decode().partition('<template class="ahead"')[0]
    assert page.count('<option value="clubs,hearts">♣ ♥</option>') == 2
