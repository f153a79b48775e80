"""Hands at the table, tap by tap: how many taps they take, that each is visible at once, and that no row moves."""

import random
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import pytest
from playwright.sync_api import APIResponse, Page, Route, expect

from clubs.models import Club, Role
from games.entries.match_state import load
from games.models import Match
from scoring.dirty_dog import Bids, DirtyDogSheet
from tests import factory
from tests.browser.origins import is_at
from tests.browser.taps import Tapping, at_the_table
from tests.screens import Screens

pytestmark = [pytest.mark.variants, pytest.mark.needs("chromium"), pytest.mark.django_db(transaction=True)]
Open = Callable[..., tuple[Match, Page]]


@pytest.fixture
def table(screens: Screens) -> Open:
    def start(players: int = 5, hands: int = 0, screen: str = "tablet", **about: Any) -> tuple[Match, Page]:
        club = factory.a_club()
        user = factory.a_member(club, Role.SCOREKEEPER)
        match = factory.a_match(club, factory.some_players(club, players), hands=hands, **about)
        return match, at_the_table(screens, user, f"/m/{match.pk}/table/?hand={hands + 1}", screen)

    return start


def order(page: Page) -> list[int]:
    return [int(row.get_attribute("data-seat") or "") for row in page.locator(".seat").all()]


def geometry(page: Page) -> Any:
    """The positions of rows, totals and pads."""
    script = "[...document.querySelectorAll('.seat, .seat .total, .pad')].map(e => [e.offsetTop, e.offsetLeft])"
    return page.evaluate(script)


def test_a_hand_with_two_misses_takes_eight_taps(table: Open, capsys: pytest.CaptureFixture[str]) -> None:
    match, page = table(hands=6)
    seats, thumb = order(page), Tapping(page)
    thumb.bids(dict(zip(seats, [2, 2, 0, 2, 2], strict=True)))
    expect(page.locator(".count")).to_have_text("8 bid of 7 cards")
    expect(page.locator(".gap")).to_have_text("1 over")
    expect(page.locator(".seat .pts")).to_have_text(["2", "2", "0", "2", "2"])
    thumb.number(seats[0], 0)
    expect(page.locator(".count")).to_have_text("1 of 7 tricks still to place")
    expect(page.locator(".gap")).to_be_hidden()
    thumb.number(seats[4], 3)
    thumb.tricks([])
    with capsys.disabled():
        print(f"\n5 players, 2 misses: {thumb.taps} taps")
    assert thumb.taps <= 8
    is_at(page, match.version + 2)
    assert Match.objects.get(pk=match.pk).rounds == 7


def test_a_phone_shows_all_five_above_the_keys_after_a_hand(table: Open) -> None:
    _, page = table(hands=6, screen="phone")
    expect(page.locator(".recap")).to_be_visible()
    last, pad = page.locator(".seat").last.bounding_box(), page.locator(".is-now .pad").bounding_box()
    assert last and pad
    assert last["y"] + last["height"] <= pad["y"] + 1


@pytest.mark.parametrize(
    "players", [5, 10, *(pytest.param(count, marks=pytest.mark.thorough) for count in (3, 4, 6, 7, 8, 9))]
)
def test_a_hand_and_the_way_to_the_next_take_a_tap_a_player_and_three(
    table: Open, capsys: pytest.CaptureFixture[str], players: int
) -> None:
    """Bids, two misses, Score: the next tap is a bid."""
    _, page = table(players, hands=3)
    seats, thumb = order(page), Tapping(page)
    thumb.bids(dict(zip(seats, [1, *[0] * (players - 2), 0], strict=True)))
    thumb.number(seats[0], 0)
    thumb.number(seats[1], 4)
    thumb.tricks([])
    with capsys.disabled():
        print(f"\n{players} players, 2 misses, to the next bid: {thumb.taps} taps")
    assert thumb.taps == players + 3
    expect(page.locator("#main[data-what=bids]")).to_be_visible()
    expect(page.locator(".recap")).to_contain_text("Hand 4")
    thumb.bid_next(0)


@pytest.mark.parametrize(("players", "cards"), [(5, 6), (10, 3)])
def test_a_hand_with_one_miss(table: Open, capsys: pytest.CaptureFixture[str], players: int, cards: int) -> None:
    _, page = table(players, hands=cards - 1)
    seats, thumb = order(page), Tapping(page)
    thumb.bids(dict(zip(seats, [2, *[0] * (players - 2), cards - 3], strict=True)))
    page.locator(".num.is-fit").first.tap()
    thumb.taps += 1
    thumb.tricks([])
    with capsys.disabled():
        print(f"\n{players} players, 1 miss: {thumb.taps} taps")
    assert thumb.taps == players + 2


