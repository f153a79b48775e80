"""The scorekeeper's page: who may open it, what it shows, and the order of its steps."""

import json
import re
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from clubs.models import Club, Role
from games.models import Entry, Match
from tests import factory
from tests.posting import form_on, page, replaced, sent, with_taps

pytestmark = pytest.mark.django_db


@pytest.fixture
def keeper(client: Client) -> Client:
    """The browser of the scorekeeper of a club with five players."""
    club = factory.a_club()
    client.force_login(factory.a_member(club, Role.SCOREKEEPER))
    factory.some_players(club)
    return client


@pytest.fixture
def match(keeper: Client) -> Match:
    club = Club.objects.get()
    return factory.a_match(club, list(club.players.order_by("pk")), hands=0)


def play(client: Client, match: Match, bids: dict[int, int], tricks: dict[int, int], hand: int = 1) -> Any:
    """Enter the bids and tricks of a hand; the response to the tricks."""
    path = f"/m/{match.pk}/table/"
    sent(client, path, with_taps(form_on(page(client, match, f"?hand={hand}"), "send"), bids))
    return sent(client, path, with_taps(form_on(page(client, match), "send"), tricks))


BIDS, TRICKS = {1: 0, 2: 1, 3: 0, 4: 0, 0: 1}, {1: 0, 2: 1, 3: 0, 4: 0, 0: 0}


def test_a_match_begins_with_its_bids(keeper: Client, match: Match) -> None:
    html = page(keeper, match)
    assert "Bids, hand 1" in html
    assert "Bea deals" in html
    assert "5 bids to go" in html


def test_a_part_that_a_tablet_swaps_brings_its_title(keeper: Client, match: Match) -> None:
    part = keeper.get(f"/m/{match.pk}/table/", headers={"HX-Request": "true"}).content.decode()
    assert "<title>Bids, hand 1 · Dog Club</title>" in part
    assert part.index("</main>") < part.index("<title>")


def test_the_page_of_the_last_hand_has_its_own_title(keeper: Client) -> None:
    club = Club.objects.get()
    match = factory.a_match(club, list(club.players.order_by("pk")))
    assert match.played_at
    part = keeper.get(f"/m/{match.pk}/table/", headers={"HX-Request": "true"}).content.decode()
    assert re.search(r"<title>Hand \d+ scored · Dog Club</title>", part)


def test_a_tablet_comes_back_to_the_hand_that_it_left(keeper: Client, match: Match) -> None:
    """Also in a club that wants a page for each result."""
    Club.objects.update(recap_page=True)
    play(keeper, match, BIDS, TRICKS)
    assert "Hand 1 scored" in page(keeper, match)
    assert "Bids, hand 2" in page(keeper, match, "?half")


def test_the_bids_lead_to_the_tricks_and_those_to_the_next_hand(keeper: Client, match: Match) -> None:
    answer = play(keeper, match, BIDS, TRICKS)
    assert answer.status_code == 302
    assert answer["X-Entry-Written"]
    assert "Bids, hand 2" in page(keeper, match)
    html = page(keeper, match, "?recap=1")
    assert "Hand 1 scored" in html
    assert "Four made it. Bea is set." in html
    assert "Hand 2" in html
    assert "2 bids" not in page(keeper, match, "?hand=2")


def test_htmx_is_given_the_next_screen_alone(keeper: Client, match: Match) -> None:
    fields = with_taps(form_on(page(keeper, match), "send"), BIDS)
    answer = sent(keeper, f"/m/{match.pk}/table/", fields, HX_Request="true")
    assert answer.status_code == 200
    assert answer.content.decode().lstrip().startswith('<main id="main" class="entry entry-hand entry-tricks')
    assert answer["X-Entry-Written"] == dict(fields)["entry"]


def test_the_same_entry_sent_twice_is_written_once(keeper: Client, match: Match) -> None:
    fields = with_taps(form_on(page(keeper, match), "send"), BIDS)
    first, second = (sent(keeper, f"/m/{match.pk}/table/", fields) for _ in range(2))
    assert first["X-Entry-Written"] == second["X-Entry-Written"]
    assert Entry.objects.count() == 1


