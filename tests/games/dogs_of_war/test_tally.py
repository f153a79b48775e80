"""Entering the final tally at the table: who counts, the sum, what is missing, and handing in."""

import re
from itertools import product
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from msgspec.structs import replace

from clubs.models import Role
from games import ledger
from games.models import Match
from scoring.dogs_of_war import DOGS_OF_WAR, Contest, Options, Tally, Year, breakdown
from tests.factory import a_club, a_member, some_players
from tests.games.dogs_of_war.tallying import (
    LEFT,
    TALLIES,
    TOTALS,
    VALUES,
    a_table,
    new_war,
    sheet_of,
    tally_form,
    written,
)

pytestmark = pytest.mark.django_db
WILHELMINA = TALLIES[1]


def look(client: Client, match: Match, **fields: Any) -> str:
    """The screen for a half-filled form, as the tablet requests it."""
    asked = {"do": "look", "what": "tally", "house": list(VALUES), "seat": "1"} | fields
    answer = client.post(f"/m/{match.pk}/table/", asked, headers={"HX-Request": "true"})
    assert answer.status_code == 200
    return str(answer.content.decode())


def terms(page: str) -> dict[str, str]:
    """The terms of the sum and the total, as the meter shows them."""
    total = re.findall(r'<p class="count"><span class="fig">([^<]*)</span>', page)
    pairs = re.findall(r'<span class="v fig">([^<]*)</span> <span class="k">([^<]*)</span>', page)
    return {"total": total[0]} | {label: value for value, label in pairs}


def test_the_covered_page_says_who_is_in_and_offers_the_next(client: Client) -> None:
    match = a_table(client, tallies=2)
    page = client.get(f"/m/{match.pk}/table/").content.decode()
    assert "Totals stay covered until all four are in." in page
    assert re.findall(r'<span class="quiet">(in|not yet)', page) == ["in", "in", "not yet", "not yet"]
    assert "Next: Wilhelmina’s tally" in page or "Next: Núria’s tally" in page
    assert page.count("?seat=2") == 4


def test_nobody_counts_before_the_years_are_over(client: Client) -> None:
    match = new_war(client)
    answer = client.post(f"/m/{match.pk}/table/", tally_form(match, TALLIES[0], 1, str(uuid4())))
    assert answer.status_code == 422
    assert "The years are not over" in answer.content.decode()


def test_the_sum_grows_with_every_token(client: Client) -> None:
    match = a_table(client, tallies=1)
    form = tally_form(match, WILHELMINA, 3, str(uuid4()))
    page = look(client, match, **{key: value for key, value in form.items() if key not in ("entry", "do")})
    assert terms(page) == {
        "total": "31",
        "VP tokens": "19",
        "influence": "+9",
        "support": "0",
        "coins": "+1",
        "cards": "+1",
        "adjusted": "+1",
    }
    assert "Hand in and cover" in page


def test_what_is_worth_less_than_nothing_has_a_true_minus(client: Client) -> None:
    page = look(client, a_table(client), **{"tokens-2": "3", "support": "Bastiani", "adjust": "−4", "why": "a fine"})
    assert terms(page) | {"total": "−9", "influence": "−3", "support": "−2", "adjusted": "−4"} == terms(page)
    assert 'name="adjust" value="−4"' in page


@pytest.mark.parametrize(
    ("fields", "says"),
    [
        ({}, "Tap the support card"),
        ({"support": "Talbot"}, "Hand in and cover"),
        ({"support": "Talbot", "adjust": "2"}, "Reason for the adjustment?"),
        ({"support": "Talbot", "adjust": "2", "why": "a bone"}, "Hand in and cover"),
        ({"support": "Nowhere"}, "Tap the support card"),
    ],
)
def test_the_main_key_says_what_is_missing(client: Client, fields: dict[str, str], says: str) -> None:
    page = look(client, a_table(client), **fields)
    foot = page[page.index('class="foot"') :]
    assert says in foot
    assert ('aria-disabled="true"><span>' in foot) == (says != "Hand in and cover")


