"""The pairs of a year: tapped, completed, decided by the track, changed."""

import re
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from games.models import Entry, Match
from scoring.dogs_of_war import Contest, Year
from tests.games.dogs_of_war.years import BATTLES, FIRST, HOUSES, PAIRS, SECOND, THIRD, a_war_of_years, look, page

pytestmark = pytest.mark.django_db


def places(*houses: str) -> dict[str, str]:
    """The hidden fields with these houses tapped in order."""
    return {"pairs": "1"} | {
        f"place-{at}": str(houses.index(h) + 1 if h in houses else 0) for at, h in enumerate(HOUSES)
    }


def named(html: str) -> list[str]:
    """The houses in the hidden fields of the form: left and right, battle by battle."""
    return re.findall(r'name="houses-\d-\d" value="([^"]*)"', html)


def pairing(match: Match, *houses: str, **more: Any) -> dict[str, Any]:
    """The form that records these houses as pairs."""
    fields = {f"houses-{at // 2}-{at % 2}": house for at, house in enumerate(houses)}
    number = match.entries.values("number").distinct().count() + 1
    about = {"what": "pairing", "entry": str(uuid4()), "version": match.version, "number": number}
    return about | fields | more


def test_a_war_begins_with_its_pairs_and_what_everybody_gets(client: Client) -> None:
    html = page(client, a_war_of_years(client))
    assert "Year 1" in html
    assert "3 captains, 8 coins each" in html
    assert "6 houses to go" in html
    assert named(html) == [""] * 6
    assert 'hx-get="?end=1"' in html


def test_a_tapped_house_takes_the_first_free_place(client: Client) -> None:
    html = look(client, a_war_of_years(client), **places("Harlow"))
    assert named(html) == ["Harlow", "", "", "", "", ""]
    assert 'data-set="2"><b>Talbot</b>' in html
    keys = re.findall(r"<b>([A-Z][a-z]+)</b>\s*<small>([^<]+)</small>", html)
    assert keys == [(house, "battle 1, left" if house == "Harlow" else "worth \N{MINUS SIGN}1") for house in HOUSES]
    assert 'data-to="place-5" data-set="0"' in html


def test_the_last_two_houses_find_each_other(client: Client) -> None:
    html = look(client, a_war_of_years(client), **places("Harlow", "Talbot", "Bastiani", "Mallory"))
    assert named(html) == ["Harlow", "Talbot", "Bastiani", "Mallory", "Hackett", "Tornborn"]
    assert html.count("is-auto") == 2
    assert "Start year 1" in html


def test_houses_left_for_two_battles_do_not_choose_by_themselves(client: Client) -> None:
    fields = places("Harlow", "Talbot", "Bastiani", "Mallory") | {"place-0": "5"}
    html = look(client, a_war_of_years(client), **fields)
    assert named(html) == ["Harlow", "", "Bastiani", "Mallory", "Talbot", ""]
    assert "2 houses to go" in html


def test_the_pairs_are_written_with_who_is_first_and_the_bonuses(client: Client) -> None:
    match = a_war_of_years(client)
    fields = pairing(match, *HOUSES, first="2") | {"bonus-0": " Captain ", "bonus-2": "3 coins"}
    answer = client.post(f"/m/{match.pk}/table/", fields)
    assert answer.status_code == 302
    assert Entry.objects.get().payload == {
        "houses": [["Talbot", "Mallory"], ["Bastiani", "Hackett"], ["Tornborn", "Harlow"]],
        "first_player": 2,
        "bonuses": ["Captain", "", "3 coins"],
    }
    html = page(client, match)
    assert "Wilhelmina is first" in html
    assert "Bonus: Captain." in html


@pytest.mark.parametrize(
    ("fields", "bonuses"),
    [
        ({"bonus-key-0": "captain", "bonus-0": "2 coins"}, ["Captain", "", ""]),
        ({"bonus-key-0": "other", "bonus-0": " 2  coins "}, ["2 coins", "", ""]),
        ({"bonus-key-0": "none", "bonus-0": "2 coins", "bonus-key-1": "captain"}, ["", "Captain", ""]),
        ({"bonus-key-0": "other", "bonus-0": ""}, None),
    ],
)
def test_a_bonus_is_a_key(client: Client, fields: dict[str, str], bonuses: list[str] | None) -> None:
    match = a_war_of_years(client)
    assert client.post(f"/m/{match.pk}/table/", pairing(match, *HOUSES) | fields).status_code == 302
    assert (Entry.objects.get().payload or {}).get("bonuses") == bonuses
    html = page(client, match, "?pairs=1")
    chosen = re.findall(r'name="bonus-key-0" value="(\w+)" checked', html)
    assert chosen == [{"Captain": "captain", "2 coins": "other"}.get((bonuses or [""])[0], "none")]


