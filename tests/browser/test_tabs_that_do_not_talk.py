"""Two tabs of a browser without BroadcastChannel: each finds the other's entries when it becomes visible."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.line import Line
from tests.browser.origins import ONLINE, Tablet, at_the_table, bids, is_at, waits

pytestmark = [pytest.mark.thorough, pytest.mark.needs("chromium")]


def looked_at(page: Page) -> None:
    """Bring the tab to the front."""
    page.bring_to_front()
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")


def the_one_that_asks(*pages: Page) -> Page:
    """The tab that shows the conflict, which is the one that sent first."""
    for _ in range(200):
        for page in pages:
            if (page.locator("h1").text_content() or "").strip() == "Two tablets, one bone":
                return page
        pages[0].wait_for_timeout(100)
    raise AssertionError("no tab asks")


def test_what_both_entered_is_asked_about(line: Line, tablet: Tablet, match: str) -> None:
    context = tablet()
    context.add_init_script("delete window.BroadcastChannel")
    one, two = at_the_table(context, match), at_the_table(context, match)
    assert one.evaluate("'BroadcastChannel' in window") is False
    line.close()
    bids(one, 0, 0, 0, 0)
    waits(one, 1)
    waits(two, 0)
    looked_at(two)
    waits(two, 1)
    bids(two, 1, 0, 0, 1)
    waits(two, 2)
    before = line.seen
    line.is_open = True
    looked_at(one)
    asks = the_one_that_asks(one, two)
    assert line.seen - before <= 4
    asks.locator("#keep button").tap()
    is_at(asks, 2)
    for page in (one, two):
        page.evaluate(ONLINE)
        looked_at(page)
        is_at(page, 2)
        waits(page, 0)
        expect(page.locator("#seat-0 .role")).to_contain_text("bid 1")