@pytest.mark.parametrize(
    ("last", "undo"),
    [
        ("coins", "Undo: coins 2"),
        ("vp", "Undo: VP tokens 19"),
        ("tokens-3", "Undo: Hackett 2"),
        ("support", "Undo: Mallory’s card"),
        ("adjust", "Undo: adjusted by +1"),
        ("why", "Undo: the reason"),
        ("tokens-77", "Undo: the house values"),
        ("", "Undo: the house values"),
    ],
)
def test_undo_names_the_last_tap(client: Client, last: str, undo: str) -> None:
    match = a_table(client)
    form = {key: value for key, value in tally_form(match, WILHELMINA, 2, "").items() if key != "entry"}
    assert undo in look(client, match, **form, last=last)


FIELDS = ["vp", "tokens-0", "coins", "adjust", "support", "why", "last"]
NONSENSE = ["x", "-", "9" * 40, "١٢", "<b>", "\x00", "+-3", "1e9", "−"]


def test_nonsense_in_the_form_breaks_nothing(client: Client) -> None:
    match = a_table(client)
    for field, nonsense in product(FIELDS, NONSENSE):
        look(client, match, seat="1", **{field: nonsense})
    for seat, nonsense in product(("99", "-1", "x", ""), NONSENSE):
        look(client, match, seat=seat, **dict.fromkeys(FIELDS, nonsense))


def test_without_a_script_a_key_adds_it_up(client: Client) -> None:
    match = a_table(client)
    form = tally_form(match, WILHELMINA, 2, str(uuid4())) | {"do": "look"}
    page = client.post(f"/m/{match.pk}/table/", form).content.decode()
    assert "<!doctype html>" in page
    assert terms(page)["total"] == "31"
    assert "Update" in page
    assert match.entries.count() == 1


def test_what_was_won_in_battles_stands_beside_the_tokens(client: Client) -> None:
    club = a_club()
    client.force_login(a_member(club, Role.SCOREKEEPER))
    match = ledger.start(club, DOGS_OF_WAR.key, some_players(club, 4), Options())
    there = {"Talbot": {1: 2}, "Harlow": {0: 1, 2: 2}}
    year = Year((Contest(("Talbot", "Harlow"), 8, there), Contest(("Mallory", "Hackett"), 0), Contest(LEFT, 0)))
    written(match, [year] * 4)
    assert "0 won in battles" in client.get(f"/m/{match.pk}/table/?seat=0").content.decode()
    assert "15 won in battles" in client.get(f"/m/{match.pk}/table/?seat=1").content.decode()


def test_every_tally_in_brings_the_result(client: Client) -> None:
    match = a_table(client)
    for number, tally in enumerate(TALLIES, start=2):
        match.refresh_from_db()
        answer = client.post(f"/m/{match.pk}/table/", tally_form(match, tally, number, str(uuid4())))
        assert answer.status_code == 302
    assert sheet_of(match).totals == dict(enumerate(TOTALS))
    assert match.finished_at
    page = client.get(f"/m/{match.pk}/table/").content.decode()
    assert "takes the war, 52" in page
    assert "All four tallies are in and uncovered." in page


def test_sending_a_tally_twice_counts_it_once(client: Client) -> None:
    match = a_table(client)
    form = tally_form(match, TALLIES[0], 2, str(uuid4()))
    for _ in range(2):
        answer = client.post(f"/m/{match.pk}/table/", form, headers={"HX-Request": "true"})
        assert answer.status_code == 200
        assert answer["X-Entry-Written"] == form["entry"]
    assert match.entries.count() == 2


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ({"support": ""}, "Everybody holds one support card"),
        ({"vp": "lots"}, "Enter a whole number"),
        ({"adjust": "1", "why": ""}, "Give a short reason"),
        ({"adjust": "1", "why": "a \u202e bone"}, "unprintable"),
        ({"coins": "70"}, "all in the box come to 68"),
        ({"soldiers": "-2"}, "0 is the fewest"),
        ({"seat": "7"}, "There is no seat 8"),
        ({"seat": "x"}, "Tap whose tally this is"),
        ({"number": "x"}, "The page was not sent completely"),
        ({"what": "nothing"}, "The page was not sent completely"),
    ],
)
def test_a_tally_that_cannot_be_is_refused_in_words(client: Client, wrong: dict[str, str], says: str) -> None:
    match = a_table(client)
    form = tally_form(match, WILHELMINA, 2, str(uuid4())) | wrong
    answer = client.post(f"/m/{match.pk}/table/", form)
    assert answer.status_code == 422
    assert says in answer.content.decode()
    assert match.entries.count() == 1


