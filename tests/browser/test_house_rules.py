"""A match by a club's own rules, from the first bid to the last trick by taps: what the tablet shows is what the rules
say (HR-DD-21).
"""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from clubs.language.locales import minus, signed
from clubs.models import Role
from games.entries.match_state import load
from games.models import Match
from scoring.dirty_dog import DirtyDogSheet
from scoring.dirty_dog.house_rules import PRESETS, FromCards, Made, Missed, Scoring
from tests import factory
from tests.browser.origins import is_at
from tests.browser.taps import Tapping, at_the_table
from tests.scoring.reference import points, totals_after
from tests.screens import Screens

pytestmark = [pytest.mark.variants, pytest.mark.needs("chromium"), pytest.mark.django_db(transaction=True)]
Open = Callable[..., tuple[Match, Page]]
PLAN = (1, 3, 2)
OWN = {"made": {"base": 10, "zero": "cards"}, "missed": {"by": "difference", "each": 5}}


@pytest.fixture
def table(screens: Screens) -> Open:
    def start(screen: str = "tablet", **about: Any) -> tuple[Match, Page]:
        club = factory.a_club()
        user = factory.a_member(club, Role.SCOREKEEPER)
        match = factory.a_match(club, factory.some_players(club, 4), hands=0, **about)
        return match, at_the_table(screens, user, f"/m/{match.pk}/table/?hand=1", screen)

    return start


def sheet_of(match: Match) -> DirtyDogSheet:
    return load(Match.objects.get(pk=match.pk)).sheet_as(DirtyDogSheet)


def hand_of(sheet: DirtyDogSheet) -> tuple[dict[int, int], dict[int, int]]:
    """Bids that no rule bars, and tricks: the first bidder takes all of them."""
    first, *others, dealer = sheet.order
    bids = {first: sheet.cards - 1, **dict.fromkeys(others, 0), dealer: 0}
    return bids, {seat: sheet.cards if seat == first else 0 for seat in sheet.order}


OWN_POINTS = Scoring(Made(10, zero="cards"), Missed("difference", 5))
PLAYED = [*(("tablet", each, each) for each in PRESETS), ("phone", OWN_POINTS, OWN)]


@pytest.mark.parametrize(("screen", "scoring", "agreed"), PLAYED, ids=[*PRESETS, "own points"])
def test_a_match_by_each_preset(table: Open, screen: str, scoring: Any, agreed: Any) -> None:
    match, page = table(screen, plan=PLAN, scoring=scoring)
    thumb, totals = Tapping(page), dict.fromkeys(range(4), 0)
    for number in range(len(PLAN)):
        sheet = sheet_of(match)
        bids, tricks = hand_of(sheet)
        thumb.bids(bids)
        first = sheet.order[0]
        thumb.number(first, tricks[first])
        worth = {seat: points(bids[seat], tricks[seat], sheet.cards, agreed) for seat in sheet.order}
        expect(page.locator(f"#seat-{first} .pts")).to_have_text(signed(worth[first]))
        thumb.tricks([])
        is_at(page, match.version + 2 * number + 2)
        totals = {seat: totals[seat] + worth[seat] for seat in totals}
        assert dict(sheet_of(match).totals) == totals
        if number < len(PLAN) - 1:
            thumb.next_hand()
            expect(page.locator(f"#seat-{first} .total .fig")).to_contain_text(minus(totals[first]))
    record = page.request.get(f"/m/{match.pk}/record.json").json()
    by_name = totals_after(record, len(PLAN))
    assert list(by_name.values()) == [totals[seat] for seat in range(4)]
    page.goto(f"/m/{match.pk}/")
    for name, total in by_name.items():
        expect(page.locator("main")).to_contain_text(name)
        expect(page.locator("main")).to_contain_text(minus(total))


def test_without_the_rule_nothing_is_struck_out(table: Open) -> None:
    match, page = table(plan=PLAN, the_rule=FromCards(2))
    seats, thumb = sheet_of(match).order, Tapping(page)
    for seat in seats[:-1]:
        thumb.number(seat, 0)
    expect(page.locator(".is-barred")).to_have_count(0)
    thumb.number(seats[-1], 1)
    expect(page.locator(".says")).to_contain_text("Playing.")
    assert sum(sheet_of(match).bids.values()) == 1


@pytest.mark.parametrize("screen", ["tablet", "wide tablet"])
def test_all_bid_together_in_any_order(table: Open, screen: str) -> None:
    match, page = table(screen, plan=(2, 1), bidding="together", the_rule="on")
    seats, thumb = sheet_of(match).order, Tapping(page)
    expect(page.locator(".hand .how")).to_have_text("All bid together")
    expect(page.locator(".seat .role").first).to_have_text("leads")
    dealer, *others = seats[::-1]
    thumb.number(dealer, 1)
    thumb.number(others[0], 2)
    thumb.number(others[0], 1)  # thought better of it
    expect(page.locator(".says")).to_contain_text("2 still to bid.")
    for seat in others[1:]:
        thumb.number(seat, 0)
    expect(page.locator(f"#seat-{dealer} .reason")).to_have_text("The Rule: 1 bid, 2 cards. You cannot bid one.")
    expect(page.locator(".is-barred")).to_have_count(1)
    assert sheet_of(match).bids == {}
    thumb.number(dealer, 2)
    is_at(page, match.version + 1)
    assert sheet_of(match).bids == dict.fromkeys(seats, 0) | {others[0]: 1, dealer: 2}
