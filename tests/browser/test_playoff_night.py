"""A whole play-off night: twelve players in two groups, one late, one leaving early, and both trophies at the end.

Decisions are made by taps. The other hands are recorded through the ledger: every player bids 0 and one takes every
trick.
"""

import re
from collections.abc import Sequence
from io import BytesIO

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect
from pypdf import PdfReader

from clubs.models import Club, Night, Player, Role
from games.entries.match_state import load
from games.models import Match
from leagues.models import Fixture, Playoff, Reseat
from scoring.dirty_dog import Bids, BidStep, Tricks
from tests.browser.look import signed_in
from tests.browser.origins import is_at
from tests.browser.taps import Tapping, correct_tricks
from tests.factory import a_club, a_member, write
from tests.screens import Screens

pytestmark = [
    pytest.mark.thorough,
    pytest.mark.django_db(transaction=True),
    pytest.mark.needs("chromium"),
]
NAMES = ("Ada", "Bruno", "Cosima", "Dov", "Elke", "Fintan", "Gwen", "Hamish", "Ilse", "Jarek", "Kiri", "Ludo")
PAUSE = 400  # milliseconds; a second tap on the same spot would be a double tap


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
    return signed_in(screens, a_member(club, Role.ORGANISER), "tablet", "light", f"/c/kennel/nights/{night.pk}/setup/")


def step_of(match: Match) -> BidStep:
    """The bids that are due in the match."""
    state = load(Match.objects.get(pk=match.pk))
    step = state.engine.next_step(state.sheet)
    assert isinstance(step, BidStep)
    return step


def hand(match: Match, taker: int) -> None:
    """Record a hand in which every seat bids 0 and the taker takes all tricks."""
    step = step_of(match)
    took = {seat: step.cards if seat == taker else 0 for seat in step.order}
    match.refresh_from_db()
    write(match, [Bids(dict.fromkeys(step.order, 0)), Tricks(took)])


def play(match: Match, takers: Sequence[int], until: int) -> None:
    """Record hands up to the number `until`; the takers alternate."""
    for number in range(step_of(match).hand, until + 1):
        hand(match, takers[number % len(takers)])


def last_hand_by_taps(page: Page, match: Match, taker: int) -> None:
    """Enter the next hand by taps: all bid 0, and the taker takes every trick."""
    step, version = step_of(match), Match.objects.get(pk=match.pk).version
    page.goto(f"/m/{match.pk}/table/")
    if page.locator("#main[data-what=result]").count():
        page.wait_for_timeout(PAUSE)
        page.locator("#go").tap()
    expect(page.locator("#main[data-what=bids]")).to_be_visible()
    thumb = Tapping(page)
    thumb.bids(dict.fromkeys(step.order, 0))
    thumb.tricks([(taker, step.cards)])
    is_at(page, version + 2)


def table(playoff: Playoff, stage: str, number: int = 1) -> Match:
    match = Fixture.objects.get(playoff=playoff, stage=stage, number=number).match
    assert match is not None
    return match


def hands(match: Match) -> int:
    """The number of hands in the match's plan."""
    return step_of(match).hands


def start_by_taps(page: Page, late: Player) -> None:
    """Eleven players are here, the twelfth is late; two groups, three of each go up, the shortest plan."""
    for count, player in enumerate(Player.objects.order_by("pk"), 1):
        page.locator(f"#tile-{player.pk}").tap()
        expect(page.locator(".tap.is-here[id^=tile-]")).to_have_count(count)
    page.locator(f"#tile-{late.pk}").tap()
    expect(page.locator(f"#tile-{late.pk}.is-late")).to_be_visible()
    page.locator(".foot .btn-main").tap()
    expect(page.locator(".chair")).to_have_count(11)
    page.locator("#plan > summary").tap()
    page.locator("#up-3").tap()
    expect(page.locator("#up-3[aria-pressed=true]")).to_be_visible()
    shortest = page.locator("[id^=plan-]").first.get_attribute("id")
    page.locator(f"#{shortest}").tap()
    expect(page.locator(f"#{shortest}[aria-pressed=true]")).to_be_visible()
    jacks = page.locator(".jacks")
    while left := jacks.count():
        jacks.first.locator("button").first.tap()
        expect(jacks).to_have_count(left - 1)
    page.locator("button[value=deal]").tap()
    expect(page).to_have_url(re.compile(r"/nights/\d+/$"))


def seat_the_latecomer(page: Page, match: Match, late: Player) -> None:
    page.goto(f"/m/{match.pk}/table/late/")
    page.get_by_text(late.name).first.tap()
    page.locator(".foot .btn-main").tap()
    expect(page).to_have_url(re.compile(r"/table/$"))


def pull_cards(page: Page, playoff: Playoff) -> None:
    """Enter the card pull: the first player asked pulls the low card."""
    page.goto(playoff.get_absolute_url())
    page.get_by_text("Pull cards").tap()
    for number, rank in enumerate(("4", "K"), 1):
        expect(page.locator(".ask-now")).to_contain_text(f"Question {number} of 2")
        page.wait_for_timeout(PAUSE)
        page.locator(f'.ranks .num:text-is("{rank}")').tap()
    page.get_by_text("Save").tap()
    expect(page).to_have_url(re.compile(r"/playoffs/\d+/$"))


