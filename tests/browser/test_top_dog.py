"""Top Dog by taps: a whole match, automatic counts, piles, and what a reload keeps."""

import json
import re
from collections.abc import Callable, Sequence

import pytest
from playwright.sync_api import Page, expect

from clubs.models import Role
from games.models import Match
from scoring.records import score
from scoring.top_dog import Options, Round
from tests import factory
from tests.browser.taps import Tapping, at_the_table
from tests.browser.test_table_outbox import is_on_the_disk
from tests.games.top_dog.matches import NAMES, ROTATING, WON, a_match, rounds
from tests.screens import Screens, axe_in_both_themes

pytestmark = [pytest.mark.variants, pytest.mark.needs("chromium"), pytest.mark.django_db(transaction=True)]
AWKWARD = ("Maximiliana Bartholomew-Cholmondeley III", "🐶 Gus 🦴", "דבורה לב", "Wilhelmina Featherstonehaugh-Oyelaran")
Open = Callable[..., Page]


@pytest.fixture
def table(screens: Screens) -> Open:
    def start(
        entries: Sequence[Round] = (),
        options: Options = ROTATING,
        screen: str = "tablet",
        query: str = "",
        names: Sequence[str] = NAMES,
    ) -> Page:
        club = factory.a_club()
        user = factory.a_member(club, Role.OWNER)
        match = a_match(club, factory.some_players(club, len(names), names), entries, options, table="1")
        path = f"/m/{match.pk}/table/{query}"
        page = at_the_table(screens, user, path, screen)
        expect(page.locator("#main")).to_be_visible()
        return page

    return start


def won(thumb: Tapping, seat: int | str, hands: int) -> None:
    """Tap the number of hands that the seat has won."""
    thumb.tap(f"label[for=won-{seat}-{hands}]")


def count(page: Page) -> str:
    """The text of the count of hands still to place."""
    return page.locator("#meter .count").inner_text().replace("\n", " ")


def play_round(thumb: Tapping, hands: Sequence[int]) -> None:
    """Tap the hands of every player but the last, who gets the rest."""
    page = thumb.page
    number = page.locator(".hand h1 .fig").inner_text()
    if sum(hands) == 12:
        thumb.tap("label[for=tied]")
        expect(page.locator("#meter .count")).to_contain_text("12 hands")
    for seat, each in enumerate(hands[:-1]):
        won(thumb, seat, each)
    expect(page.locator(f'#seat-{len(hands) - 1} .is-auto:text-is("{hands[-1]}")')).to_be_visible()
    page.wait_for_timeout(400)  # two quick taps on one spot count as one
    thumb.tap("#go.btn-main")
    expect(page.locator(f'.hand h1 .fig:text-is("{number}")')).to_have_count(0)


@pytest.mark.thorough
def test_a_whole_match_from_the_setup_to_the_end(screens: Screens) -> None:
    club = factory.a_club()
    user = factory.a_member(club, Role.OWNER)
    players = factory.some_players(club, 4, NAMES)
    query = "&".join(f"player={player.pk}" for player in players)
    page = at_the_table(screens, user, f"/c/{club.slug}/matches/new/?game=top-dog&{query}")
    page.locator("label[for=arranging-rotating]").tap()
    expect(page.locator("#first")).to_be_visible()
    page.locator('button[value="deal"]').tap()
    page.wait_for_url("**/table/**")  # waits for its scripts too
    expect(page.locator("#main[data-what=round]")).to_be_visible()
    thumb = Tapping(page)
    for hands in WON:
        play_round(thumb, hands)
    page.wait_for_url("**/finish/")
    expect(page.locator("h1")).to_have_text("Núria Ødegård")
    print(f"taps for {len(WON)} rounds: {thumb.taps}")

    match = Match.objects.get()
    page.goto(f"/m/{match.pk}/")
    sheet = score(json.loads(page.request.get(f"/m/{match.pk}/record.json").body()))
    assert sheet["finished"] and len(sheet["winners"]) == 1
    last = page.locator(".sheet tbody tr", has=page.locator("th b", has_text=re.compile("^12$")))
    shown = [int(re.sub(r"[^-\d]", "", text.replace("−", "-"))) for text in last.locator(".mark").all_inner_texts()]
    assert shown == list(sheet["totals"].values()) == [38, 42, 43, 30]


def test_digits_answer_the_players_in_turn(table: Open) -> None:
    page = table(rounds(10), screen="desk")
    expect(page.locator("#said")).to_be_attached()  # the script for the keyboard has loaded
    for hands in WON[9][:-1]:
        page.keyboard.press(str(hands))
    expect(page.locator(f'#seat-3 .is-auto:text-is("{WON[9][-1]}")')).to_be_visible()
    expect(page.locator(":focus")).to_have_text(re.compile("^11"))
    page.keyboard.press("Enter")
    expect(page.locator(":focus")).to_have_text(re.compile("^12"))