def test_what_is_half_entered_stands_in_the_address(keeper: Client, match: Match) -> None:
    html = page(keeper, match, "?hand=1&tap=1-0&tap=2-1&trump=hearts")
    assert "3 bids to go" in html
    assert "Undo: Wilhelmina bids 1" in html
    assert ("trump", "hearts") in form_on(html, "taps")
    assert ("tap", "2-1") in form_on(html, "taps")


def test_undo_of_a_tap_only_forgets_the_tap(keeper: Client, match: Match) -> None:
    html = page(keeper, match, "?hand=1&tap=1-0&tap=2-1&back=1")
    assert "4 bids to go" in html
    assert Entry.objects.count() == 0


def test_the_barred_bid_is_struck_out_before_the_tap(keeper: Client, match: Match) -> None:
    html = page(keeper, match, "?hand=1&tap=1-0&tap=2-1&tap=3-0&tap=4-0")
    assert "The Rule: 1 bid, 1 card. Not 0." in html
    barred = re.search(r'<button class="num is-barred"[^>]*>0</button>', html)
    assert barred
    assert 'aria-disabled="true"' in barred[0]
    assert 'aria-describedby="reason-0"' in barred[0]


def test_the_script_is_given_every_hand_to_come(keeper: Client, match: Match) -> None:
    html = page(keeper, match)
    data = re.search(r'<script id="step" type="application/json">(.*?)</script>', html)
    assert data
    step = json.loads(data[1])
    assert step["plan"][:2] == [[1, [1, 2, 3, 4, 0], ""], [2, [2, 3, 4, 0, 1], ""]]
    assert len(step["plan"]) == 20
    assert (step["hand"], step["what"], step["now"]["number"], step["now"]["past"]) == (1, "bids", 1, None)
    assert html.count('<template id="blank-') == 1


def test_the_last_one_is_filled_in(keeper: Client, match: Match) -> None:
    sent(keeper, f"/m/{match.pk}/table/", with_taps(form_on(page(keeper, match), "send"), BIDS))
    html = page(keeper, match, "?tap=1-0&tap=2-0&tap=3-0&tap=4-0")
    assert "1 left for Bea." in html
    assert 'class="num is-auto"' in html
    assert ("tap", "0-1") in form_on(html, "send")


def test_a_dotted_number_would_settle_the_hand(keeper: Client, match: Match) -> None:
    sent(keeper, f"/m/{match.pk}/table/", with_taps(form_on(page(keeper, match), "send"), BIDS))
    html = page(keeper, match)
    assert html.count("is-fit") == 2
    assert "Tap who missed" in html
    assert "1 trick too many" not in html


def test_a_hand_that_is_played_says_what_was_bid_until_somebody_missed(keeper: Client, match: Match) -> None:
    sent(keeper, f"/m/{match.pk}/table/", with_taps(form_on(page(keeper, match), "send"), BIDS))
    html = page(keeper, match)
    assert 'keys-2 is-playing"' in html
    assert re.search(r'class="gap"><span class="fig">1</span>\s+<span data-gap>over</span>', html)
    assert "<b>Playing.</b>" in html and "dots settle it" in html, "the dots are explained before the first tap"
    assert html.count("is-bid") == 5
    assert "is-on" not in html.partition('class="rows"')[2]
    assert f"/m/{match.pk}/table/void/" in html
    tapped = page(keeper, match, "?tap=1-0")
    assert "is-playing" not in tapped
    assert 'class="gap" hidden' in tapped


def test_the_dealer_may_think_again_before_the_lead(keeper: Client, match: Match) -> None:
    path = f"/m/{match.pk}/table/"
    sent(keeper, path, with_taps(form_on(page(keeper, match), "send"), {1: 0, 2: 0, 3: 1, 4: 1, 0: 0}))
    html = page(keeper, match, "?revise=1")
    assert "Leave it at 0" in html
    assert sent(keeper, path, [*form_on(html, "send"), ("tap", "0-1")]).status_code == 302
    assert [(entry.number, entry.revision) for entry in Entry.objects.all()] == [(1, 1), (1, 2)]
    assert "bid 1, deals" in page(keeper, match)


