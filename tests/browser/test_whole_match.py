"""A whole match on a new server: a demo club, twenty hands by taps, a correction, both ties, and both sheets."""

import json
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from io import BytesIO
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from pypdf import PdfReader

from scoring.records import score
from tests.browser.origins import is_at
from tests.browser.taps import Tapping, correct_tricks
from tests.screens import Screens
from tests.server import ROOT, Server, running

pytestmark = [pytest.mark.thorough, pytest.mark.needs("chromium")]

TOP, BOTTOM, MIDDLE = (0, 1), (2, 3), 4
SIZES = [*range(1, 11), *range(10, 0, -1)]


def bid(seat: int, cards: int) -> int:
    """The bid of a seat: the top two bid 0 and make it, the bottom two bid 1 and are set, the fifth takes all tricks
    and bids them while the hand has at most seven cards.
    """
    if seat == MIDDLE:
        return cards if cards <= 7 else 0
    return int(seat in BOTTOM)


def sit_down(page: Page) -> None:
    """Start a match of five players of the demo club, from the front page."""
    page.get_by_text("Try as an owner").click()
    page.get_by_text("Start a match").click()
    page.wait_for_url("**/matches/new/**")
    here = page.locator("[name=player]:checked")
    for left in range(here.count() - 1, -1, -1):
        page.locator(f"label[for={here.first.get_attribute('id')}]").tap()
        expect(here).to_have_count(left)
    for number in range(5):
        boxes = page.locator("[name=player]")
        page.locator(f"label[for={boxes.nth(number).get_attribute('id')}]").tap()
        expect(page.locator("[data-seat]")).to_have_count(number + 1)
    jack = page.locator("h3#jack")
    if not jack.is_visible():
        page.get_by_text("Somebody else deals first").tap()
    with page.expect_response(lambda answer: answer.request.method == "POST"):  # the page is replaced
        page.locator("label[for^=deals-]").first.tap()
    expect(page.locator("[name=dealer]").first).to_be_checked()
    expect(page.locator("form.htmx-request")).to_have_count(0)
    page.get_by_text("Deal hand 1").tap()
    page.wait_for_url("**/table/**")  # waits for its scripts too
    expect(page.locator("#main[data-what=bids]")).to_be_visible()


def play_hand(thumb: Tapping, cards: int, mistyped: bool) -> None:
    """Enter a hand by taps; if `mistyped`, with one trick of the fifth player given to the first."""
    order = [int(row.get_attribute("data-seat") or 0) for row in thumb.page.locator(".seat").all()]
    version = int(thumb.page.locator("#outbox").get_attribute("data-version") or 0)
    thumb.bids({seat: bid(seat, cards) for seat in order})
    if mistyped:  # one trick of the fifth player is given to the first
        missed = [(MIDDLE, cards - 1), (0, 1), (2, 0), (3, 0)]
    else:
        missed = [*([] if bid(MIDDLE, cards) == cards else [(MIDDLE, cards)]), (2, 0), (3, 0)]
    thumb.tricks(missed)
    is_at(thumb.page, version + 2)  # a tap just before the answer draws the page anew would be lost


def correct_hand_three(page: Page, match: str) -> None:
    table = page.url.partition("?")[0]
    page.goto(f"{match}correct/3/")
    correct_tricks(page, 0, 0)
    correct_tricks(page, MIDDLE, 3)
    page.get_by_text("Add a reason").tap()
    page.locator("[name=note]").fill("The fifth chair took all three.")
    expect(page.locator("#preview")).to_contain_text("Totals")
    page.locator("[value=save]").tap()
    page.wait_for_url(table)


def settle_the_top(page: Page) -> None:
    """Play the tie-break hand of five cards: all bid 0, blind; the first tied row takes all five and is set."""
    page.wait_for_timeout(400)  # a second tap on the same spot would be a double tap
    page.locator("#go").tap()
    expect(page.locator("h1")).to_contain_text("tie-break hand")
    for left in (4, 3, 2, 1, 0):
        page.locator(".seat.is-now .num").first.tap()
        expect(page.locator(".foot")).to_contain_text(f"{left} bid" if left else "Place 5 more tricks")
    expect(page.locator("main.is-placing")).to_be_visible()
    page.locator(".seat.is-tied").first.locator(".num", has_text=re.compile("^5$")).tap()
    page.get_by_text("wins the tie-break").tap()
    expect(page.locator("#go")).to_contain_text("Card pull")


def settle_the_bottom(page: Page) -> None:
    """Enter the card pull: the player asked first pulls a 5, the other a 9."""
    page.wait_for_timeout(400)  # a second tap on the same spot would be a double tap
    page.locator("#go").tap()
    expect(page.locator(".ranks")).to_be_visible()
    page.locator('.ranks .num[aria-label^="5"], .ranks .num:text-is("5")').first.tap()
    expect(page.locator(".ask-done")).to_contain_text("pulled")
    page.locator('.ranks .num:text-is("9")').first.tap()
    page.get_by_text("Save").tap()
    page.wait_for_url("**/finish/")
    expect(page.locator("h1")).to_be_visible()


def totals_on_the_page(page: Page) -> list[str]:
    last = page.locator(".sheet tbody tr", has=page.locator("th b", has_text=re.compile("^20$")))
    return [text.replace("−", "-") for text in last.locator(".mark").all_inner_texts()]


@pytest.fixture
def server(demo_installation: Server, tmp_path: Path) -> Iterator[Server]:
    with running(demo_installation, tmp_path / "var") as one:
        yield one


def test_a_whole_match_from_the_first_bid_to_the_printed_sheet(
    server: Server, make_screens: Callable[[str], Screens]
) -> None:
    page = make_screens(server.url).open("tablet", path="/")
    sit_down(page)
    match = page.url.split("table/")[0]
    thumb = Tapping(page)
    for hand, cards in enumerate(SIZES, start=1):
        play_hand(thumb, cards, mistyped=hand == 3)
        if hand == 10:
            correct_hand_three(page, match)
        if hand < len(SIZES):
            thumb.next_hand()
    print(f"taps for {len(SIZES)} hands: {thumb.taps}")
    settle_the_top(page)
    settle_the_bottom(page)
    page.goto(match)

    record = page.request.get(f"{match}record.json").body()
    sheet = score(json.loads(record))
    assert sheet["finished"]
    assert sheet["needs"] == []
    assert len(sheet["winners"]) == len(sheet["losers"]) == 1
    assert sorted(sheet["totals"].values()) == [-20, -20, 72, 100, 100]
    last = sheet["rounds"][-1]["totals"].values()
    assert [int(re.sub(r"[^-\d]", "", total)) for total in totals_on_the_page(page)] == list(last)
    command = [sys.executable, str(ROOT / "manage.py"), "score", "-"]
    told = subprocess.run(command, input=record, capture_output=True, check=True, env=server.environment)
    assert json.loads(told.stdout) == sheet
    for layout in ("rev1", "rev2"):
        pdf = PdfReader(BytesIO(page.request.get(f"{match}sheet.pdf?layout={layout}&fill=filled").body()))
        text = "".join(each.extract_text() for each in pdf.pages)
        assert "100" in text
        assert "−20" in text