def test_the_last_tally_hears_of_a_support_card_named_twice(client: Client) -> None:
    match = a_table(client, tallies=3)
    form = tally_form(match, TALLIES[3], 5, str(uuid4())) | {"support": "Hackett"}
    answer = client.post(f"/m/{match.pk}/table/", form)
    assert answer.status_code == 422
    assert "Two tallies name the support card of Hackett" in answer.content.decode()


def test_undo_takes_a_tally_back_and_the_house_values_stand_half_entered(client: Client) -> None:
    match = a_table(client, tallies=1)
    for number, leads in ((2, ""), (1, "?end=")):
        match.refresh_from_db()
        form = {"what": "undo", "entry": str(uuid4()), "number": str(number), "version": str(match.version)}
        answer = client.post(f"/m/{match.pk}/undo/", form)
        assert answer.status_code == 302
        assert answer["Location"].startswith(f"/m/{match.pk}/table/{leads}")
    page = client.get(answer["Location"]).content.decode()
    assert 'name="value-3" value="4"' in page
    assert 'name="value-2" value="−1"' in page


# -- Several tablets at one table --------------------------------------------------------------------------------------


def test_two_tablets_count_side_by_side(client: Client) -> None:
    match = a_table(client)
    forms = [tally_form(match, tally, 2, str(uuid4())) for tally in TALLIES[:3]]
    for form in forms:
        answer = client.post(f"/m/{match.pk}/table/", form, headers={"HX-Request": "true"})
        assert answer.status_code == 200
        assert answer["X-Entry-Written"] == form["entry"]
    assert sheet_of(match).tallied == (0, 1, 2)
    assert [entry.number for entry in match.entries.order_by("number")] == [1, 2, 3, 4]


def test_a_tally_sent_again_after_it_took_another_line_counts_once(client: Client) -> None:
    match = a_table(client)
    first, second = (tally_form(match, tally, 2, str(uuid4())) for tally in TALLIES[:2])
    for form in (first, second, second, first, second):
        answer = client.post(f"/m/{match.pk}/table/", form, headers={"HX-Request": "true"})
        assert (answer.status_code, answer["X-Entry-Written"]) == (200, form["entry"])
    assert match.entries.count() == 3


def test_who_counts_again_meanwhile_revises_only_their_own(client: Client) -> None:
    match = a_table(client, tallies=1)
    again = tally_form(match, TALLIES[0], 2, str(uuid4())) | {"vp": "15"}
    other = tally_form(match, TALLIES[1], 3, str(uuid4()))
    for form in (other, again):
        assert client.post(f"/m/{match.pk}/table/", form).status_code == 302
    sheet = sheet_of(match)
    assert (sheet.tallied, sheet.tallies[0].vp) == ((0, 1), 15)


def test_two_that_count_for_one_have_to_choose(client: Client) -> None:
    match = a_table(client)
    for tally, status in ((TALLIES[0], 302), (replace(TALLIES[0], vp=3), 409)):
        form = tally_form(match, tally, 2, str(uuid4()))
        assert client.post(f"/m/{match.pk}/table/", form).status_code == status
    assert sheet_of(match).tallies[0].vp == 14


