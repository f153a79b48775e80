"""A match by a club's own rules, from the first bid to the last trick by taps: what the tablet shows is what the rules
say (HR-DD-21).
"""

from collections.abc import Callable
from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from clubs.language.locales import minus, signed
from clubs.models import Night, Role
from games.entries.match_state import load
from games.models import Match
from scoring.dirty_dog import DirtyDogSheet
from scoring.dirty_dog.house_rules import PRESETS, FromCards, Made, Missed, Scoring
from tests import factory
from tests.browser.origins import is_at
from tests.browser.taps import Tapping, at_the_table
from tests.factory import NAMES
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
# A match and an evening by each of the others repeat these; their points are tested without a browser.
BEFORE_A_RELEASE = ("ten-plus", "ten-keep", "twenty-ten")
PLAYED = [
    *(("tablet", each, each) for each in PRESETS if each not in BEFORE_A_RELEASE),
    ("phone", OWN_POINTS, OWN),
    *(pytest.param("tablet", each, each, marks=pytest.mark.release) for each in BEFORE_A_RELEASE),
]


@pytest.mark.parametrize(("screen", "scoring", "agreed"), PLAYED)
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


EVENING = (1, 2, 3, 4)


def made_and_missed(sheet: DirtyDogSheet) -> tuple[dict[int, int], dict[int, int]]:
    """Bids and tricks of a hand that leaves nobody level in the end: the first bidder makes all of them, the dealer
    misses one, and the others make nothing.
    """
    first, *others, dealer = sheet.order
    bids = {first: sheet.cards, **dict.fromkeys(others, 0), dealer: 1}
    return bids, {seat: sheet.cards if seat == first else 0 for seat in sheet.order}


def agree_on(page: Page, scoring: str) -> None:
    """Choose these points on the page of the house rules, and save."""
    page.goto("/c/kennel/house-rules/")
    page.locator(f'label.tap:has(input[name=scoring][value="{scoring}"])').tap()
    expect(page.locator(f'input[name=scoring][value="{scoring}"]')).to_be_checked()
    page.locator(".btn-main").tap()
    expect(page.get_by_text("Saved.").first).to_be_visible()


def deal_tonight(page: Page, words: str) -> Match:
    """Seat everybody, settle the first dealer, write the plan, and deal with the button of these words."""
    page.goto("/c/kennel/matches/new/")
    for name in NAMES[:4]:
        page.locator("label.tap[for^=here-]", has_text=name).tap()
    page.locator("label.tap[for^=deals-]").first.tap()
    page.locator("details:has(input[name=plan]) > summary").tap()
    page.locator("input[name=plan]").fill(" ".join(map(str, EVENING)))
    page.locator("input[name=plan]").press("Tab")
    expect(page.locator("button[value=deal]")).to_have_text(words)
    page.locator("button[value=deal]").tap()
    expect(page.locator("#main[data-what=bids]")).to_be_visible()
    return Match.objects.get()


@pytest.mark.parametrize(
    "preset", [pytest.param(each, marks=[pytest.mark.release] * (each in BEFORE_A_RELEASE)) for each in PRESETS]
)
def test_a_whole_evening_by_each_preset(screens: Screens, preset: str) -> None:
    club = factory.a_club()
    factory.some_players(club, 4)
    night = Night.objects.create(club=club, starts_at=timezone.now())
    page = at_the_table(screens, factory.a_member(club, Role.ORGANISER), "/c/kennel/")
    is_own = preset != "dirty-dog"
    agree_on(page, preset)
    match, thumb = deal_tonight(page, "Deal hand 1, by §2" if is_own else "Deal hand 1"), Tapping(page)
    totals = dict.fromkeys(range(4), 0)
    for hand in range(len(EVENING)):
        sheet = sheet_of(match)
        bids, tricks = made_and_missed(sheet)
        thumb.bids(bids)
        thumb.tricks([(sheet.order[-1], 0)])
        is_at(page, 2 * hand + 2)
        totals = {seat: totals[seat] + points(bids[seat], tricks[seat], sheet.cards, preset) for seat in totals}
        assert dict(sheet_of(match).totals) == totals
        if hand < len(EVENING) - 1:
            thumb.next_hand()
    match.refresh_from_db()
    assert match.finished_at and match.night == night
    winner = match.seats.get(is_winner=True)
    assert winner.total == max(totals.values())
    for path in (f"/m/{match.pk}/finish/", f"/c/kennel/nights/{night.pk}/", "/c/kennel/standings/"):
        page.goto(path)
        expect(page.locator("main")).to_contain_text(winner.player.name)
    expect(page.locator("main table.stand tbody tr").first).to_contain_text(winner.player.name)
    expect(page.get_by_text("Matches by §2")).to_have_count(int(is_own))


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