@pytest.mark.parametrize(
    ("houses", "sentence"),
    [
        ((), "Every battle needs two houses."),
        (HOUSES[:5], "Every battle needs two houses."),
        (("Talbot", "Talbot", *HOUSES[2:]), "Talbot cannot fight itself"),
        (("Talbot", "Mallory", "Talbot", *HOUSES[3:]), "Talbot already fights this year"),
        (("Talbot", "Nobody", *HOUSES[2:]), "“Nobody” is not among Talbot"),
    ],
)
def test_pairs_that_cannot_be_are_refused_in_words(client: Client, houses: tuple[str, ...], sentence: str) -> None:
    match = a_war_of_years(client)
    answer = client.post(f"/m/{match.pk}/table/", pairing(match, *houses))
    assert answer.status_code == 422
    assert sentence in answer.content.decode()
    assert not Entry.objects.exists()


def test_whoever_passed_first_is_first_and_may_hand_it_on(client: Client) -> None:
    match = a_war_of_years(client, [FIRST])
    html = page(client, match)
    assert "Otto is first<br>passed first last year" in html
    assert 'id="first-1" name="first" value="1" checked' in html
    client.post(f"/m/{match.pk}/table/", pairing(match, *HOUSES, first="3"))
    assert "Núria is first" in page(client, match)


def test_a_decisive_fourth_year_is_filled_in_from_the_track(client: Client) -> None:
    match = a_war_of_years(client, [FIRST, SECOND, *THIRD], variants=("decisive-fourth-year",))
    html = page(client, match)
    assert named(html)[:2] == ["Hackett", "Talbot"]
    assert "A decisive fourth year" in html
    assert "Start year 4" in html
    assert "Bonus 3 VP" in html


def test_level_houses_of_a_decisive_year_may_be_ordered(client: Client) -> None:
    drawn = Year(tuple(Contest((HOUSES[at], HOUSES[at + 1]), 0) for at in (0, 2, 4)))
    match = a_war_of_years(client, [drawn, drawn, drawn], variants=("decisive-fourth-year",))
    html = page(client, match)
    assert "Level, so you may change their order: Talbot, Mallory, Bastiani" in html
    assert client.post(f"/m/{match.pk}/table/", pairing(match, *reversed(HOUSES))).status_code == 302


def test_the_pairs_may_be_named_again_but_a_fought_battle_stays(client: Client) -> None:
    match = a_war_of_years(client, [FIRST, SECOND, PAIRS, BATTLES[0]])
    assert "Talbot wins by 9." in page(client, match)
    html = page(client, match, "?pairs=1")
    assert named(html) == ["Talbot", "Tornborn", "Hackett", "Mallory", "Bastiani", "Harlow"]
    assert html.count('data-set="0"') == 4
    assert 'hx-get="?end=1"' not in html


def test_cutthroat_has_two_battles(client: Client) -> None:
    match = a_war_of_years(client, players=3, variants=("cutthroat",))
    html = look(client, match, pairs="1", **{"place-0": "1", "place-1": "2", "place-2": "0", "place-3": "0"})
    assert named(html) == ["Talbot", "Mallory", "Bastiani", "Hackett"]


def test_undo_names_what_was_tapped_last(client: Client) -> None:
    match = a_war_of_years(client)
    assert "Undo: Talbot" in look(client, match, last="place-0", **places("Talbot"))
    assert "Undo: Otto first" in look(client, match, last="first", first="1", **places())
    assert "Undo: the bonus" in look(client, match, last="bonus-0", **places())
    assert "Nothing to undo" in look(client, match, **places())


@pytest.mark.parametrize(
    "fields",
    [
        {"place-0": "7", "place-1": "x", "place-5": "1"},
        {"place-0": "1", "place-1": "1"},
        {"place-0": "", "last": "place-9"},
        {"last": "place-" + "9" * 50, "first": "99"},
        {"last": "first", "first": "𝟙"},
        {"first": "-1", "bonus-0": "b" * 900},
    ],
)
def test_any_nonsense_is_looked_at_without_harm(client: Client, fields: dict[str, str]) -> None:
    assert "Who is first" in look(client, a_war_of_years(client), pairs="1", **fields)