def test_rows_do_not_move_while_somebody_enters(table: Open) -> None:
    match, page = table(hands=6)
    Club.objects.filter(pk=match.club_id).update(recap_page=True)  # else the line of the last hand goes with the bids
    page.reload()
    seats, thumb = order(page), Tapping(page)
    before = geometry(page)
    for seat in seats[:-1]:
        thumb.number(seat, 1)
        assert geometry(page) == before
    thumb.number(seats[-1], 0)
    expect(page.locator("#main[data-what=tricks]")).to_be_visible()
    playing = geometry(page)
    assert [place[0] for place in playing] == [place[0] for place in before]
    thumb.number(seats[0], 3)
    assert geometry(page) == playing


def test_every_tap_shows_before_anything_is_asked(table: Open) -> None:
    _, page = table(10, hands=4)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if request.method == "POST" else None)
    for pad in page.locator(".seat .pad").all()[:-1]:
        key = pad.locator(".num").nth(1)
        key.tap()
        expect(key).to_have_class(re.compile(r"\bis-on\b"))
    assert [url for url in asked if not url.endswith("/half/")] == []  # except the unsaved form


def test_the_barred_bid_cannot_be_tapped(table: Open) -> None:
    _, page = table(hands=4)
    seats, thumb = order(page), Tapping(page)
    for seat, bid in zip(seats, [2, 1, 1, 0], strict=False):
        thumb.number(seat, bid)
    barred = page.locator(f"#seat-{seats[-1]} .num").nth(1)
    expect(barred).to_have_class("num is-barred")
    expect(page.locator(f"#reason-{seats[-1]}")).to_have_text("The Rule: 4 bid, 5 cards. You cannot bid one.")
    barred.tap(force=True)
    expect(page.locator("#go")).to_have_text("1 bid to go")


def test_taps_right_after_the_last_bid_are_kept(table: Open) -> None:
    """Taps while the bids are being sent are applied to the next page: tricks and trump."""
    _, page = table(hands=6)
    seats, thumb = order(page), Tapping(page)
    page.route("**/table/", lambda _: None)  # no response
    with page.expect_request("**/table/"):
        for seat, bid in zip(seats, [2, 2, 0, 1, 1], strict=True):
            thumb.number(seat, bid)
        page.locator(f"#seat-{seats[1]} .num").nth(4).tap(force=True)
        page.locator(".trump [data-suit=hearts]").tap(force=True)
    expect(page.locator("#main[data-what=bids]")).to_be_visible()
    page.unroute("**/table/")  # now the server responds
    expect(page.locator("#main[data-what=tricks]")).to_be_visible()
    expect(page.locator(f"#seat-{seats[1]} .num").nth(4)).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".trump [data-suit=hearts]")).to_have_attribute("aria-pressed", "true")


def test_undo_says_what_it_undoes_and_a_mis_tap_costs_two_taps(table: Open) -> None:
    _, page = table(hands=6)
    seats, thumb = order(page), Tapping(page)
    thumb.number(seats[0], 3)
    thumb.number(seats[0], 2)
    thumb.number(seats[1], 4)
    expect(page.locator("#back")).to_contain_text("bids 4")
    thumb.tap("#back")
    expect(page.locator("#back")).to_contain_text("bids 2")
    expect(page.locator(f"#seat-{seats[1]}")).to_have_class("seat is-now")


def test_undo_brings_the_last_bid_back_and_then_the_hand_before(table: Open) -> None:
    match, page = table(hands=6)
    seats, thumb = order(page), Tapping(page)
    thumb.bids(dict(zip(seats, [2, 2, 0, 1, 1], strict=True)))
    thumb.tap("#back")
    expect(page.locator("#go")).to_have_text("1 bid to go")
    for _ in range(4):
        page.wait_for_timeout(400)
        thumb.tap("#back")
    expect(page.locator("#back")).to_have_text("Undo: hand 6")
    page.wait_for_timeout(400)
    thumb.tap("#back")
    expect(page.locator("#go")).to_have_text("Score hand 6")
    assert match.entries.filter(payload__isnull=True).count() == 2


@pytest.mark.thorough
def test_the_dealer_may_think_again(table: Open) -> None:
    _, page = table(hands=6)
    seats, thumb = order(page), Tapping(page)
    thumb.bids(dict(zip(seats, [2, 2, 0, 1, 1], strict=True)))
    page.locator(".change").tap()
    expect(page.locator("#back")).to_have_text("Leave it at 1")
    thumb.number(seats[-1], 0)
    expect(page.locator(f"#seat-{seats[-1]} .role")).to_have_text("bid 0, deals")


