"""A year by final positions: what every tap shows, what is written, and how the year is closed."""

import re
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games.models import Entry, Match
from scoring.dogs_of_war import Gain
from tests.games.dogs_of_war.years import BATTLES, FIRST, PAIRS, SECOND, a_war_of_years, look, page

pytestmark = pytest.mark.django_db


def a_year(client: Client, *entries: Any, **about: Any) -> Match:
    """A match in year 3, with its pairs."""
    return a_war_of_years(client, [FIRST, SECOND, PAIRS, *entries], **about)


def battle(at: int, tracker: str = "", **captains: int) -> dict[str, str]:
    """The fields of a battle; `l0=2` are two captains of seat 0 on the left."""
    left, right = PAIRS.houses[at]
    sides = {f"cap-{at}-{'lr'.index(key[0])}-{key[1:]}": str(count) for key, count in captains.items()}
    return {f"houses-{at}-0": left, f"houses-{at}-1": right, f"tracker-{at}": tracker, f"was-{at}": ""} | sides


def written(client: Client, match: Match, **fields: Any) -> Any:
    match.refresh_from_db()
    number = len({entry.number for entry in match.entries.all() if entry.payload is not None}) + 1
    about = {"what": "year", "entry": str(uuid4()), "version": match.version, "number": number}
    return client.post(f"/m/{match.pk}/table/", about | fields)


def fields_on(html: str) -> dict[str, str]:
    """All fields of the entry form, as a tablet would send them."""
    form = html[html.index('<form id="entry"') :].partition('<template class="ahead"')[0]
    found = dict(re.findall(r'<input[^>]* name="([^"]*)" value="([^"]*)"', form))
    found |= dict(re.findall(r'<input type="hidden" name="([^"]*)" value="([^"]*)"', form))
    return {name: value for name, value in found.items() if name not in ("battle", "passed", "csrfmiddlewaretoken")}


def test_the_first_battle_waits_for_its_captains(client: Client) -> None:
    html = page(client, a_year(client))
    assert html.count("Not fought yet.") == 3
    assert "Battle 1: who won?" in html
    assert "4 captains, 3 coins each" in html


def test_a_half_entered_battle_says_what_it_would_come_to(client: Client) -> None:
    html = look(client, a_year(client), battle="0", **battle(0, "9", l0=2, l3=1, r1=1, r2=1))
    assert "<b>Talbot wins by 9.</b> 2 VP each to Bea and Núria. Bonus: Bea." in html
    assert "Bea 2, Wilhelmina 0" not in html
    assert '<p class="pays">Bea 2, Otto 0, Wilhelmina 0, Núria 2</p>' in html
    assert "2 left of 4" in html
    assert "<span>Battle 2</span>" in html
    assert not Entry.objects.filter(kind="battle").exists()


def test_no_sign_stands_before_the_tracker_of_the_right_house(client: Client) -> None:
    html = look(client, a_year(client), battle="1", **battle(1, "\N{MINUS SIGN}15", r0=1))
    assert '<span class="fig">15</span><span>for Mallory</span>' in html
    assert "Mallory wins a glorious victory." in html
    assert "Nobody stood against them: no VP." in html


def test_nobody_stood_by_the_winner(client: Client) -> None:
    assert "Nobody stood by Talbot." in look(client, a_year(client), **battle(0, "3", r0=1))


def test_on_the_centre_both_are_defeated(client: Client) -> None:
    html = look(client, a_year(client), **battle(0, "0", l0=1))
    assert "<b>Both defeated.</b> Nobody takes anything." in html


def test_a_battle_is_written_and_the_next_one_comes(client: Client) -> None:
    match = a_year(client)
    answer = written(client, match, battle="0", **battle(0, "9", l0=2, r1=1))
    assert answer.status_code == 302
    entry = Entry.objects.latest("number")
    assert (entry.kind, entry.payload) == (
        "battle",
        {"battle": 0, "tracker": 9, "captains": {"Talbot": {"0": 2}, "Tornborn": {"1": 1}}},
    )
    html = page(client, match)
    assert 'value="1" id="battle-1" checked' in html
    assert "Undo: battle 1" in html


def test_the_last_battle_closes_the_year_in_the_same_tap(client: Client) -> None:
    match = a_year(client, *BATTLES[:2])
    html = look(client, match, battle="2", passed="3", **battle(2, "4", l1=2, r2=1))
    assert "<span>Year 4</span>" in html
    assert 'name="close" value="1"' in html
    written(client, match, close="1", passed="3", **battle(2, "4", l1=2, r2=1))
    kinds = [entry.kind for entry in Entry.objects.order_by("number")][-3:]
    assert kinds == ["battle", "pass", "year"]
    html = page(client, match)
    assert "Year 4" in html
    assert "Núria is first<br>passed first last year" in html


def test_the_page_as_it_stands_writes_nothing_twice(client: Client) -> None:
    match = a_year(client, *BATTLES)
    fields = fields_on(page(client, match))
    assert fields["tracker-0"] == "9"
    assert client.post(f"/m/{match.pk}/table/", fields).status_code == 422
    assert client.post(f"/m/{match.pk}/table/", fields | {"close": "1"}).status_code == 302
    assert [entry.kind for entry in Entry.objects.order_by("number")][-2:] == ["battle", "year"]


