"""An entry that stops the queue: entries made after it, and a partly entered form, are kept until it is settled."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.line import Line
from tests.browser.origins import (
    ONLINE,
    Tablet,
    at_the_table,
    bids,
    hand,
    is_at,
    next_hand,
    posted,
    run_code,
    shows,
    signed_in,
    wait_until_loaded,
    waits,
)
from tests.browser.taps import Tapping
from tests.screens import SCREENS
from tests.server import Server, until

pytestmark = [pytest.mark.variants, pytest.mark.needs("chromium")]
TOP_DOG = """
from games import ledger
from clubs.models import Club, Player
from scoring.top_dog import TOP_DOG, Options
club = Club.objects.get()
print(ledger.start(club, TOP_DOG.key, list(Player.objects.filter(club=club).order_by("pk")[:4]), Options()).pk)
"""
TOLD = (
    "from games.models import ScorekeeperLock as Lock; "
    "print(*Lock.objects.filter(match='%s').values_list('unsaved_form', flat=True))"
)
# A suit that does not exist, as a page of another version might send.
STARS = "Object.assign(document.querySelector('[data-suit=hearts]'), {value: 'stars'}).dataset.suit = 'stars'"


def half_a_hand(page: Page) -> None:
    """Start the next hand and enter two of its four bids."""
    next_hand(page)
    for bid in (1, 2):
        Tapping(page).bid_next(bid)
    stands_half_entered(page)


def stands_half_entered(page: Page) -> None:
    """Assert that the two bids are still on the page."""
    shows(page, "bids")
    expect(page.locator("#go")).to_have_text("2 bids to go")
    expect(page.locator("#back")).to_have_text("Undo: Percy bids 2")


@pytest.mark.thorough
def test_behind_one_the_server_refuses(line: Line, tablet: Tablet, club: Server, match: str) -> None:
    page = at_the_table(tablet(), match)
    page.evaluate(STARS)
    line.close()
    page.locator("[data-suit=stars]").tap()
    hand(page, 0, 0, 0, 0)
    half_a_hand(page)
    line.is_open = True
    page.evaluate(ONLINE)
    for _ in range(2):
        expect(page.locator("[role=alert]")).to_contain_text("stars")
        waits(page, 2)
        before = line.seen
        page.evaluate(ONLINE)
        page.wait_for_timeout(500)
        assert line.seen == before
        page.reload()
    expect(page.locator("[role=alert]")).to_contain_text("stars")
    before = line.seen
    page.locator("[data-suit=clubs]").tap()
    is_at(page, 2)
    waits(page, 0)
    stands_half_entered(page)
    assert line.seen - before == 2
    assert len(posted(page)) == 3  # the refused entry stays on the tablet unchanged
    until(lambda: '"bids-3"' in "".join(run_code(club, TOLD % match)))  # a device that takes over gets it


@pytest.mark.thorough
def test_behind_one_another_tablet_wrote_too(line: Line, tablet: Tablet, match: str) -> None:
    page = at_the_table(tablet(), match)
    line.close()
    hand(page, 0, 0, 0, 0)
    half_a_hand(page)
    browser = page.context.browser
    assert browser
    past = f"http://localhost:{line.to}"  # not through the line
    other = browser.new_context(base_url=past, **SCREENS["tablet"])
    signed_in(other, past, next(each["value"] for each in page.context.cookies() if each["name"] == "sessionid"))
    bids(at_the_table(other, match), 1, 0, 0, 1)
    other.close()
    line.is_open = True
    page.evaluate(ONLINE)
    expect(page.locator("h1")).to_have_text("Two tablets, one bone")
    waits(page, 2)
    page.locator("#keep button").tap()
    waits(page, 0)
    is_at(page, 3)
    stands_half_entered(page)


@pytest.mark.thorough
def test_behind_a_round_the_server_refuses(line: Line, tablet: Tablet, club: Server, seated: list[str]) -> None:
    page = tablet().new_page()
    page.goto(f"/m/{run_code(club, TOP_DOG)[-1]}/table/")
    wait_until_loaded(page)
    line.close()
    page.locator("label[for=won-0-4]").tap()
    expect(page.locator("#main[data-what=ahead]")).to_be_visible()
    page.evaluate("document.querySelector('#entry').dataset.due = 12")  # one hand too few
    for label in ("won-1-3", "won-2-2"):
        page.locator(f"label[for={label}]").tap()
    page.locator("#go.btn-main").tap()
    expect(page.locator("#entry [name=number]")).to_have_value("2")
    page.locator("label[for=won-0-5]").tap()
    waits(page, 1)
    line.is_open = True
    page.evaluate(ONLINE)
    expect(page.locator("[role=alert]")).to_contain_text("13")
    page.locator("label[for=won-3-4]").tap()
    page.locator("#go.btn-main").tap()
    is_at(page, 1)
    waits(page, 0)
    expect(page.locator("#won-0-5")).to_be_checked()
