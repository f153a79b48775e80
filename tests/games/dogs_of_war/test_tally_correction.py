"""Corrections of the end: any tally once all are in, one's own before that, and the house values."""

from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from msgspec.structs import replace

from clubs.models import Role
from games.dogs_of_war.wording import changed_values, uncovered
from games.entries.match_state import load
from games.models import Match
from scoring.dogs_of_war import Tally
from tests.factory import a_club, a_member, some_players
from tests.games.dogs_of_war.tallying import TALLIES, TOTALS, VALUES, a_war, tally_form
from tests.key_pads import chosen

pytestmark = pytest.mark.django_db


def a_match(client: Client, tallies: int = 4) -> Match:
    club = a_club("war")
    client.force_login(a_member(club, Role.ORGANISER))
    return a_war(club, some_players(club, 4), TALLIES[:tallies])


def form_of(match: Match, tally: Tally, **more: str) -> dict[str, Any]:
    """The correction form for this tally, as its page sends it."""
    return tally_form(match, tally, 0, str(uuid4())) | {"do": "look", "note": "Counted once more"} | more


def test_the_page_asks_whose_tally_is_wrong(client: Client) -> None:
    match = a_match(client)
    page = client.get(f"/m/{match.pk}/correct/1/").content.decode()
    assert [f"?seat={seat}" in page for seat in range(5)] == [True, True, True, True, False]
    assert "?values=1" in page


def test_what_stands_is_filled_in(client: Client) -> None:
    match = a_match(client)
    page = client.get(f"/m/{match.pk}/correct/1/?seat=1").content.decode()
    assert chosen(page) == chosen(page) | {"vp": "19", "tokens-3": "2", "support": "Mallory"}
    assert 'name="why" type="text" value="The dog hid a token"' in page


def test_a_correction_shows_what_it_changes_and_is_the_next_revision(client: Client) -> None:
    match = a_match(client)
    form = form_of(match, TALLIES[0], vp="40", support="Harlow")
    preview = client.post(f"/m/{match.pk}/correct/1/", form).content.decode()
    assert "This correction changes the winner" in preview
    assert "Bea’s tally: VP tokens 40, not 14; support card Harlow, not Talbot." in preview
    assert client.post(f"/m/{match.pk}/correct/1/", form | {"do": "save"}).status_code == 302
    sheet = load(match).sheet
    assert sheet.totals[0] == TOTALS[0] + 26 - 2
    assert match.entries.filter(number=2).count() == 2
    assert "Reason: Counted once more" in client.get(f"/m/{match.pk}/history/").content.decode()


def test_tokens_and_reasons_are_told_apart_in_the_preview(client: Client) -> None:
    match = a_match(client)
    form = form_of(match, TALLIES[1], **{"tokens-3": "4", "why": "The dog hid two"})
    preview = client.post(f"/m/{match.pk}/correct/1/", form).content.decode()
    assert "Wilhelmina’s tally" in preview or "Otto’s tally" in preview
    assert "Hackett tokens 4, not 2; another reason." in preview


def test_taking_one_tally_back_would_cover_them_all_again(client: Client) -> None:
    match = a_match(client)
    form = {"entry": str(uuid4()), "number": "6", "version": str(match.version), "do": "look"}
    preview = client.post(f"/m/{match.pk}/history/2/take-back/", form).content.decode()
    assert "Nothing is saved yet" in preview
    assert client.post(f"/m/{match.pk}/history/2/take-back/", form | {"do": "save"}).status_code == 302
    assert "Still behind the screen: Bea." in client.get(f"/m/{match.pk}/").content.decode()


