"""A series of Clash of Corgis played by taps, on each screen size."""

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from clubs.models import Role, User
from games import ledger
from games.models import Match
from scoring.clash_of_corgis import Game, Options
from scoring.records import score
from tests import factory
from tests.browser.taps import Tapping, at_the_table
from tests.browser.test_table_screens import OVERFLOW
from tests.games.clash_of_corgis.series import KEY, SERIES, played
from tests.screens import Screens

pytestmark = [pytest.mark.variants, pytest.mark.needs("chromium"), pytest.mark.django_db(transaction=True)]
NAMES = (
    "Maximiliana Bartholomew-Cholmondeley the Third",
    "דבורה לב",
    "🐶 Gus 🦴",
    "Wilhelmina Featherstonehaugh-Oyelaran",
)
SAME_SPOT = 400  # milliseconds: two taps on one spot within this time count as one


@pytest.fixture
def keeper() -> User:
    club = factory.a_club()
    factory.some_players(club, 4, NAMES)
    return factory.a_member(club, Role.SCOREKEEPER)


def a_series(keeper: User, games: int, players: int = 4) -> Match:
    club = keeper.memberships.get().club
    seated = list(club.players.order_by("pk"))[:players]
    return played(ledger.start(club, KEY, seated, Options(first_starter=0)), SERIES[:games])


def won(thumb: Tapping, seat: int, game: int, *, asks: bool = True) -> None:
    """Tap who won; `asks` says whether the table then asks for the cards left."""
    thumb.tap(f"#seat-{seat} .win")
    expect(thumb.page.locator(f"#main[data-what={'won' if asks else 'game'}]")).to_be_visible()
    expect(thumb.page.locator("#back")).to_contain_text(f"won game {game}")


def on_to(page: Page, game: int) -> None:
    """Go to the next game, and assert its number."""
    page.wait_for_timeout(SAME_SPOT)
    page.locator("#go").tap()
    expect(page.locator("#main[data-what=game] h1")).to_contain_text(f"Game {game}")


@pytest.mark.thorough
def test_a_series_by_taps_from_the_first_page_to_the_record(screens: Screens, keeper: User) -> None:
    page = at_the_table(screens, keeper, f"/c/kennel/matches/new/?game={KEY}")
    for number in range(3):
        page.locator(f"label[for={page.locator('[name=player]').nth(number).get_attribute('id')}]").tap()
        expect(page.locator("[data-seat]")).to_have_count(number + 1)
    page.locator("label[for=best-of-3]").tap()
    expect(page.locator("[name=best_of][value='3']")).to_be_checked()
    page.locator("#draw").tap()
    expect(page.get_by_text("starts game 1.")).to_be_visible()
    page.get_by_role("button", name="Start game 1").tap()
    page.wait_for_url("**/table/**")  # waits for its scripts too
    expect(page.locator("#main[data-what=game]")).to_be_visible()
    match = page.url.split("table/")[0]
    thumb = Tapping(page)
    won(thumb, 1, 1)
    on_to(page, 2)
    won(thumb, 0, 2, asks=False)
    page.wait_for_timeout(SAME_SPOT)
    thumb.tap("#seat-1 .win")
    assert thumb.taps == 3  # one tap for each game
    page.wait_for_url("**/finish/")
    page.goto(match)
    sheet = score(json.loads(page.request.get(f"{match}record.json").body()))
    assert sheet["finished"]
    last = page.locator(".sheet tbody tr").last.locator(".mark").all_inner_texts()
    assert [int(re.sub(r"\D", "", text)) for text in last] == list(sheet["totals"].values())


def test_cards_left_survive_a_reload_and_never_hold_anything_up(screens: Screens, keeper: User) -> None:
    match = a_series(keeper, 0)
    page = at_the_table(screens, keeper, f"/m/{match.pk}/table/")
    thumb = Tapping(page)
    won(thumb, 2, 1)
    thumb.tap("label[for=left-0-7]")
    expect(page.locator("#back")).to_contain_text("has 7 left")
    page.reload()
    expect(page.locator("#seat-0 .role")).to_contain_text("7 cards left")
    page.locator("#back").tap()
    expect(page.locator("#seat-0 .role")).to_have_text("cards left, started")
    thumb.tap("label[for=left-3-2]")
    page.locator("#score").tap()
    expect(page.locator("#main[data-what=game]")).to_be_visible()
    entry = match.entries.order_by("number", "revision").last()
    assert entry is not None
    assert entry.payload == {"winner": 2, "cards_left": {"3": 2}}
    page.wait_for_timeout(SAME_SPOT)
    page.locator("#back").tap()
    expect(page.locator("#seat-3 .role")).to_have_text("2 cards left")
    expect(page.locator("h1")).to_contain_text("Game 1")


def test_on_a_phone_one_pad_at_a_time_follows_the_thumb(screens: Screens, keeper: User) -> None:
    match = a_series(keeper, 0)
    page = at_the_table(screens, keeper, f"/m/{match.pk}/table/", "phone")
    expect(page.locator(".pad:visible")).to_have_count(0)
    won(Tapping(page), 1, 1)
    expect(page.locator(".pad:visible")).to_have_count(1)
    page.locator("label[for=left-0-12]").tap()
    expect(page.locator("#seat-2 .pad")).to_be_visible()
    page.locator("#seat-3 .pick").tap()
    expect(page.locator("#seat-3 .pad")).to_be_visible()
    page.wait_for_timeout(SAME_SPOT)
    page.locator("label[for=left-3-1]").tap()
    expect(page.locator("#seat-3 .role")).to_contain_text("1 card left")


def test_the_effects_fit_one_page(screens: Screens, keeper: User) -> None:
    match = a_series(keeper, 1)
    page = at_the_table(screens, keeper, f"/m/{match.pk}/table/")
    page.locator("header .key").tap()
    page.wait_for_url("**/effects/")
    expect(page.locator(".effects tbody tr")).to_have_count(11)
    assert page.evaluate(OVERFLOW)[1] <= 0
    page.get_by_text("Back to the table").tap()
    expect(page.locator("#main[data-what=game]")).to_be_visible()


def test_a_series_of_two_fits_as_well(screens: Screens, keeper: User) -> None:
    match = a_series(keeper, 0, players=2)
    played(match, [Game(0), Game(1)])
    page: Any = at_the_table(screens, keeper, f"/m/{match.pk}/table/?game=3")
    expect(page.locator(".count")).to_contain_text("1–1")
    assert page.evaluate(OVERFLOW)[1] <= 0