def test_the_suit_may_be_told_after_the_bids(keeper: Client, match: Match) -> None:
    path = f"/m/{match.pk}/table/"
    sent(keeper, path, with_taps(form_on(page(keeper, match), "send"), BIDS))
    sent(keeper, path, [*form_on(page(keeper, match), "suit"), ("trump", "clubs")])
    last = Entry.objects.latest("revision")
    assert last.payload is not None
    assert last.payload["trump"] == "clubs"
    assert 'data-suit="clubs" aria-pressed="true"' in page(keeper, match)


def test_the_blank_trick_screen_for_the_script_has_a_key_for_each_suit(keeper: Client, match: Match) -> None:
    _, *templates = page(keeper, match).split("<template")
    assert [template.count("data-suit=") for template in templates if "data-suit=" in template] == [5]


def test_the_menu_offers_what_makes_sense_now(keeper: Client, match: Match) -> None:
    html = page(keeper, match)
    assert f"/m/{match.pk}/handover/" in html
    assert f"/m/{match.pk}/table/late/" in html
    assert f"/m/{match.pk}/table/void/" in html
    assert f"/m/{match.pk}/table/stop/" not in html


def test_a_finished_match_leads_to_its_sheet(keeper: Client) -> None:
    club = Club.objects.get()
    over = factory.a_match(club, list(club.players.order_by("pk")), plan=(1,), seed=5)
    html = page(keeper, over)
    assert "That was the last hand." in html
    assert f'href="/m/{over.pk}/"' in html


def test_other_methods_are_refused(keeper: Client, match: Match) -> None:
    assert keeper.put(f"/m/{match.pk}/table/").status_code == 405
    assert keeper.get(f"/m/{match.pk}/undo/").status_code == 405


def test_a_match_that_does_not_exist_is_not_found(keeper: Client) -> None:
    assert keeper.get(f"/m/{uuid4()}/table/").status_code == 404


def test_another_club_finds_nothing_here(client: Client, match: Match) -> None:
    elsewhere = factory.a_club("other")
    client.force_login(factory.a_member(elsewhere, Role.OWNER))
    assert client.get(f"/m/{match.pk}/table/").status_code == 404
    assert client.post(f"/m/{match.pk}/undo/").status_code == 404


def test_a_member_may_not_write(client: Client, match: Match) -> None:
    client.force_login(factory.a_member(match.club, Role.MEMBER))
    assert client.get(f"/m/{match.pk}/table/").status_code == 403


def test_a_stranger_is_asked_to_sign_in(match: Match) -> None:
    answer = Client().post(f"/m/{match.pk}/table/", {})
    assert answer.status_code == 302
    assert "X-Entry-Written" not in answer


def test_a_form_of_another_match_writes_nothing_there(keeper: Client, match: Match) -> None:
    fields = with_taps(form_on(page(keeper, match), "send"), BIDS)
    sent(keeper, f"/m/{match.pk}/table/", fields)
    other = factory.a_match(match.club, list(match.club.players.order_by("pk")), hands=0)
    answer = sent(keeper, f"/m/{other.pk}/table/", replaced(fields, version="0"))
    assert answer.status_code == 409
    assert not other.entries.exists()


def test_the_last_hands_and_a_long_table_leave_room_for_what_is_called_out(keeper: Client) -> None:
    club = Club.objects.get()
    seated = list(club.players.order_by("pk"))
    more = factory.some_players(club, 5, ["Ida", "Jon", "Kim", "Lou", "Mo"])
    five = factory.a_match(club, seated, hands=3)
    ten = factory.a_match(club, [*seated, *more], hands=3)
    late = factory.a_match(club, seated, hands=3, plan=(1, 1, 1, 1))
    assert '<main id="main" class="result" ' in page(keeper, five, "?recap=1")
    assert '<main id="main" class="result result-tight" ' in page(keeper, ten, "?recap=1")
    html = page(keeper, late, "?recap=1")
    assert '<main id="main" class="result result-tight" ' in html
    assert html.index("Called out") < html.index("Add a call-out") < html.index("Who can still win")
