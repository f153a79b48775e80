"""The race of a season and two players against each other: nothing for axe to find, and nothing off the screen."""

import pytest
from django.core.cache import cache
from playwright.sync_api import Page, expect

from clubs.models import Player, User
from tests.browser.look import AWKWARD, signed_in
from tests.factory import a_club, a_member, some_players
from tests.leagues.test_race import nights_of
from tests.screens import Screens, axe

pytestmark = [pytest.mark.variants, pytest.mark.django_db(transaction=True), pytest.mark.needs("chromium")]
LOOKS = [("tablet", "light"), ("tablet", "dark"), ("phone", "light"), ("phone", "dark")]
TOO_WIDE = "document.documentElement.scrollWidth > innerWidth"


@pytest.fixture
def season() -> tuple[User, list[Player]]:
    cache.clear()
    club = a_club()
    players = some_players(club, 10, AWKWARD)
    nights_of(club, players, 4)
    return a_member(club), players


def is_fit_to_read(page: Page) -> None:
    assert not page.evaluate(TOO_WIDE)
    assert axe(page) == []


@pytest.mark.parametrize(("screen", "theme"), LOOKS)
def test_the_race_of_a_season(screens: Screens, season: tuple[User, list[Player]], screen: str, theme: str) -> None:
    page = signed_in(screens, season[0], screen, theme, "/c/kennel/standings/race/")
    expect(page.locator("circle.here").first).to_be_visible()
    is_fit_to_read(page)


@pytest.mark.parametrize(("screen", "theme"), LOOKS)
def test_two_players(screens: Screens, season: tuple[User, list[Player]], screen: str, theme: str) -> None:
    user, players = season
    address = f"/c/kennel/head-to-head/?player={players[2].pk}&against={players[5].pk}"
    page = signed_in(screens, user, screen, theme, address)
    expect(page.locator(".pair-name")).to_have_count(2)
    is_fit_to_read(page)
    if screen == "tablet":
        show, fields = page.get_by_role("button", name="Show"), page.locator(".pair-choice select")
        expect(fields).to_have_count(4)
        ends = {round(each["y"] + each["height"]) for each in (show.bounding_box(), fields.last.bounding_box()) if each}
        tops = {round(each["y"]) for at in range(4) if (each := fields.nth(at).bounding_box())}
        assert len(ends) == len(tops) == 1