def test_the_same_form_sent_twice_writes_once(client: Client) -> None:
    match = a_year(client)
    key = str(uuid4())
    form = {"what": "year", "entry": key, "version": match.version, "number": 4, **battle(0, "9", l0=2, r1=1)}
    answers = [client.post(f"/m/{match.pk}/table/", form) for _ in range(2)]
    assert [answer["X-Entry-Written"] for answer in answers] == [key, key]
    assert Entry.objects.filter(kind="battle").count() == 1


def test_an_old_battle_of_the_year_is_put_right_by_tapping_it(client: Client) -> None:
    match = a_year(client, *BATTLES[:2])
    html = page(client, match, "?battle=0")
    assert 'name="cap-0-0-0" value="2"' in html
    fields = fields_on(html) | {"tracker-0": "8"}
    client.post(f"/m/{match.pk}/table/", fields)
    entries = [entry.payload for entry in Entry.objects.filter(kind="battle").order_by("number")]
    assert [payload["tracker"] for payload in entries if payload] == [9, 15, 8]
    assert "Talbot wins by 8." in page(client, match)


def test_undo_shows_the_battle_half_entered_again(client: Client) -> None:
    match = a_year(client, BATTLES[0])
    about = {"entry": str(uuid4()), "version": match.version, "number": 4, "what": "undo"}
    answer = client.post(f"/m/{match.pk}/undo/", about, follow=True)
    html = answer.content.decode()
    assert "Talbot wins by 9." in html
    assert 'name="cap-0-0-0" value="2"' in html
    assert 'name="was-0" value=""' in html


def test_plus_is_grey_without_captains(client: Client) -> None:
    html = look(client, a_year(client), battle="0", **battle(0, "", l0=2, r1=4))
    assert grey(html, "cap-0-0-0") == []
    assert grey(html, "cap-0-1-0") == ["-"]
    assert grey(html, "cap-0-0-1") == ["-", "+"]
    assert grey(html, "cap-0-1-1") == ["+"]


def grey(html: str, field: str) -> list[str]:
    """Which of the two keys beside a number ("-", "+") are disabled."""
    keys = re.findall(rf'<button class="num"[^>]*data-to="{field}" data-add="(-?)1"([^>]*)>', html)
    return ["-" if sign else "+" for sign, rest in keys if "aria-disabled" in rest]


def test_whoever_stands_on_both_sides_has_played_betrayal(client: Client) -> None:
    """DW-21: sides are checked by plays only."""
    match = a_year(client)
    html = look(client, match, battle="0", **battle(0, "3", l0=2, r0=1))
    assert "1 left of 4; both sides: Betrayal" in html
    written(client, match, **battle(0, "3", l0=2, r0=1))
    assert "Talbot wins by 3.</b> 1 VP to Bea." in page(client, match)


def test_a_captain_gained_is_one_more_to_place(client: Client) -> None:
    assert "5 left of 5" in page(client, a_year(client, Gain(2)))


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        (battle(0, "3", l0=5), "Bea has 4 captains in year 3, not 5"),
        (battle(0, "16", l0=1), "The tracker cannot stand on 16"),
        (battle(0, "nine", l0=1), "Enter a whole number."),
        (battle(0, "3", l7=1), "There is no seat 8 at this table."),
    ],
)
def test_what_cannot_be_is_said_and_not_written(client: Client, fields: dict[str, str], sentence: str) -> None:
    match = a_year(client)
    html = look(client, match, battle="0", **fields)
    assert sentence in html
    assert "Correct it first" in html
    answer = written(client, match, **fields)
    assert answer.status_code == 422
    assert sentence.removeprefix("Bea ") in answer.content.decode()


def test_another_first_to_pass_may_be_said_when_closing(client: Client) -> None:
    match = a_year(client, *BATTLES)
    written(client, match, passed="1", **{"was-passed": ""})
    assert Entry.objects.latest("number").kind == "pass"
    written(client, match, close="1", passed="2", **{"was-passed": "1"})
    assert Entry.objects.latest("number").payload == {"first_to_pass": 2}


def test_closing_too_early_is_refused(client: Client) -> None:
    answer = written(client, a_year(client), close="1")
    assert answer.status_code == 422
    assert "Battle 1 is missing" in answer.content.decode()


@pytest.mark.parametrize(
    "fields",
    [
        {"battle": "9", "tracker-0": "x", "tracker-9": "1"},
        {"battle": "²", "cap-0-0-0": "\N{MINUS SIGN}1", "last": "cap-0-0-0"},
        {"cap-0-1-99": "3", "last": "cap-0-1-99"},
        {"last": "cap-9", "passed": "x", "was-0": "?"},
        {"last": "tracker-0", "tracker-0": "9" * 40},
        {"last": "passed", "passed": "1", "mode": "final"},
        {"last": "battle", "betrayal-0": "x"},
        {"mode": "other", "houses-0-0": "Nobody", "tracker-0": "1"},
    ],
)
def test_any_nonsense_is_looked_at_without_harm(client: Client, fields: dict[str, str]) -> None:
    assert "First to pass" in look(client, a_year(client), **fields)


@pytest.mark.parametrize("what", ["", "year", "pairing", "plays", "nonsense"])
def test_a_form_that_was_not_sent_whole_is_refused(client: Client, what: str) -> None:
    match = a_year(client)
    assert client.post(f"/m/{match.pk}/table/", {"what": what}).status_code == 422


def test_the_page_of_a_year_takes_few_queries(client: Client) -> None:
    match = a_year(client, *BATTLES, players=5)
    page(client, match)
    with CaptureQueriesContext(connection) as asked:
        page(client, match)
    assert len(asked) <= 7