def test_a_late_tally_is_no_tally_once_the_years_go_on(client: Client) -> None:
    match = a_table(client)
    form = tally_form(match, TALLIES[0], 2, str(uuid4()))
    undo = {"what": "undo", "entry": str(uuid4()), "number": "1", "version": str(match.version)}
    assert client.post(f"/m/{match.pk}/undo/", undo).status_code == 302
    answer = client.post(f"/m/{match.pk}/table/", form)
    assert answer.status_code == 409
    assert "undone" in answer.content.decode()
    assert not sheet_of(match).tallied


# -- Confirmed ---------------------------------------------------------------------------------------------------------


def test_a_card_named_twice_is_asked_about_once_and_counts_when_confirmed(client: Client) -> None:
    """HR-DW-10: the last player to count may not be the one at fault, and the match must be able to end."""
    match = a_table(client, tallies=3)
    form = tally_form(match, replace(TALLIES[3], support="Talbot"), 5, str(uuid4()))
    asked = client.post(f"/m/{match.pk}/table/", form)
    page = asked.content.decode()
    assert asked.status_code == 422
    assert "Two tallies name the support card of Talbot, and there is only one" in page
    assert "Hand it in anyway if it" in page
    assert 'name="confirmed" value="1"><span>Yes, that is' in page
    again = form | {"entry": str(uuid4()), "confirmed": "1"}
    assert client.post(f"/m/{match.pk}/table/", again).status_code == 302
    assert sheet_of(match).complete
    said = "2 tallies name the support card of Talbot, and there is one: confirmed."
    assert said in client.get(f"/m/{match.pk}/table/").content.decode()
    assert said in client.get(f"/m/{match.pk}/").content.decode()


def test_more_coins_than_the_box_holds_count_when_confirmed(client: Client) -> None:
    match = a_table(client, tallies=3)
    form = tally_form(match, replace(TALLIES[3], coins=69), 5, str(uuid4()))
    assert "Yes, that is" in client.post(f"/m/{match.pk}/table/", form).content.decode()
    again = form | {"entry": str(uuid4()), "confirmed": "1"}
    assert client.post(f"/m/{match.pk}/table/", again).status_code == 302
    assert "69 coins, and all in the box come to 68: confirmed." in client.get(f"/m/{match.pk}/").content.decode()
    page = client.get(f"/m/{match.pk}/table/?seat=3").content.decode()
    assert '<input type="hidden" name="confirmed" value="1">' in page  # stays confirmed when another field is corrected


def test_another_refusal_offers_no_second_tap(client: Client) -> None:
    match = a_table(client)
    form = tally_form(match, replace(TALLIES[0], vp=-1), 2, str(uuid4()))
    assert "Yes, that is" not in client.post(f"/m/{match.pk}/table/", form).content.decode()


# -- Queries -----------------------------------------------------------------------------------------------------------


def test_showing_and_handing_in_cost_no_more_than_a_hand_of_dirty_dog(client: Client) -> None:
    match = a_table(client, tallies=2)
    with CaptureQueriesContext(connection) as captured:
        client.get(f"/m/{match.pk}/table/?seat=2")
    assert len(captured) <= 5
    frame = ("BEGIN", "COMMIT", "SAVEPOINT", "RELEASE SAVEPOINT")
    with CaptureQueriesContext(connection) as captured:
        form = tally_form(match, TALLIES[2], 4, str(uuid4()))
        client.post(f"/m/{match.pk}/table/", form, headers={"HX-Request": "true"})
    assert len([query for query in captured if not query["sql"].startswith(frame)]) <= 8


def test_the_meter_and_the_engine_agree(client: Client) -> None:
    """The meter shows while counting what the sheet has once all tallies are in."""
    match = a_table(client)
    for tally in TALLIES:
        form = {key: value for key, value in tally_form(match, tally, 2, "").items() if key != "entry"}
        assert terms(look(client, match, **form))["total"] == str(breakdown(VALUES, tally).total)


def test_an_empty_tally_is_a_tally(client: Client) -> None:
    match = a_table(client)
    form = tally_form(match, Tally(0, 0, {}, "Talbot", 0, 0, 0), 2, str(uuid4()))
    assert client.post(f"/m/{match.pk}/table/", form).status_code == 302
    assert sheet_of(match).tallied == (0,)
