"""A sheet of seven and more fits a tablet; on a phone the players are rows, beside hands that go on sideways."""

import pytest
from playwright.sync_api import expect

from clubs.models import Role
from tests.browser.look import a_kennel, signed_in
from tests.factory import NAMES, a_club, a_match, a_member, some_players
from tests.screens import Screens

pytestmark = [pytest.mark.needs("chromium"), pytest.mark.django_db(transaction=True)]
FITS = "at => at.scrollWidth <= at.clientWidth"
ABOVE_THE_KEYS = """() => {
  const end = document.querySelector(":is(.is-now, .is-picked) .pad").getBoundingClientRect().top + 1;
  const rows = [...document.querySelectorAll(".seat")].map(row => row.getBoundingClientRect());
  return [rows.length, rows.filter(row => row.bottom > end || row.top < 0).length];
}"""
LONG = "Maximilianaalexandrinabartholomewsdottir"  # forty letters, and none of them a break


@pytest.mark.thorough
@pytest.mark.parametrize("players", [7, 10])
def test_seven_and_ten_players_fit_a_tablet(screens: Screens, players: int) -> None:
    club = a_club()
    match = a_match(club, some_players(club, players, (LONG, *NAMES[1:])), hands=6, seed=7)
    page = signed_in(screens, a_member(club), "tablet", "light", match.get_absolute_url())
    sheet = page.get_by_role("region", name="Sheet")
    assert sheet.evaluate(FITS)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    clipped = sheet.evaluate(
        "at => [...at.querySelectorAll('td, th')].filter(each => each.scrollWidth > each.clientWidth + 2).length"
    )
    assert clipped == 0


@pytest.mark.thorough
def test_ten_players_on_a_phone_are_rows_at_the_hand_being_played(screens: Screens) -> None:
    kennel = a_kennel()
    page = signed_in(screens, kennel.user, "phone", "light", kennel.ten.get_absolute_url())
    sheet = page.get_by_role("region", name="Sheet")
    now, name = sheet.locator("tr.is-now"), sheet.get_by_role("columnheader").nth(9)
    expect(now).to_be_in_viewport(ratio=0.1)
    assert sheet.evaluate("at => at.scrollLeft") > 0
    tops = sheet.evaluate(
        "at => [...at.querySelectorAll('tr')].map(row => Math.round(row.children[9].getBoundingClientRect().top))"
    )
    assert len(set(tops)) == 1, "each player has one row"
    place = name.bounding_box()
    sheet.evaluate("at => { at.scrollLeft = 0 }")
    assert name.bounding_box() == place, "the names stay"
    expect(sheet.get_by_role("row").nth(1)).to_be_in_viewport(ratio=0.1)
    sheet.focus()
    expect(sheet).to_be_focused()


@pytest.mark.thorough
@pytest.mark.parametrize("screen", ["phone", "tablet"])
def test_a_dealer_of_forty_letters_leaves_the_trumps_in_one_row(screens: Screens, screen: str) -> None:
    club = a_club()
    players = some_players(club, 7, (LONG, *NAMES[1:]))
    match = a_match(club, players, hands=7, seed=5, bids_only=True)
    page = signed_in(screens, a_member(club, Role.SCOREKEEPER), screen, "light", f"/m/{match.pk}/table/")
    expect(page.locator(".who-leads")).to_contain_text(f"{LONG} deals")
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
    assert page.evaluate("innerWidth") == (390 if screen == "phone" else 820)
    tops = page.locator(".trump .btn, .trump label, .trump button").evaluate_all(
        "all => all.map(each => Math.round(each.getBoundingClientRect().top))"
    )
    assert len(set(tops)) == 1
    undo = page.locator(".btn-undo")
    assert undo.evaluate("at => at.scrollHeight <= at.clientHeight + 3")


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_ten_players_stand_above_the_keys_of_a_phone(screens: Screens, theme: str) -> None:
    club = a_club()
    players = some_players(club, 10, (LONG, *NAMES[1:]))
    keeper = a_member(club, Role.SCOREKEEPER)
    bids = a_match(club, players, hands=5, seed=4, table="1")
    page = signed_in(screens, keeper, "phone", theme, f"/m/{bids.pk}/table/")
    assert page.evaluate(ABOVE_THE_KEYS) == [10, 0]
    page.locator(".is-now .pad .num").first.click()
    expect(page.locator(".seat.is-done")).to_have_count(1)
    assert page.evaluate(ABOVE_THE_KEYS) == [10, 0]
    tricks = a_match(club, players, hands=5, seed=4, bids_only=True, table="2")
    page.goto(f"{page.url.partition('/m/')[0]}/m/{tricks.pk}/table/")
    page.locator(".seat .pick").nth(3).click()
    assert page.evaluate(ABOVE_THE_KEYS) == [10, 0]
    keys = page.locator(".is-picked .pad .num").evaluate_all("all => all.map(each => each.getBoundingClientRect().top)")
    assert (len(keys), len(set(keys))) == (6, 1)
