"""Scoring moves to another device at the same tap, and back: two tablets and a real server."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.origins import wait_until_loaded
from tests.browser.taps import Tapping
from tests.screens import Screens
from tests.server import Server, until

pytestmark = [pytest.mark.thorough, pytest.mark.needs("chromium")]
A_MATCH = """
from games.models import TabletPass
from clubs.links.tokens import sign
from tests import factory
club = factory.a_club()
match = factory.a_match(club, factory.some_players(club), hands=0, table="1")
for label in ("by the window", "by the door"):
    print("/tablet/" + sign(TabletPass.objects.create(match=match, label=label).pk, "tablet") + "/")
"""
LINK = re.compile(r"^/tablet/.+/$", re.M)


def waits(page: Page, what: str) -> None:
    """Assert that the page is at this step."""
    expect(page.locator(f"#main[data-what={what}]")).to_be_visible()


def says_where(page: Page, whose: str) -> None:
    """Assert that the page says, without a tap, that another device now scores."""
    waits(page, "elsewhere")
    expect(page.locator("h1")).to_contain_text(f"The scoring device is {whose}")


def take_it_back(page: Page) -> None:
    """Take over scoring on this page."""
    with page.expect_navigation():  # to the same address; waits for the scripts too
        page.get_by_role("button", name="Score on this device").click()


def has_entries(page: Page, steps: int) -> None:
    """Wait until the match has exactly this many entries: bids count as one, tricks as another."""
    match = page.url.split("table/")[0]

    def found() -> int:
        hands = page.request.get(f"{match}record.json").json()["rounds"]
        return sum(step in hand for hand in hands for step in ("bids", "tricks"))

    until(lambda: found() >= steps, patience=60)
    assert found() == steps


def a_code_from(page: Page) -> str:
    """Create a handover code on the page, and return to the bids."""
    page.locator(".more summary").tap()
    page.get_by_text("Hand over to another tablet").tap()
    page.get_by_text("Create code").tap()
    code = page.locator(".code b").inner_text()
    page.get_by_text("Keep scoring here").tap()
    waits(page, "bids")
    return code


def goes_on_by(code: str, page: Page) -> None:
    """Take over scoring with this code."""
    page.goto("/tablet/")
    page.fill("#code", code)
    page.click("text=Continue")
    expect(page.locator("#main")).to_contain_text("Until now that was “by the window”")
    page.get_by_role("button", name="Score on this device").tap()


def half_bids_stand(page: Page) -> None:
    """Assert that the two bids and the trump are on the page."""
    expect(page.locator("#go")).to_have_text("3 bids to go")
    expect(page.locator('.trump [data-suit="hearts"]')).to_have_attribute("aria-pressed", "true")


def test_the_scorekeeping_goes_over_at_the_same_tap_and_comes_back(
    server: Server, make_screens: Callable[[str], Screens]
) -> None:
    made = server.manage("shell", stdin=A_MATCH)
    links = LINK.findall(made.stdout)
    assert len(links) == 2, made.stderr
    screens = make_screens(server.url)
    first, second = screens.open(path=links[0]), screens.open()
    first.get_by_role("button", name="Score on this device").tap()
    first.wait_for_url("**/table/**")  # waits for its scripts too
    thumb, other = Tapping(first), Tapping(second)

    # Two bids and the trump are entered; another tablet takes over by code, and has them.
    thumb.number(1, 0)
    thumb.number(2, 1)
    with first.expect_response(lambda answer: "hearts" in (answer.request.post_data or "")):
        thumb.tap('.trump [data-suit="hearts"]')
    code = a_code_from(first)
    half_bids_stand(first)
    goes_on_by(code, second)
    half_bids_stand(second)
    assert "?" not in second.url
    says_where(first, "tablet ")
    other.bids({3: 0, 4: 0, 0: 1})
    has_entries(second, 1)

    # The code is valid for one tablet.
    third = screens.open("phone")
    third.goto("/tablet/")
    third.fill("#code", code)
    third.click("text=Continue")
    expect(third.locator("#main")).to_contain_text("used by another device")

    # One tap takes scoring back; the other tablet shows that.
    take_it_back(first)
    waits(first, "tricks")
    says_where(second, "“by the window”")

    # The first continues without a network; meanwhile the second takes over and writes something else.
    wait_until_loaded(first)
    first.context.set_offline(True)
    thumb.number(0, 0)
    thumb.tap("#go.btn-main")
    waits(first, "bids")
    thumb.next_hand()
    thumb.bids({2: 0, 3: 0, 4: 0, 0: 0, 1: 1})
    expect(first.locator("#waiting")).to_contain_text("2 entries to send")
    take_it_back(second)
    waits(second, "tricks")
    other.tricks([(2, 0)])
    has_entries(second, 2)

    # Online again, the first shows the takeover, sends nothing and keeps its entries; after taking over it shows the
    # conflict.
    first.context.set_offline(False)
    says_where(first, "tablet ")
    expect(first.locator("[data-waiting] li")).to_have_count(2)
    has_entries(second, 2)
    take_it_back(first)
    waits(first, "conflict")
    expect(first.locator("#main table")).to_contain_text("This tablet")
    has_entries(second, 2)
