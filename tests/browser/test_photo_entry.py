"""Entering a sheet next to its photo: zoom and rotation, and a ruler that stays on its row and moves down with each
saved hand.
"""

import pytest
from playwright.sync_api import Page, expect

from clubs.models import Club, Role
from tests.browser.look import signed_in
from tests.factory import a_club, a_match, a_member, some_players
from tests.photos import a_jpeg, a_photo
from tests.screens import Screens, axe

pytestmark = [pytest.mark.needs("chromium"), pytest.mark.django_db(transaction=True)]
WIDER = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
SCALE = "at => new DOMMatrix(getComputedStyle(at).transform).a"
HAND = {"bids-1-0": "1", "tricks-1-0": "1", "bids-1-1": "0", "tricks-1-1": "0", "bids-1-2": "1", "tricks-1-2": "0"}


def ruler_of(page: Page) -> tuple[float, float]:
    """The ruler's top and height, in per cent of the photo's height."""
    style = page.locator(".ruler").get_attribute("style") or ""
    values = dict(part.split(":", 1) for part in style.replace(" ", "").split(";") if ":" in part)
    return float(values["inset-block-start"].rstrip("%")), float(values["block-size"].rstrip("%"))


@pytest.mark.variants
@pytest.mark.parametrize(("screen", "theme"), [("tablet", "light"), ("phone", "dark")])
def test_a_hand_is_typed_beside_its_row(screens: Screens, screen: str, theme: str) -> None:
    club: Club = a_club()
    match = a_match(club, some_players(club, 3), hands=0, plan=(1, 2, 1))
    a_photo(match, a_jpeg(1200, 1600))
    page = signed_in(screens, a_member(club, Role.SCOREKEEPER), screen, theme, f"{match.get_absolute_url()}paper/")
    ruler, stage = page.locator(".ruler"), page.locator(".pe-stage")
    expect(ruler).to_be_visible()
    assert page.evaluate(WIDER) == 0
    assert axe(page) == []
    fits = stage.evaluate(SCALE)
    page.get_by_role("button", name="Zoom in").click()
    assert stage.evaluate(SCALE) > fits
    page.get_by_role("button", name="Turn right").click()
    page.get_by_role("button", name="Turn left").click()
    top, size = ruler_of(page)
    ruler.focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Shift+ArrowDown")
    lower, higher = ruler_of(page)
    assert lower > top
    assert higher > size
    for name, figure in (HAND | {"sheet-0": "9"}).items():
        page.locator(f"[name={name}]").fill(figure)
    page.locator("[name=sheet-0]").blur()
    expect(page.locator("#off-0")).to_contain_text("The sheet says 9, what is entered makes 6.")
    expect(page.locator("#total-0 .mark-top")).to_have_text("6 top")
    page.get_by_role("button", name="Save hand 1").click()
    expect(page.get_by_role("button", name="Save hand 2")).to_be_visible()
    expect(ruler).to_be_visible()
    after, same = ruler_of(page)
    assert after == pytest.approx(lower + higher, abs=0.1)
    assert same == pytest.approx(higher, abs=0.1)
