"""The menu: one line on every screen, search by `/`, lists that close, and the user's name as a link to their page."""

import re

import pytest
from playwright.sync_api import Page, expect

from clubs.models import Club, Role, User
from tests.browser.look import AWKWARD, signed_in
from tests.factory import a_club, a_member, some_players
from tests.screens import SCREENS, Screens, axe_in_both_themes

pytestmark = [pytest.mark.variants, pytest.mark.django_db(transaction=True), pytest.mark.needs("chromium")]
WIDER = "document.documentElement.scrollWidth - document.documentElement.clientWidth"


def an_owner() -> tuple[Club, User]:
    club = a_club()
    Club.objects.filter(pk=club.pk).update(name="The Wednesday Wire-haired Pointing Griffons")
    players = some_players(club, 4, AWKWARD)
    owner = a_member(club, Role.OWNER, players[2])
    User.objects.filter(pk=owner.pk).update(name=AWKWARD[2])
    return club, owner


def opened(screens: Screens, screen: str, theme: str = "light", path: str = "") -> Page:
    club, owner = an_owner()
    return signed_in(screens, owner, screen, theme, f"{club.get_absolute_url()}{path}")


@pytest.mark.parametrize("screen", ["tablet", "phone", "desk"])
def test_the_open_menu_passes_axe_and_fits(screens: Screens, screen: str) -> None:
    page = opened(screens, screen, path="manage/")
    page.locator(".menu summary:visible, .bottom-bar summary:visible").click()
    expect(page.locator(".panel:visible").get_by_role("link", name="Trophies")).to_be_visible()
    assert axe_in_both_themes(page) == []
    assert page.evaluate(WIDER) == 0


def test_the_menu_is_one_line(screens: Screens) -> None:
    page = opened(screens, "tablet")
    for screen in ("tablet", "phone", "desk"):
        page.set_viewport_size(SCREENS[screen]["viewport"])
        places = page.locator(".menu > ul > li:visible, .bottom-bar > *:visible")
        tops = {round(box["y"]) for each in places.all() if (box := each.bounding_box())}
        assert places.count() >= 5
        assert len(tops) == 1


def test_a_slash_goes_to_the_search_and_finds_a_player(screens: Screens) -> None:
    page = opened(screens, "desk")
    page.keyboard.press("/")
    page.keyboard.type(AWKWARD[0][:5])
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("/search/"))
    expect(page.locator("main").get_by_role("link", name=AWKWARD[0])).to_be_visible()


def test_the_list_closes_by_escape_and_by_a_tap_beside_it(screens: Screens) -> None:
    page = opened(screens, "desk")
    more, panel = page.locator(".menu summary"), page.locator(".menu .panel")
    more.click()
    page.keyboard.press("Escape")
    expect(panel).to_be_hidden()
    more.click()
    page.mouse.click(5, 700)
    expect(panel).to_be_hidden()


def test_ones_own_name_leads_to_ones_own_figures(screens: Screens) -> None:
    page = opened(screens, "tablet")
    page.locator(".me .mine").click()
    expect(page.locator("h1")).to_contain_text(AWKWARD[2].split()[0])