def test_the_same_numbers_again_are_no_correction(client: Client) -> None:
    match = a_match(client)
    answer = client.post(f"/m/{match.pk}/correct/1/", form_of(match, TALLIES[1]))
    assert answer.status_code == 422
    assert "These are the current numbers" in answer.content.decode()


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ({"vp": "many"}, "Enter a whole number"),
        ({"coins": "69"}, "all in the box come to 68"),
        ({"tokens-0": "-1"}, "0 is the fewest"),
        ({"support": ""}, "Tap its house"),
        ({"support": "Nowhere"}, "Nowhere"),
        ({"adjust": "3", "why": " "}, "Give a short reason"),
        ({"seat": "9"}, "change it at the table"),
        ({"seat": ""}, "Tap whose tally this is"),
        ({"why": "x" * 201, "adjust": "1"}, "At most 200 characters"),
    ],
)
def test_what_cannot_be_is_said_in_words(client: Client, wrong: dict[str, str], says: str) -> None:
    match = a_match(client)
    answer = client.post(f"/m/{match.pk}/correct/1/", form_of(match, TALLIES[1], **wrong))
    assert answer.status_code == 422
    assert says in answer.content.decode()


def test_before_all_are_in_nobody_corrects_by_reading(client: Client) -> None:
    match = a_match(client, tallies=2)
    page = client.get(f"/m/{match.pk}/correct/1/?seat=1").content.decode()
    assert "Tallies are still covered" in page
    assert 'name="vp"' not in page
    answer = client.post(f"/m/{match.pk}/correct/1/", form_of(match, TALLIES[1], vp="20"))
    assert answer.status_code == 422
    assert "change it at the table" in answer.content.decode()


def test_counting_again_at_the_table_replaces_what_was_handed_in(client: Client) -> None:
    match = a_match(client, tallies=2)
    page = client.get(f"/m/{match.pk}/table/?seat=0").content.decode()
    assert '<input type="hidden" name="number" value="2">' in page
    again = tally_form(match, TALLIES[0], 2, str(uuid4())) | {"vp": "15"}
    assert client.post(f"/m/{match.pk}/table/", again).status_code == 302
    sheet: Any = load(match).sheet
    assert sheet.tallies[0].vp == 15
    assert sheet.tallied == (0, 1)


@pytest.mark.both_databases
def test_once_all_are_in_whoever_miscounted_is_put_right_at_the_table(client: Client) -> None:
    club = a_club("war")
    client.force_login(a_member(club, Role.SCOREKEEPER))
    match = a_war(club, some_players(club, 4), TALLIES)
    assert "?seat=1" in client.get(f"/m/{match.pk}/table/").content.decode()
    page = client.get(f"/m/{match.pk}/table/?seat=1").content.decode()
    assert 'name="vp" value="19"' in page
    assert 'id="support-1" name="support" value="Mallory" checked' in page
    assert 'name="why" value="The dog hid a token"' in page
    assert "Save" in page
    again = tally_form(match, TALLIES[1], 3, str(uuid4())) | {"vp": "20"}
    assert client.post(f"/m/{match.pk}/table/", again).status_code == 302
    assert load(match).sheet.totals[1] == TOTALS[1] + 1
    told = client.get(f"/m/{match.pk}/cell/1/1/").content.decode()
    assert "VP tokens" in told[told.index("History") :]
    assert "before that" in told


def test_the_story_of_a_tally_tells_what_differs(client: Client) -> None:
    names = ["Bea", "Otto"]
    once, then = TALLIES[0], replace(TALLIES[0], vp=12, support="Harlow", adjust=2, adjust_note="a bone")
    assert changed_values(None, once)[:2] == ("VP tokens ", "14")
    assert "".join(changed_values(once, then)) == (
        "VP tokens 12, before that 14. Support card Harlow, before that Talbot. Adjusted by +2 (a bone), before that 0."
    )
    assert changed_values(once, once) == ("Handed in again.",)
    assert uncovered(names, then) == (
        "Bea’s tally: VP tokens 12; influence Talbot 4, Bastiani 1, Hackett 1, Tornborn 2, Harlow 2; support card "
        "Harlow; coins 5; tactic cards 1; soldier cards 2; adjusted by +2 (a bone)"
    )


