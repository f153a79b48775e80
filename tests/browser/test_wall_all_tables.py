"""The wall with all tables at once: on every screen names and totals stay within their rows."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.look import AWKWARD, signed_in
from tests.browser.test_club_wall import IN_SIGHT, shown
from tests.factory import a_club, a_match, a_member, some_players
from tests.screens import Screens, axe

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.needs("chromium")]
TOO_TALL = """() => [...document.querySelectorAll(".wall-table li")].flatMap(row => [...row.children].filter(
  each => parseFloat(getComputedStyle(each).fontSize) > row.getBoundingClientRect().height,
)).map(each => each.outerHTML)"""
CUT_SHORT = """() => [...document.querySelectorAll(".wall-table b")].filter(
  each => each.scrollWidth > each.clientWidth + 1,
).map(each => each.textContent)"""


@pytest.mark.thorough
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_two_four_and_eight_tables_of_up_to_ten_fit(screens: Screens, theme: str) -> None:
    club = a_club()
    players = some_players(club, 10, AWKWARD)
    page = signed_in(screens, a_member(club), "wall", theme, "/c/kennel/")
    for number, seats in enumerate((5, 7, 10, 4, 6, 3, 8, 9), 1):
        a_match(club, players[:seats], hands=3, seed=number, table=str(number))
        if number not in (2, 4, 8):
            continue
        page.goto("/c/kennel/wall/?tables=all")
        assert shown(page).locator(".wall-table").count() == number
        expect(shown(page).locator(".clock")).to_have_text(re.compile(r"\d\d:\d\d"))
        for width, height in ((1920, 1080), (1280, 720), (1080, 1920), (820, 1180)):
            page.set_viewport_size({"width": width, "height": height})
            found = [page.evaluate(script) for script in (IN_SIGHT, TOO_TALL, CUT_SHORT)]
            assert found == [[], [], []], (number, width)
    assert axe(page) == []
