"""A match is stopped while a tablet scores offline: the tablet keeps its entries until the match is reopened."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.line import Line
from tests.browser.origins import (
    ONLINE,
    Tablet,
    at_the_table,
    hand,
    is_at,
    next_hand,
    run_code,
    shows,
    wait_until_loaded,
    waits,
)
from tests.server import Server

pytestmark = [pytest.mark.variants, pytest.mark.needs("chromium")]
ABANDON, REOPEN = (f"from games import ledger; ledger.{verb}('%s')" for verb in ("abandon", "reopen"))
A_PASS = """
from games.models import TabletPass
from clubs.links.tokens import sign
print("/tablet/" + sign(TabletPass.objects.create(match_id="%s").pk, "tablet") + "/")
"""


def a_hand_and_a_bid(page: Page) -> None:
    """Enter a whole hand and the first bid of the next one, offline."""
    hand(page, 0, 0, 0, 0)
    next_hand(page)
    page.locator(".seat.is-now .num").nth(2).tap()
    waits(page, 2)


def try_again(page: Page, line: Line) -> None:
    """Tap “Try again” and wait until an entry is sent."""
    before = line.seen
    page.get_by_role("button", name="Try again").tap()
    for _ in range(200):
        if line.seen > before:
            return
        page.wait_for_timeout(100)
    raise AssertionError("nothing set out")


def is_on_the_sheet(page: Page) -> None:
    """Assert that the hand has been sent and the bid is still on the page."""
    is_at(page, 4)  # stopping and reopening the match count as two versions
    waits(page, 0)
    shows(page, "bids")
    expect(page.locator("#back")).to_have_text("Undo: Wilhelmina bids 2")


@pytest.mark.thorough
def test_a_scorekeeper_is_told_and_tries_again(line: Line, tablet: Tablet, club: Server, match: str) -> None:
    page = at_the_table(tablet(), match)
    line.close()
    a_hand_and_a_bid(page)
    run_code(club, ABANDON % match)
    line.is_open = True
    page.evaluate(ONLINE)
    stopped = page.locator("h1", has_text="This match was stopped")
    expect(stopped).to_be_visible()
    try_again(page, line)
    expect(page.locator("#kept")).to_be_hidden()  # the message about sending is gone after the response
    expect(stopped).to_be_visible()
    waits(page, 2)
    run_code(club, REOPEN % match)
    try_again(page, line)
    is_on_the_sheet(page)


@pytest.mark.thorough
def test_a_tablet_without_an_account_is_told_and_tries_again(
    line: Line, tablet: Tablet, club: Server, match: str
) -> None:
    context = tablet()
    context.clear_cookies()
    page = context.new_page()
    page.goto(run_code(club, A_PASS % match)[-1])
    page.locator("#main form button").tap()
    shows(page, "bids")
    wait_until_loaded(page)
    line.close()
    a_hand_and_a_bid(page)
    run_code(club, ABANDON % match)
    line.is_open = True
    page.evaluate(ONLINE)
    says = page.locator(".says")
    expect(says).to_contain_text("have the match handed over anew, and it is sent.")
    try_again(page, line)
    expect(says).to_contain_text("have the match handed over anew, and it is sent.")
    waits(page, 2)
    run_code(club, REOPEN % match)
    try_again(page, line)
    is_on_the_sheet(page)
