"""Bad network conditions in a browser in the club's own network; entries keep their order, none is duplicated or lost.

The line is slow or fails now and then, the clock is three hours off, or cookies are blocked.
"""

import json
import re
from itertools import cycle
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Route, expect

from tests.browser.line import CUTS, Line
from tests.browser.origins import (
    ARGUMENTS,
    ONLINE,
    Tablet,
    at_the_table,
    hand,
    is_at,
    next_hand,
    number,
    posted,
    run_code,
    shows,
    signed_in,
    waits,
)
from tests.machine import CHROMIUM
from tests.server import Server

pytestmark = [
    pytest.mark.thorough,
    pytest.mark.only("sqlite"),
    pytest.mark.needs("chromium"),
    pytest.mark.parametrize("scheme_and_host", ["http://club.lan"], indirect=True),
]
SLOW = {"offline": False, "latency": 2000, "downloadThroughput": 50_000 / 8, "uploadThroughput": 50_000 / 8}
HOURS = 3 * 3_600_000
WRITTEN = """
from games.models import Entry
print(*(f"{entry.number}-{entry.kind}" for entry in Entry.objects.filter(match="%s").order_by("received_at", "pk")))
"""
TWO_HANDS = ["1-bids", "2-tricks", "3-bids", "4-tricks"]


def all_is_written(page: Page, club: Server, match: str, hands: int = 1) -> None:
    """Wait until all entries have been sent, and assert that the server has exactly these hands."""
    is_at(page, 2 * hands)
    waits(page, 0)
    assert run_code(club, WRITTEN % match) == TWO_HANDS[: 2 * hands]


def test_a_line_of_50_kbit_with_two_seconds_of_delay(tablet: Tablet, club: Server, match: str) -> None:
    page = at_the_table(tablet(), match)
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    session.send("Network.emulateNetworkConditions", SLOW)
    hand(page, 0, 0, 0, 0)  # the scorekeeper does not wait for responses
    all_is_written(page, club, match)


def test_one_request_in_three_fails(line: Line, tablet: Tablet, club: Server, match: str) -> None:
    """Of the entries one breaks off, and of two others the response is lost or its body is; of other requests every
    third fails.
    """
    page = at_the_table(tablet(), match)
    line.cuts = cycle(CUTS)
    count = cycle((False, False, True))
    page.context.route("**/*", lambda route: route.abort() if is_no_entry(route) and next(count) else route.continue_())
    hand(page, 0, 0, 0, 0)
    next_hand(page)
    hand(page, 0, 0, 0, 0)
    all_is_written(page, club, match, 2)
    assert line.seen > len(TWO_HANDS)


def is_no_entry(route: Route) -> bool:
    """Whether the request is anything but the sending of an entry."""
    return route.request.method != "POST" or "/half/" in route.request.url


def test_a_script_that_is_lost_is_fetched_again(tablet: Tablet, club: Server, match: str) -> None:
    context = tablet()
    lost: list[str] = []

    def once(route: Route) -> None:
        if lost:
            route.continue_()
        else:
            lost.append(route.request.url)
            route.abort()

    context.route("**/htmx*", once)
    hand(at_the_table(context, match), 0, 0, 0, 0)
    all_is_written(context.pages[-1], club, match)


def test_a_clock_three_hours_off(line: Line, tablet: Tablet, club: Server, match: str) -> None:
    context = tablet()
    page = at_the_table(context, match)
    now = page.evaluate("Date.now()")
    board = context.new_page()
    board.goto(f"/m/{match}/wall/")
    context.clock.set_fixed_time((now + HOURS) / 1000)
    line.close()
    hand(page, 0, 0, 0, 0)
    waits(page, 2)
    line.is_open = True
    page.evaluate(ONLINE)
    all_is_written(page, club, match)
    expect(board.locator(".now .fig")).to_have_text("2")
    expect(board.locator(".live").first).to_have_text(re.compile(r"^Live\. Updated \d+ seconds? ago\.$"))


def no_cookies(context: BrowserContext) -> None:
    """Remove all cookies, and let none through from now on."""

    def without(route: Route) -> None:
        route.continue_(headers={name: value for name, value in route.request.headers.items() if name != "cookie"})

    context.clear_cookies()
    context.route("**/*", without)


def test_cookies_that_are_blocked_in_the_middle(tablet: Tablet, match: str, seated: list[str], origin: str) -> None:
    context = tablet()
    page = at_the_table(context, match)
    no_cookies(context)
    for seat in (1, 2, 3, 0):
        number(page, seat, 0)
    expect(page.locator("#meter .says")).to_contain_text("Kept on this tablet. Sign in again on this page")
    waits(page, 1)
    context.unroute_all()
    signed_in(context, origin, seated[0])
    page.get_by_role("button", name="Try again").tap()
    shows(page, "tricks")
    is_at(page, 1)
    waits(page, 0)
    assert len(posted(page)) == 1


def test_cookies_that_were_always_blocked_are_named(line: Line, browser: Browser, tmp_path: Path) -> None:
    chosen = tmp_path / "Default" / "Preferences"
    chosen.parent.mkdir()
    chosen.write_text(json.dumps({"profile": {"default_content_setting_values": {"cookies": 2}}}))
    arguments = ["--headless=new", *ARGUMENTS]
    with browser.browser_type.launch_persistent_context(tmp_path, executable_path=CHROMIUM, args=arguments) as context:
        page = context.new_page()
        page.goto(f"http://localhost:{line.port}/accounts/login/")
        page.get_by_label("Email").fill("otto@kennel.example")
        page.get_by_label("Password", exact=True).fill("a-bone-in-the-garden")
        page.get_by_role("button", name="Sign in", exact=True).click()
        expect(page.locator("h1")).to_have_text("Cookies are blocked")
