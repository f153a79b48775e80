"""No control is under the bar at the foot of a phone's screen.

No page sets `viewport-fit=cover`, so the browser itself keeps content clear of notches and rounded corners; only the
bar at the foot overlaps pages, on Android.
"""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.look import a_kennel, signed_in
from tests.screens import Screens

pytestmark = [pytest.mark.needs("chromium"), pytest.mark.django_db(transaction=True)]
BAR = 34  # height of an iPhone's, in pixels
LOW = """bar => [...document.querySelectorAll("a, button, label, summary")].filter(each => {
  const part = each.closest(".foot, .main-bar, .bottom-bar, .is-now .pad, .wall-keys");
  const box = each.getBoundingClientRect();
  return part && each.checkVisibility() && box.height && box.bottom > innerHeight - bar + 0.5;
}).map(each => each.outerHTML)"""
PAD_AND_FOOT = """["bottom", "top"].map((edge, at) =>
  document.querySelector([".is-now .pad", ".foot"][at]).getBoundingClientRect()[edge])"""


def with_a_bar(page: Page) -> Page:
    """Emulate the bar at the foot of the screen on this page."""
    insets = {"insets": {"bottom": BAR, "bottomMax": BAR}}
    page.context.new_cdp_session(page).send("Emulation.setSafeAreaInsetsOverride", insets)
    return page


@pytest.mark.thorough
def test_nothing_to_tap_lies_under_the_bar_of_a_phone(screens: Screens) -> None:
    kennel = a_kennel()
    home = kennel.club.get_absolute_url()
    page = with_a_bar(signed_in(screens, kennel.user, "phone", "light", home))
    table, low = f"/m/{kennel.ten.pk}/table/?hand=9", []
    for path in (home, f"/m/{kennel.over.pk}/finish/", f"/m/{kennel.ten.pk}/wall/", table):
        page.goto(path)
        low += page.evaluate(LOW, BAR)
    assert low == []
    pad, foot = page.evaluate(PAD_AND_FOOT)
    assert pad <= foot + 1
    expect(page.locator(".is-now .pad .num")).to_have_count(3)
