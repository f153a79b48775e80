"""Actions by taps: seating by tap and drag, late arrivals, leavers, ties and corrections."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from clubs.models import Club, Player, Role, User
from games import ledger
from games.entries.match_state import load
from games.models import Match
from scoring.dirty_dog import Bids, Options, Tricks
from tests.browser.look import signed_in
from tests.browser.taps import correct_tricks
from tests.factory import a_club, a_match, a_member, some_players, write
from tests.screens import Screens

pytestmark = [pytest.mark.variants, pytest.mark.django_db(transaction=True), pytest.mark.needs("chromium")]
Open = Callable[..., Page]
SIZES = pytest.mark.parametrize("screen", ["tablet", "phone"])


@pytest.fixture
def club() -> Club:
    return a_club()


@pytest.fixture
def players(club: Club) -> list[Player]:
    return some_players(club)


@pytest.fixture
def user(club: Club) -> User:
    return a_member(club, Role.ORGANISER)


@pytest.fixture
def open_page(screens: Screens, user: User) -> Open:
    def visit(path: str, screen: str = "tablet") -> Page:
        return signed_in(screens, user, screen, "light", path)

    return visit


def seats(page: Page) -> Locator:
    return page.locator("[data-seat] bdi")


def tap_here(page: Page, player: Player) -> None:
    page.locator(f"label[for=here-{player.pk}]").tap()


def sheet_of(match: Match) -> Any:
    return load(Match.objects.get(pk=match.pk)).sheet


def names(players: list[Player], *places: int) -> list[str | re.Pattern[str]]:
    """Patterns for the names at these places; they allow soft hyphens."""
    return [re.compile("\xad?".join(map(re.escape, players[place].label))) for place in places]


@SIZES
def test_a_table_is_seated_by_taps_and_dealt(open_page: Open, club: Club, players: list[Player], screen: str) -> None:
    page = open_page(f"/c/{club.slug}/matches/new/", screen)
    for count, player in enumerate(players, 1):
        tap_here(page, player)
        expect(seats(page)).to_have_count(count)
        asked = "Choose who plays" if count < 2 else "Choose who deals"
        expect(page.locator(".main-bar [value=deal]")).to_have_text(asked)
    expect(page.locator(".main-bar .btn-main")).to_have_count(0)
    page.locator(f"#up-{players[2].pk}").tap()
    expect(seats(page)).to_have_text(names(players, 0, 2, 1, 3, 4))
    page.locator(f"label[for=deals-{players[3].pk}]").tap()
    expect(page.locator(f"#seat-{players[3].pk} .quiet")).to_have_text("deals first")
    expect(page.locator("svg.plan rect")).to_have_count(20)
    page.get_by_text("Deal hand 1").tap()
    expect(page).to_have_url(re.compile(r"/m/[0-9a-f-]+/table/$"))
    match = Match.objects.get()
    assert [seat.player for seat in match.seats.order_by("position")] == [players[seat] for seat in (0, 2, 1, 3, 4)]
    assert match.options == {"first_dealer": 3, "first_jack": True}


def test_a_name_is_dragged_to_its_chair(open_page: Open, club: Club, players: list[Player]) -> None:
    query = "&".join(f"player={player.pk}" for player in players)
    page = open_page(f"/c/{club.slug}/matches/new/?{query}")
    expect(page.get_by_role("button", name="Choose who deals")).to_be_in_viewport()
    page.locator("#answered-players .link").first.tap()
    grip, aim = (page.locator(f"#seat-{players[seat].pk} b").bounding_box() for seat in (0, 3))
    assert grip is not None
    assert aim is not None
    page.mouse.move(grip["x"] + 20, grip["y"] + grip["height"] / 2)
    page.mouse.down()
    page.mouse.move(aim["x"] + 20, aim["y"] + aim["height"] - 4, steps=8)
    with page.expect_response(re.compile("/matches/new/")):
        page.mouse.up()
    expect(seats(page)).to_have_text(names(players, 1, 2, 3, 0, 4))
    expect(page.locator("[data-seat] .fig")).to_have_text(["1", "2", "3", "4", "5"])


def test_a_guest_sits_down_and_the_plan_follows(open_page: Open, club: Club, players: list[Player]) -> None:
    query = "&".join(f"player={player.pk}" for player in players)
    page = open_page(f"/c/{club.slug}/matches/new/?{query}")
    page.locator("#answered-players .link").first.tap()
    page.fill("#guest", "Hal 🦴 Brandt")
    page.get_by_role("button", name="Add", exact=True).tap()
    expect(seats(page)).to_have_count(6)
    expect(page.locator("svg.plan rect")).to_have_count(18)
    page.locator("#answered-hands .link").tap()
    page.get_by_text("Change the plan").tap()
    page.select_option("#max-cards", label="6 cards, 12 hands")
    expect(page.locator("svg.plan rect")).to_have_count(12)


@pytest.mark.thorough
def test_without_a_script_the_same_form_works(screens: Screens, user: User, club: Club, players: list[Player]) -> None:
    page = signed_in(screens, user, "desk", "light", "/")
    cookies = page.context.cookies()
    bare = screens.open("desk", java_script_enabled=False)
    bare.context.add_cookies([{"name": c["name"], "value": c["value"], "url": screens.base_url} for c in cookies])
    bare.goto(f"/c/{club.slug}/matches/new/")
    for player in players[:4]:
        bare.locator(f"label[for=here-{player.pk}]").click()
    bare.press("#table", "Enter")  # this browser does not render the content of noscript, unlike real ones
    bare.locator(f"#down-{players[0].pk}").click()
    expect(bare.locator("[data-seat]")).to_have_count(4)
    bare.locator(f"label[for=deals-{players[1].pk}]").click()
    bare.locator("[value=deal]").click()
    dealt = Match.objects.get()
    assert dealt.seats.get(position=dealt.options["first_dealer"]).player == players[1]


@SIZES
def test_a_latecomer_sits_down_between_hands(open_page: Open, club: Club, players: list[Player], screen: str) -> None:
    match = a_match(club, players, hands=3)
    gus = Player.objects.create(club=club, name="Gus Fisk")
    page = open_page(f"/m/{match.pk}/table/late/", screen)
    page.get_by_text("Gus Fisk").tap()
    page.get_by_role("button", name="between Wilhelmina and Núria").tap()
    expect(page.get_by_text("Between Wilhelmina and Núria.")).to_be_visible()
    page.get_by_role("button", name=re.compile("Seat Gus")).tap()
    expect(page).to_have_url(re.compile(r"/table/$"))
    assert sheet_of(match).active_seats == (0, 1, 2, 5, 3, 4)
    assert match.seats.get(position=5).player == gus


@SIZES
def test_a_leaver_is_frozen_and_the_hand_dealt_again(
    open_page: Open, club: Club, players: list[Player], screen: str
) -> None:
    match = a_match(club, players, hands=3, bids_only=True)
    page = open_page(f"/m/{match.pk}/table/leave/", screen)
    page.get_by_text("Otto Pym").tap()
    page.get_by_role("button", name="Let Otto leave, deal hand 4 again").tap()
    expect(page).to_have_url(re.compile(r"/table/$"))
    assert sheet_of(match).departed == (1,)


def key(page: Page, name: str, number: int) -> Locator:
    """The key with this number on the pad of the player."""
    return page.locator(f".seat[aria-label='{name}'] .num", has_text=re.compile(f"^{number}$"))


@SIZES
def test_a_tie_at_the_top_is_played_out_by_taps(
    open_page: Open, club: Club, players: list[Player], screen: str
) -> None:
    match = ledger.start(club, "dirty-dog", players, Options(plan=(2,)))
    write(match, [Bids({1: 1, 2: 1, 3: 0, 4: 0, 0: 1}), Tricks({0: 0, 1: 1, 2: 1, 3: 0, 4: 0})])
    page = open_page(f"/m/{match.pk}/table/tie-break/", screen)
    order = [row.get_attribute("aria-label") or "" for row in page.locator(".seat").all()]
    for name, bid in zip(order, (1, 0, 1, 1, 0), strict=True):
        key(page, name, bid).tap()
    expect(page.locator(".count")).to_have_text("3 of 5 tricks placed")
    page.reload()
    expect(page.locator(".count")).to_have_text("3 of 5 tricks placed")
    key(page, order[1], 2).tap()
    page.get_by_role("button", name="wins the tie-break").tap()
    expect(page).to_have_url(re.compile("/finish/$"))
    hand = sheet_of(match).ending.hands[0]
    assert sorted(hand.tricks.values()) == [0, 1, 1, 1, 2]


@SIZES
def test_cards_are_pulled_one_question_at_a_time(
    open_page: Open, club: Club, players: list[Player], screen: str
) -> None:
    match = ledger.start(club, "dirty-dog", players, Options(plan=(2,)))
    write(match, [Bids({1: 1, 2: 1, 3: 0, 4: 2, 0: 0}), Tricks({0: 0, 1: 0, 2: 0, 3: 0, 4: 2})])
    page = open_page(f"/m/{match.pk}/table/card-pull/", screen)
    page.get_by_role("button", name="Jack").tap()
    expect(page.get_by_role("heading", name="What did Wilhelmina pull?")).to_be_visible()
    expect(page.get_by_text("Jack or higher")).not_to_be_visible()
    expect(page.get_by_text("10 or lower")).to_be_visible()
    page.get_by_role("button", name="6", exact=True).tap()
    expect(page.get_by_role("heading", name="Wilhelmina takes the Cone of Shame.")).to_be_visible()
    page.get_by_text("Undo: Wilhelmina pulled 6").tap()
    page.get_by_role("button", name="Ace").tap()
    page.get_by_role("button", name="Save").tap()
    expect(page).to_have_url(re.compile("/finish/$"))
    assert sheet_of(match).losers == (1,)


@SIZES
def test_a_correction_is_looked_at_and_then_saved(
    open_page: Open, club: Club, players: list[Player], screen: str
) -> None:
    match = ledger.start(club, "dirty-dog", players, Options(plan=(1, 1)))
    hand = [Bids({1: 0, 2: 1, 3: 0, 4: 0, 0: 1}), Tricks({0: 1, 1: 0, 2: 0, 3: 0, 4: 0})]
    write(match, [*hand, Bids({2: 0, 3: 0, 4: 0, 0: 1, 1: 1})])
    page = open_page(f"/m/{match.pk}/correct/1/", screen)
    correct_tricks(page, 0, 0)
    expect(page.locator(".fix-row .is-bid")).to_contain_text("0was 1")
    expect(page.locator("#correction-foot")).to_contain_text("Place 1 more trick")
    correct_tricks(page, 1, 1)
    expect(page.locator("#preview")).to_contain_text("Bea Marlowe 6 →")
    expect(page.locator("#preview")).to_be_in_viewport(ratio=1)
    page.get_by_text("Add a reason").tap()
    page.get_by_label("Reason").fill("a paper sheet")
    assert not match.entries.filter(revision=2).exists()
    page.locator("[value=save]").tap()
    expect(page.get_by_text("Hand 1 corrected.")).to_be_visible()
    assert match.entries.get(revision=2).note == "a paper sheet"


@SIZES
@pytest.mark.parametrize("count", [6, 10])
def test_a_hand_is_corrected_without_scrolling(open_page: Open, club: Club, screen: str, count: int) -> None:
    names = ["Wilhelmina Featherstonehaugh-Oyelaran", *(f"Dog {number}" for number in range(1, count))]
    match = a_match(club, [Player.objects.create(club=club, name=name) for name in names], hands=2, plan=(1, 2, 3))
    page = open_page(f"/m/{match.pk}/correct/2/", screen)
    for seat in (0, 1):
        correct_tricks(page, seat, 1)
    expect(page.locator("#correction-foot [data-undo]")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")


def test_a_paper_sheet_is_typed_with_the_keyboard_alone(open_page: Open, club: Club, players: list[Player]) -> None:
    match = a_match(club, players[:3], hands=0, plan=(1, 1))
    page = open_page(f"/m/{match.pk}/paper/", "desk")
    expect(page.get_by_label("Hand 1, bid of Bea")).to_be_focused()
    for text in ("1", "1", "0", "0", "1", "0", "h", "1", "0", "1", "1", "0", "0"):
        page.keyboard.type(text)
        page.keyboard.press("Tab")
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("/finish/$"))
    assert [line.trump for line in sheet_of(match).lines] == [None, "hearts"]
