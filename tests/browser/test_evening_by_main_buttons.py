"""The organiser's whole evening by main buttons alone, with a player who leaves before the final tables.

Other taps only enter facts: who is here, who got the Jack, which card, who leaves. The hands are recorded through the
ledger. Every page of the league has exactly one main button.
"""

import re

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from clubs.models import Club, Night, Player, Role
from leagues.models import NightDraw, Playoff, PlayoffLeaver
from tests.browser.look import signed_in
from tests.browser.test_playoff_night import NAMES, PAUSE, hand, hands, play, table
from tests.factory import a_club, a_member
from tests.screens import Screens

pytestmark = [
    pytest.mark.thorough,
    pytest.mark.both_databases,
    pytest.mark.django_db(transaction=True),
    pytest.mark.needs("chromium"),
]
HOME = "/c/kennel/"


@pytest.fixture
def club() -> Club:
    found = a_club()
    for name in NAMES:
        Player.objects.create(club=found, name=f"{name} Kettle")
    return found


@pytest.fixture
def night(club: Club) -> Night:
    return Night.objects.create(club=club, starts_at=timezone.now(), place="The back room")


@pytest.fixture
def page(screens: Screens, club: Club, night: Night) -> Page:
    return signed_in(screens, a_member(club, Role.ORGANISER), "tablet", "light", HOME)


def press(page: Page, words: str, leads_to: str = "") -> None:
    """Assert that the page's only main button has this text, and tap it."""
    mains = page.locator(".btn-main:visible")
    expect(mains).to_have_count(1)
    expect(mains).to_have_text(re.compile(words))
    page.wait_for_timeout(PAUSE)
    mains.tap()
    if leads_to:
        page.wait_for_url(re.compile(leads_to))  # waits for the page to load


def everybody_is_here(page: Page) -> None:
    page.get_by_role("button", name="Everybody").tap()
    expect(page.locator(".tap.is-here[id^=tile-]")).to_have_count(Player.objects.count())


def first_jacks(page: Page) -> None:
    """Answer who got the first Jack at each table."""
    jacks = page.locator(".jacks")
    while left := jacks.count():
        jacks.first.locator("button").first.tap()
        expect(jacks).to_have_count(left - 1)


def shortest_plan(page: Page) -> None:
    """Choose the plan with the fewest hands."""
    page.locator("#plan > summary").tap()
    shortest = page.locator("[id^=plan-]").first.get_attribute("id")
    page.locator(f"#{shortest}").tap()
    expect(page.locator(f"#{shortest}[aria-pressed=true]")).to_be_visible()


def pull_two_cards(page: Page) -> None:
    for number, rank in enumerate(("4", "K"), 1):
        expect(page.locator(".ask-now")).to_contain_text(f"Question {number} of 2")
        page.wait_for_timeout(PAUSE)
        page.locator(f'.ranks .num:text-is("{rank}")').tap()


def goes_home(page: Page, player: Player) -> None:
    page.locator("#goes").select_option(str(player.pk))
    page.get_by_role("button", name="Goes home").tap()
    expect(page.get_by_text(f"{player.label} goes home").first).to_be_visible()


def test_the_whole_evening_follows_the_main_buttons(page: Page, club: Club, night: Night) -> None:
    press(page, "Start the night", r"/setup/$")
    everybody_is_here(page)
    expect(page.locator(".nightsteps [aria-current]")).to_have_text("Here")
    press(page, "Draw two groups: 6 and 6")
    expect(page.locator(".nightsteps [aria-current]")).to_have_text("Draw")
    expect(page.locator(".chair")).to_have_count(12)
    seated = page.locator(".chair").all_inner_texts()
    page.reload()
    assert page.locator(".chair").all_inner_texts() == seated
    page.goto(HOME)
    press(page, "Deal what is drawn", r"/setup/$")
    shortest_plan(page)
    first_jacks(page)
    press(page, "^Deal: ", rf"/nights/{night.pk}/$")
    assert NightDraw.objects.get().dealt_at
    playoff = Playoff.objects.get()
    one, two = table(playoff, "group", 1), table(playoff, "group", 2)

    # Group A: chairs 2 and 3 tie at the cut. Group B: chair 3 is first below the cut.
    press(page, "Enter scores for Group A", rf"/m/{one.pk}/table/$")
    last = hands(one)
    hand(one, 2)
    play(one, (4, 5), last - 1)
    hand(one, 3)
    page.goto(HOME)
    press(page, "Enter scores for Group B", rf"/m/{two.pk}/table/$")
    hand(two, 3)
    play(two, (4, 5), last)

    page.goto(HOME)
    press(page, "Pull cards: ", r"/pull/1/")
    pull_two_cards(page)
    press(page, "Save", r"/playoffs/\d+/$")
    leaver, instead = two.seats.get(position=0).player, two.seats.get(position=3).player
    goes_home(page, leaver)
    expect(page.get_by_text(f"{instead.label} goes up instead.").first).to_be_visible()
    assert PlayoffLeaver.objects.get().player == leaver
    page.goto(HOME)
    press(page, "Deal the final tables", r"/playoffs/\d+/$")
    for stage in ("winners", "losers"):
        page.locator(f"#deal-{stage} .chair").first.click()
        expect(page.locator(f"#deal-{stage} .is-dealer")).to_have_count(1)
    press(page, "Deal both final tables")
    expect(page.get_by_text("Everybody starts from 0").first).to_be_visible()

    winners, losers = table(playoff, "winners"), table(playoff, "losers")
    assert (winners.start_seats, losers.start_seats) == (6, 5)
    assert not winners.seats.filter(player=leaver).exists()
    assert winners.seats.filter(player=instead).exists()
    press(page, "Enter scores for the winners’ table", rf"/m/{winners.pk}/table/$")
    play(winners, (1, 1, 2, 3, 4, 5), last)
    page.goto(f"{HOME}nights/{night.pk}/")
    press(page, "Enter scores for the losers’ table", rf"/m/{losers.pk}/table/$")
    play(losers, (4,), last)

    page.goto(HOME)
    press(page, "Read the night report", r"/report/$")
    playoff.refresh_from_db()
    assert playoff.winner == winners.seats.get(position=0).player
    assert playoff.loser == losers.seats.get(position=4).player
    expect(page.locator("h1")).to_contain_text("takes the cup")
    expect(page.locator("main")).to_contain_text("went home after the groups")
    for where in (HOME, f"{HOME}nights/{night.pk}/"):
        page.goto(where)
        expect(page.locator(".won")).to_contain_text(f"Won the evening{winners.seats.get(position=0).player.label}")
    press(page, "Plan the next night: ", r"/nights/new/$")  # the report has been read