@pytest.mark.thorough
def test_a_suit_is_one_tap_and_may_be_skipped_or_told_later(table: Open) -> None:
    match, page = table(hands=6)
    seats, thumb = order(page), Tapping(page)
    thumb.tap("[data-suit=hearts]")
    thumb.tap("[data-suit=spades]")
    thumb.bids(dict(zip(seats, [2, 2, 0, 1, 1], strict=True)))
    is_at(page, match.version + 1)
    sheet = load(match).sheet
    assert isinstance(sheet, DirtyDogSheet)
    assert sheet.trump == "spades"
    thumb.number(seats[0], 3)
    thumb.tap("[data-suit=none]")
    expect(page.locator("[data-suit=none]")).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#back")).to_contain_text("took 3")


@pytest.mark.thorough
@pytest.mark.parametrize("screen", ["tablet", "phone"])
def test_a_whole_short_evening(table: Open, screen: str) -> None:
    match, page = table(4, screen=screen, plan=(1, 2, 3, 2, 1))
    thumb, dice = Tapping(page), random.Random(9)
    for hand in range(5):
        play_hand(page, thumb, match, dice)
        is_at(page, 2 * hand + 2)
        if hand < 4:
            thumb.next_hand()
    assert Match.objects.get(pk=match.pk).rounds == 5


def test_a_hand_without_a_script(screens: Screens) -> None:
    club = factory.a_club()
    user = factory.a_member(club, Role.SCOREKEEPER)
    match = factory.a_match(club, factory.some_players(club), hands=3)
    page = at_the_table(screens, user, f"/m/{match.pk}/table/", java_script_enabled=False)
    thumb = Tapping(page)
    expect(page.locator("#main[data-what=bids] .seat")).to_have_count(5)
    seats = order(page)
    page.locator("[data-suit=clubs]").tap()
    expect(page.locator("[data-suit=clubs]")).to_have_attribute("aria-pressed", "true")
    for seat, bid in zip(seats, [1, 1, 1, 0, 0], strict=True):
        with page.expect_navigation():  # each key loads a new page
            thumb.number(seat, bid)
    thumb.number(seats[0], 2)
    expect(page.locator("#back")).to_contain_text("took 2")
    page.locator("#back").tap()
    expect(page.locator("#back")).to_contain_text("bids 0")
    with page.expect_navigation():
        thumb.number(seats[1], 2)
    page.locator("#go.btn-main").tap()
    expect(page.locator(".recap")).to_contain_text("Hand 4")
    page.locator("#back").tap()
    expect(page.locator("#go")).to_have_text("Score hand 4")
    page.locator("#go").tap()
    page.locator(".recap a").tap()
    expect(page.locator("h1")).to_have_text("Hand 4 scored")
    page.locator("#go").tap()
    expect(page.locator(".recap")).to_contain_text("Hand 4")


def play_hand(page: Page, thumb: Tapping, match: Match, dice: random.Random) -> None:
    sheet = load(match).sheet
    bid: Bids = factory.bids(sheet, dice)
    thumb.bids({seat: bid.bids[seat] for seat in order(page)})
    took = factory.tricks(bid.bids, sheet.cards, dice)  # type: ignore[attr-defined]
    place(page, thumb, bid.bids, took)
    thumb.tricks([])


def place(page: Page, thumb: Tapping, bids: Mapping[int, int], took: Mapping[int, int]) -> None:
    for seat in missed(bids, took):
        thumb.number(seat, took[seat])


def missed(bids: Mapping[int, int], took: Mapping[int, int]) -> Sequence[int]:
    return [seat for seat in bids if bids[seat] != took[seat]]


def test_what_is_entered_while_the_page_is_asked_for_anew_stays(table: Open) -> None:
    """After Back the page out of the browser's memory asks for itself anew, and the last bid may come before that."""
    match, page = table(hands=6)
    address = page.url
    late: list[tuple[Route, APIResponse]] = []

    def hold(route: Route) -> None:
        if route.request.method == "GET" and route.request.url == address:
            late.append((route, route.fetch()))
        else:
            route.continue_()

    page.route("**/table/**", hold)
    page.evaluate("window.dispatchEvent(new PageTransitionEvent('pageshow', {persisted: true}))")
    Tapping(page).bids(dict(zip(order(page), [2, 2, 0, 2, 2], strict=True)))
    is_at(page, match.version + 1)
    ((route, answer),) = late
    with page.expect_event("requestfinished"):
        route.fulfill(response=answer)
    page.unroute("**/table/**")
    expect(page.locator("#main")).to_have_attribute("data-what", "tricks")
    is_at(page, match.version + 1)