def deal_the_finals(page: Page) -> None:
    for words, stage in (("Two dealers to name", "winners"), ("Losers’ table: who got", "losers")):
        expect(page.locator(".main-bar")).to_contain_text(words)
        page.locator(f"#deal-{stage} .chair").first.tap()
    page.get_by_role("button", name="Deal both final tables").tap()
    expect(page.get_by_text("Everybody starts from 0").first).to_be_visible()


def freeze(page: Page, match: Match, name: str) -> None:
    """Let the player with this name leave the match."""
    page.goto(f"/m/{match.pk}/table/leave/")
    page.get_by_text(name).first.tap()
    page.get_by_role("button", name=re.compile("^Let ")).tap()
    expect(page).to_have_url(re.compile(r"/table/$"))


def give_the_trick_to(page: Page, match: Match, number: int, giver: int, taker: int) -> None:
    """Correct an old hand: the preview says who would move, and the organiser saves it anyway."""
    page.goto(f"/m/{match.pk}/correct/{number}/")
    correct_tricks(page, giver, 0)
    correct_tricks(page, taker, 1)
    page.get_by_text("Add a reason").tap()
    page.locator("[name=note]").fill("It lay under the coat.")
    expect(page.locator("#preview")).to_contain_text("Play-off")
    page.locator("[value=save]").tap()
    expect(page.get_by_text("corrected.").first).to_be_visible()


def test_a_whole_playoff_night_from_the_first_tap_to_the_morning_after(page: Page, club: Club, night: Night) -> None:
    late = Player.objects.get(name="Ludo Kettle")
    start_by_taps(page, late)
    playoff = Playoff.objects.get()
    one, two = table(playoff, "group", 1), table(playoff, "group", 2)
    assert (one.start_seats, two.start_seats, playoff.advance) == (6, 5, 3)

    # Group A: chairs 2 and 3 each take one trick too many and tie at the cut.
    last = hands(one)
    hand(one, 2)
    play(one, (4, 5), last - 1)
    last_hand_by_taps(page, one, 3)

    # Group B: the late player joins after the first hand, with the lowest total.
    hand(two, 3)
    seat_the_latecomer(page, two, late)
    play(two, (3, 4), last)
    assert two.seats.get(player=late).position == 5

    pull_cards(page, playoff)
    deal_the_finals(page)
    winners, losers = table(playoff, "winners"), table(playoff, "losers")
    assert (winners.start_seats, losers.start_seats) == (6, 6)

    # A player leaves the losers’ table; its last chair takes every trick.
    hand(losers, 5)
    gone = losers.seats.get(position=1).player
    freeze(page, losers, gone.name)
    play(losers, (5,), hands(losers))
    play(winners, (5, 1, 5, 2, 5, 3, 5, 4), hands(winners) - 1)
    last_hand_by_taps(page, winners, 1)
    playoff.refresh_from_db()
    cup, cone = winners.seats.get(position=0).player, losers.seats.get(position=5).player
    assert (playoff.winner, playoff.loser) == (cup, cone)

    # A correction breaks the tie, so the card pull was not needed: the organiser is asked, and keeps the seating.
    down = next(
        seat for seat in one.seats.filter(position__in=(2, 3)) if losers.seats.filter(player=seat.player).exists()
    )
    up = one.seats.get(position=5 - down.position).player
    give_the_trick_to(page, one, 1 if down.position == 2 else last, down.position, 4)
    page.goto(playoff.get_absolute_url())
    expect(page.locator("main")).to_contain_text("the line has moved")
    page.locator("[name=note]").first.fill("The finals were over.")
    page.get_by_role("button", name="Keep as seated").tap()
    expect(page.get_by_text("Kept as seated:").first).to_be_visible()
    kept = Reseat.objects.get()
    assert (kept.went_up, kept.went_down, kept.is_kept) == (down.player, up, True)

    page.goto("/c/kennel/trophies/")
    expect(page.locator("main")).to_contain_text(re.compile(f"Good Dog Cup.*{cup.name}", re.DOTALL))
    expect(page.locator("main")).to_contain_text(re.compile(f"Cone of Shame.*{cone.name}", re.DOTALL))
    page.goto("/c/kennel/standings/")
    expect(page.locator("main")).to_contain_text(cup.name)

    report = f"/c/kennel/nights/{night.pk}/report"
    page.goto(f"{report}/")
    headline = f"{cup.name.split()[0]} takes the cup, {cone.name.split()[0]} the cone"
    expect(page.locator("h1")).to_have_text(headline)
    for words in (
        "Twelve dogs, two groups",
        "were level on the cut line",
        f"{late.name.split()[0]} sat down in group B",
    ):
        expect(page.locator("main")).to_contain_text(words)
    pdf = PdfReader(BytesIO(page.request.get(f"{report}.pdf").body()))
    text = "".join(each.extract_text() for each in pdf.pages)
    assert headline.split(",")[0] in text
    assert "Losers’ table" in text