def test_two_tablets_that_differ_on_an_uncovered_tally_see_where(client: Client) -> None:
    match = a_match(client)
    late = tally_form(match, TALLIES[1], 3, str(uuid4())) | {"version": "0", "coins": "6"}
    answer = client.post(f"/m/{match.pk}/table/", late)
    assert answer.status_code == 409
    page = answer.content.decode()
    assert "tally, coins" in page
    assert "<small>Coins 6</small>" in page
    assert "<small>Coins 2</small>" in page
    assert "VP tokens" in page  # equal rows are shown as well


def test_the_covered_page_leads_to_the_house_values(client: Client) -> None:
    match = a_match(client, tallies=1)
    assert f"/m/{match.pk}/correct/1/?values=1" in client.get(f"/m/{match.pk}/table/").content.decode()


def test_the_house_values_can_be_put_right_under_the_tallies(client: Client) -> None:
    match = a_match(client)
    page = client.get(f"/m/{match.pk}/correct/1/?values=1").content.decode()
    assert chosen(page)["value-2"] == "-1"
    values = {f"value-{at}": str(value) for at, value in enumerate(VALUES.values())} | {"value-3": "5"}
    form = {"values": "1", "house": list(VALUES), "version": str(match.version), "entry": str(uuid4()), "do": "save"}
    assert client.post(f"/m/{match.pk}/correct/1/", form | values).status_code == 302
    assert load(match).sheet.totals[2] == TOTALS[2] + 7
    high = values | {"value-3": "9", "entry": str(uuid4()), "version": str(match.version + 1)}
    answer = client.post(f"/m/{match.pk}/correct/1/", form | high)
    assert answer.status_code == 422
    assert "cannot be worth 9" in answer.content.decode()
    bare = {"values": "1", "version": str(match.version + 1), "entry": str(uuid4())}
    assert "not sent completely" in client.post(f"/m/{match.pk}/correct/1/", bare).content.decode()


def test_a_total_leads_to_its_story_and_on_to_its_correction(client: Client) -> None:
    match = a_match(client)
    assert f'href="/m/{match.pk}/cell/1/2/"' in client.get(f"/m/{match.pk}/").content.decode()
    page = client.get(f"/m/{match.pk}/cell/1/2/").content.decode()
    assert "Núria, final tally" in page or "Wilhelmina, final tally" in page
    assert f'href="/m/{match.pk}/correct/1/"' in page


def test_there_is_nothing_to_correct_before_the_end(client: Client) -> None:
    match = a_match(client)
    assert client.get(f"/m/{match.pk}/correct/2/").status_code == 404
    assert client.get(f"/m/{match.pk}/correct/0/").status_code == 404


def test_a_correction_may_confirm_a_card_named_twice(client: Client) -> None:
    """HR-DW-10: asked about once, and it stays confirmed when another field is corrected."""
    match = a_match(client)
    form = form_of(match, TALLIES[1], support="Talbot")
    asked = client.post(f"/m/{match.pk}/correct/1/", form)
    assert asked.status_code == 422
    assert "Two tallies name the support card" in asked.content.decode() or "Two of the other" in asked.content.decode()
    assert 'name="confirmed"' in asked.content.decode()
    assert client.post(f"/m/{match.pk}/correct/1/", form | {"confirmed": "1", "do": "save"}).status_code == 302
    match.refresh_from_db()
    assert [notice.code for notice in load(match).sheet.warnings] == ["support"]
    assert 'name="confirmed" value="1" checked' in client.get(f"/m/{match.pk}/correct/1/?seat=1").content.decode()


def test_house_values_may_be_put_right_with_a_note(client: Client) -> None:
    """HR-DW-11."""
    match = a_match(client, tallies=0)
    fields = {f"value-{at}": str(value) for at, value in enumerate(VALUES.values())} | {"value-0": "12"}
    form = {"entry": str(uuid4()), "version": str(match.version), "number": "0", "values": "1", "house": list(VALUES)}
    form |= fields | {"note": "Looked again", "do": "save"}
    assert client.post(f"/m/{match.pk}/correct/1/", form).status_code == 422
    assert client.post(f"/m/{match.pk}/correct/1/", form | {"why": "moved twice"}).status_code == 302
    match.refresh_from_db()
    assert [notice.code for notice in load(match).sheet.warnings] == ["house-values"]