def test_a_round_of_four_takes_four_taps(table: Open) -> None:
    thumb = Tapping(table(rounds(10)))
    play_round(thumb, WON[9])
    assert thumb.taps == 4


def test_a_tap_asks_the_server_once(table: Open) -> None:
    page = table(rounds(10))
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if request.method == "POST" else None)
    thumb = Tapping(page)
    for seat, hands in enumerate((2, 3, 5)):
        won(thumb, seat, hands)
        expect(page.locator("#back")).to_contain_text(f"won {hands}")
    page.wait_for_load_state("networkidle")
    assert len([url for url in asked if not url.endswith("/half/")]) == 3  # except the unsaved form, for another device


@pytest.mark.thorough
def test_a_round_with_its_last_hand_tied_takes_five(table: Open) -> None:
    thumb = Tapping(table(rounds(10)))
    play_round(thumb, WON[10])
    assert thumb.taps == 5


@pytest.mark.parametrize("first", [True, False], ids=["before", "after"])
def test_the_tie_may_be_told_before_the_numbers_or_after(table: Open, first: bool) -> None:
    page = table(rounds(10))
    thumb = Tapping(page)
    if first:
        thumb.tap("label[for=tied]")
    for seat, hands in enumerate((2, 3, 5)):
        won(thumb, seat, hands)
    if not first:
        expect(page.locator('#seat-3 .is-auto:text-is("3")')).to_be_visible()
        thumb.tap("label[for=tied]")
    expect(page.locator('#seat-3 .is-auto:text-is("2")')).to_be_visible()
    expect(page.locator(".pip-off")).to_have_count(1)
    assert page.locator("#meter .says").inner_text() == (
        "All 12 hands are placed. Łukasz has what is left. The game runs to round 12."
    )
    expect(page.locator("#go")).to_have_text("Round 12: Łukasz arranges")


@pytest.mark.thorough
def test_numbers_beyond_what_is_left_step_back(table: Open) -> None:
    page = table(rounds(10))
    thumb = Tapping(page)
    won(thumb, 0, 2)
    won(thumb, 1, 3)
    expect(page.locator("#meter .count")).to_have_text(re.compile(r"8\s+of 13 hands to place"))
    expect(page.locator("#seat-2 .is-beyond")).to_have_count(5)
    page.locator("label[for=won-2-9]").tap(force=True)
    expect(page.locator("#seat-2 input:checked")).to_have_count(0)
    expect(page.locator("#go")).to_have_text("8 hands to place")


def test_without_a_script_a_round_is_written_all_the_same(screens: Screens) -> None:
    club = factory.a_club()
    user = factory.a_member(club, Role.SCOREKEEPER)
    match = a_match(club, factory.some_players(club, 4, NAMES), rounds(10))
    page = at_the_table(screens, user, f"/m/{match.pk}/table/", java_script_enabled=False)
    for seat, hands in enumerate((2, 3, 5)):
        page.locator(f"label[for=won-{seat}-{hands}]").tap()
    page.press("#won-2-5", "Enter")  # this browser does not render the content of noscript, unlike real ones
    expect(page.locator("#seat-3 .is-auto")).to_have_text("3")
    page.locator("#go").tap()
    expect(page.locator(".hand h1 .fig")).to_have_text("12")
    assert match.entries.order_by("-number")[0].payload == {"won": {"0": 2, "1": 3, "2": 5, "3": 3}}


def test_half_a_round_survives_a_reload(table: Open) -> None:
    page = table(rounds(10))
    thumb = Tapping(page)
    won(thumb, 0, 2)
    won(thumb, 1, 3)
    thumb.tap("label[for=tied]")
    expect(page.locator("#meter .count")).to_contain_text("12 hands")
    is_on_the_disk(page)
    page.reload()
    expect(page.locator("#won-1-3")).to_be_checked()
    expect(page.locator("#tied")).to_be_checked()
    expect(page.locator("#meter .count")).to_have_text(re.compile(r"7\s+of 12 hands to place"))


