"""A scored hand on the page of the next one, and on a page of its own for clubs that want it."""

import re
from typing import Any

import pytest
from django.test import Client

from clubs.models import Club, Role
from games.dirty_dog.result import hand_summary
from games.entries.match_state import load
from games.models import Match
from scoring.dirty_dog import Bids, Tricks
from tests import factory
from tests.posting import form_on, page, sent
from tests.scoring.tables import fold

pytestmark = pytest.mark.django_db


@pytest.fixture
def keeper(client: Client) -> Client:
    club = factory.a_club()
    client.force_login(factory.a_member(club, Role.SCOREKEEPER))
    factory.some_players(club)
    return client


@pytest.fixture
def match(keeper: Client) -> Match:
    club = Club.objects.get()
    return factory.a_match(club, list(club.players.order_by("pk")), hands=7, seed=3)


def in_rows(html: str) -> list[str]:
    """The points of the rows, in bidding order."""
    return re.findall(r'class="pts [^>]*><span class="vh">last hand </span>\s*([+−0-9]+)\s*<', html)


def test_the_next_hand_opens_with_the_points_of_the_last(keeper: Client, match: Match) -> None:
    line: Any = load(match).sheet.lines[-1]
    html = page(keeper, match)
    assert 'data-what="bids"' in html
    assert "Hand 8" in html
    assert "The numbers left of the totals are hand 7’s." in html
    points = [line.points[seat] for seat in (*line.order[1:], line.order[0])]
    assert [int(text.replace("−", "-")) for text in in_rows(html)] == points
    assert "made it." in html[html.index('class="recap"') :]
    assert html.count("mark-top") >= 1
    assert html.count("mark-low") >= 1
    assert "Undo: hand 7" in html


def test_what_the_line_has_no_room_for_is_on_a_page_of_its_own(keeper: Client, match: Match) -> None:
    html = page(keeper, match)
    told = html[html.index('class="recap"') : html.index("<h1")]
    more = re.search(r'\?recap=1">(\d+) more<', told)
    recap = page(keeper, match, "?recap=1")
    assert "Hand 7 scored" in recap
    assert "Add a call-out" in recap
    calls = re.findall(r"<li><b>([^<]+)</b>", recap[recap.index("Called out") :])
    assert len(calls) == told.count("<li>") + (int(more[1]) if more else 0)
    assert "Hand 8" in recap


def test_the_line_stays_until_the_last_bid_is_in(keeper: Client, match: Match) -> None:
    line: Any = load(match).sheet.lines[-1]
    order = line.order
    html = page(keeper, match, f"?hand=8&tap={order[1]}-1")
    assert 'class="recap"' in html
    assert "<span>The numbers left of the totals" not in html
    assert len(in_rows(html)) == 5


def test_without_the_rule_it_can_be_that_nobody_is_set() -> None:
    sheet = fold(3, Bids({1: 1, 2: 0, 0: 0}), Tricks({1: 1, 2: 0, 0: 0}), plan=(1, 1), the_rule="off")
    words = hand_summary(sheet, sheet.lines[-1], ["Bea", "Otto", "Percy"])
    assert words == "Three made it. Nobody is set. 1 hand to go."


def test_a_club_may_want_the_page_first(keeper: Client, match: Match) -> None:
    Club.objects.update(recap_page=True)
    assert "Hand 7 scored" in page(keeper, match)
    html = page(keeper, match, "?hand=8")
    assert 'data-what="bids"' in html
    assert 'class="recap"' not in html


def test_the_undo_of_a_hand_shows_its_tricks(keeper: Client, match: Match) -> None:
    sent(keeper, f"/m/{match.pk}/undo/", form_on(page(keeper, match), "undo"))
    html = page(keeper, match)
    assert 'data-what="tricks"' in html
    assert 'class="recap"' not in html


def test_the_last_hand_has_its_page(keeper: Client) -> None:
    club = Club.objects.get()
    match = factory.a_match(club, list(club.players.order_by("pk")), hands=2, plan=(1, 1))
    assert "Hand 2 scored" in page(keeper, match) or "Tie-break" in page(keeper, match)


def test_an_owner_changes_it_in_the_settings(client: Client) -> None:
    club = factory.a_club()
    client.force_login(factory.a_member(club, Role.OWNER))
    html = client.get("/c/kennel/settings/").content.decode()
    assert "Result of each hand or round on a page of its own" in html