def test_undo_takes_back_tap_by_tap_and_then_the_round_before(table: Open) -> None:
    page = table(rounds(10))
    thumb = Tapping(page)
    won(thumb, 0, 2)
    won(thumb, 1, 3)
    expect(page.locator("#back")).to_have_text("Undo: Wilhelmina won 3")
    thumb.tap("#back")
    expect(page.locator("#back")).to_have_text("Undo: Bea won 2")
    page.wait_for_timeout(400)
    thumb.tap("#back")
    expect(page.locator("#back")).to_have_text("Undo: round 10")
    page.wait_for_timeout(400)
    thumb.tap("#back")
    expect(page.locator(".hand h1 .fig")).to_have_text("10")
    expect(page.locator('#seat-3 .is-auto:text-is("2")')).to_be_visible()
    expect(page.locator("#won-2-4")).to_be_checked()


@pytest.mark.thorough
def test_a_pile_of_cards_is_counted_into_hands(table: Open) -> None:
    page = table(rounds(10))
    thumb = Tapping(page)
    thumb.tap("label[for=by]")
    expect(page.locator("#meter .count")).to_have_text(re.compile(r"52\s+of 52 cards to place"))
    piles = page.locator(".figure")
    piles.nth(0).fill("8")
    piles.nth(1).fill("13")
    piles.nth(2).focus()
    expect(page.locator("#meter .says")).to_have_text(
        re.compile(r"Wilhelmina: 13 cards are no whole hands\. Each hand took 4\.")
    )
    thumb.tap('#seat-1 [data-add="-1"]')
    expect(page.locator("#seat-1 .pts")).to_have_text("+3")
    piles.nth(2).fill("20")
    piles.nth(0).focus()
    expect(piles.nth(3)).to_have_attribute("placeholder", "12")
    thumb.tap("#go.btn-main")
    expect(page.locator(".hand h1 .fig")).to_have_text("12")
    assert Match.objects.get().entries.order_by("-number")[0].payload == {
        "cards_taken": {"0": 8, "1": 12, "2": 20, "3": 12}
    }


@pytest.mark.thorough
def test_two_suits_are_counted_with_steppers(table: Open) -> None:
    page = table(options=Options(suits=2), names=NAMES[:2])
    thumb = Tapping(page)
    for seat in (0, 1):
        expect(page.locator(f"#seat-{seat} .figure")).to_have_attribute("placeholder", "?")
    for add in (5, 5, 1, 1):
        page.wait_for_timeout(400)
        thumb.tap(f'#seat-0 [data-add="{add}"]')
    expect(page.locator("#seat-1 .figure")).to_have_attribute("placeholder", "14")
    thumb.tap("#go.btn-main")
    expect(page.locator(".hand h1 .fig")).to_have_text("2")
    assert Match.objects.get().entries.get().payload == {"won": {"0": 12, "1": 14}}


@pytest.mark.thorough
def test_the_dummy_has_a_row_and_what_it_brings_is_shown(table: Open) -> None:
    page = table(options=Options(dummy=True), names=NAMES[:3])
    thumb = Tapping(page)
    for seat, hands in enumerate((6, 3, 1)):
        won(thumb, seat, hands)
    expect(page.locator("#seat-dummy .is-auto")).to_have_text("3")
    assert page.locator(".pts").all_inner_texts() == ["+7", "+3", "−1", ""]
    thumb.tap("#go.btn-main")
    expect(page.locator(".hand h1 .fig")).to_have_text("2")
    assert Match.objects.get().entries.get().payload == {"won": {"0": 6, "1": 3, "2": 1}, "dummy": 3}


@pytest.mark.thorough
def test_on_a_phone_one_row_after_the_other_shows_its_numbers(table: Open) -> None:
    page = table(rounds(10), screen="phone")
    thumb = Tapping(page)
    for seat, hands in enumerate((3, 4, 4)):
        expect(page.locator(f"#seat-{seat}.is-picked")).to_be_visible()
        page.wait_for_timeout(400)
        won(thumb, seat, hands)
    expect(page.locator("#seat-3 .is-auto")).to_be_visible()
    expect(page.locator(".is-picked")).to_have_count(0)
    page.locator("#seat-1 .pick").tap()
    expect(page.locator("#seat-1.is-picked")).to_be_visible()
    page.wait_for_timeout(400)
    won(thumb, 1, 5)
    expect(page.locator('#seat-3 .is-auto:text-is("1")')).to_be_visible()
    thumb.tap("#go.btn-main")
    expect(page.locator(".hand h1 .fig")).to_have_text("12")


def test_the_setup_is_sound(screens: Screens) -> None:
    club = factory.a_club()
    query = "&".join(f"player={player.pk}" for player in factory.some_players(club, 3, AWKWARD))
    path = f"/c/{club.slug}/matches/new/?game=top-dog&arranging=rotating&dummy=1&{query}"
    page = at_the_table(screens, factory.a_member(club, Role.OWNER), path)
    expect(page.locator("#first")).to_be_visible()
    assert axe_in_both_themes(page) == []
