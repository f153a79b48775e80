"""No entry is lost or written twice, over TLS and over plain HTTP: with the real server, a failing line, and browsers
that are killed.
"""

from pathlib import Path
from urllib.parse import parse_qs

import pytest
from playwright.sync_api import Browser, Dialog, expect

from tests.browser.line import Line
from tests.browser.origins import (
    ONLINE,
    Tablet,
    at_the_table,
    bids,
    hand,
    is_at,
    killed,
    next_hand,
    number,
    posted,
    shows,
    until,
    waits,
)
from tests.browser.outbox import outbox
from tests.screens import SCREENS

pytestmark = [pytest.mark.variants, pytest.mark.needs("chromium")]
DAY = 86_400_000
FORBIDS = """
for (const name of ["localStorage", "sessionStorage", "indexedDB", "caches"])
  Object.defineProperty(self, name, { get() { throw new DOMException("no", "SecurityError"); } });
"""
TAPS_ON_DISK = """new Promise(resolve => {
  const opening = indexedDB.open("dogclub", 1);
  opening.onsuccess = () => {
    const match = location.pathname.split("/")[2];
    const asking = opening.result.transaction("kept").objectStore("kept").get(`half:${match}`);
    asking.onsuccess = () => { opening.result.close(); resolve(asking.result?.taps.length === 1); };
  };
})"""


@pytest.mark.thorough
def test_two_hands_without_a_network_and_a_dead_battery(line: Line, tablet: Tablet, match: str, tmp_path: Path) -> None:
    page = at_the_table(tablet(), match)
    line.close()
    hand(page, 0, 0, 0, 0)
    waits(page, 2)
    next_hand(page)
    hand(page, 0, 0, 0, 0)
    next_hand(page)
    number(page, 3, 2)  # a partly entered hand
    waits(page, 4)
    until(page, TAPS_ON_DISK)
    killed(tmp_path / "disk")
    line.is_open = True
    page = tablet().new_page()
    page.goto(f"/m/{match}/table/")
    is_at(page, 4)
    waits(page, 0)
    expect(page.locator("#back")).to_have_text("Undo: Percy bids 2")
    assert [parse_qs(body)["number"][0] for body in posted(page)] == ["1", "2", "3", "4"]


@pytest.mark.thorough
def test_a_line_that_breaks_in_the_middle_and_behind_an_entry(line: Line, tablet: Tablet, match: str) -> None:
    page = at_the_table(tablet(), match)
    line.cut = "in the middle"
    bids(page, 0, 0, 0, 0)
    is_at(page, 1)
    line.cut = "answer lost"
    page.locator(".num.is-fit").first.tap()
    page.locator("#go.btn-main").tap()
    shows(page, "bids")
    is_at(page, 2)
    waits(page, 0)
    written = posted(page)  # read once the last response is stored: until then this tab holds the lock for sending
    for _ in range(2):
        page.locator(".more summary").tap()
        page.locator("button[data-kept]").tap()
        page.get_by_text("Send all again").tap()
        expect(page.locator("#entries [role=status]")).to_have_text("The server has all 2.")
        page.keyboard.press("Escape")
        page.wait_for_timeout(400)  # a second tap on the same spot would be a double tap
    for body in written * 15:
        line.hang_up()  # so that each request has a connection of its own
        again = page.evaluate(
            """body => fetch(location.pathname, {method: "POST", body: new URLSearchParams(body),
            headers: {"HX-Request": "true", ...JSON.parse(document.body.getAttribute("hx-headers:inherited"))}})
            .then(answer => [answer.status, answer.headers.get("X-Match-Version")])""",
            body,
        )
        assert again == [200, "1" if "what=bids" in body else "2"]
    page.reload()
    is_at(page, 2)


@pytest.mark.thorough
def test_two_tabs_of_one_browser(line: Line, tablet: Tablet, match: str) -> None:
    context = tablet()
    one, two = at_the_table(context, match), at_the_table(context, match)
    line.close()
    bids(one, 0, 0, 0, 0)
    for page in (one, two):
        waits(page, 1)
    bids(two, 1, 0, 0, 1)
    for page in (one, two):
        waits(page, 2)
    before = line.seen
    line.is_open = True
    one.evaluate(ONLINE)
    asked = one.locator("h1", has_text="Two tablets, one bone")
    expect(asked).to_be_visible()
    assert line.seen - before <= 4  # each entry once, and one conflict request for each tab
    one.locator("#keep button").tap()
    for page in (one, two):
        is_at(page, 2)
        waits(page, 0)
        expect(page.locator("#seat-0 .role")).to_contain_text("bid 1")


@pytest.mark.thorough
def test_a_tab_hears_what_another_wrote_while_its_page_began(line: Line, tablet: Tablet, match: str) -> None:
    context = tablet()
    one, two = at_the_table(context, match), at_the_table(context, match)
    two.evaluate(outbox("{ table.state.game.begin = () => new Promise(done => { window.begun = done; }); }"))
    two.evaluate("htmx.ajax('GET', location.href, { target: '#main', swap: 'outerMorph' })")
    until(two, "Boolean(window.begun)")
    bids(one, 0, 0, 0, 0)
    is_at(one, 1)
    waits(one, 0)
    two.evaluate("window.begun()")
    is_at(two, 1)


@pytest.mark.thorough
def test_what_came_after_a_conflict_waits_for_a_choice(
    line: Line, tablet: Tablet, browser: Browser, match: str
) -> None:
    page = at_the_table(tablet(), match)
    line.close()
    hand(page, 0, 0, 0, 0)
    waits(page, 2)
    past = f"http://localhost:{line.to}"  # not through the line
    other = browser.new_context(base_url=past, **SCREENS["tablet"])
    session = next(each["value"] for each in page.context.cookies() if each["name"] == "sessionid")
    other.add_cookies([{"name": "sessionid", "value": session, "url": past}])
    bids(at_the_table(other, match), 1, 0, 0, 1)
    other.close()
    line.is_open = True
    page.evaluate(ONLINE)
    expect(page.locator("h1")).to_have_text("Two tablets, one bone")
    page.locator("#yield button").tap()
    expect(page.locator("#entries")).to_contain_text("This was entered after yours, and waits until you decide")
    shows(page, "tricks")
    expect(page.locator("#waiting button")).to_have_text("1 entry waits for you")
    page.reload()
    page.locator("#entries >> text=Discard").tap()
    expect(page.locator("#waiting")).to_be_hidden()
    is_at(page, 3)
    page.goto(f"/m/{match}/history/")
    expect(page.locator("main")).to_contain_text("Not chosen.")


@pytest.mark.thorough
def test_a_clock_that_is_wrong_by_a_day_and_jumps(line: Line, tablet: Tablet, match: str) -> None:
    context = tablet()
    page = at_the_table(context, match)
    now = page.evaluate("Date.now()")
    context.clock.set_fixed_time((now - DAY) / 1000)
    line.close()
    bids(page, 0, 0, 0, 0)
    context.clock.set_fixed_time((now + DAY) / 1000)
    page.locator(".num.is-fit").first.tap()
    page.locator("#go.btn-main").tap()
    shows(page, "bids")
    waits(page, 2)
    line.is_open = True
    context.clock.set_fixed_time((now - 2 * DAY) / 1000)
    page.evaluate(ONLINE)
    is_at(page, 2)
    assert [parse_qs(body)["at"][0] for body in posted(page)] == [str(now - DAY), str(now + DAY)]


def test_a_tablet_whose_storage_is_full_says_so_and_goes_on(
    line: Line, tablet: Tablet, origin: str, match: str
) -> None:
    context = tablet()
    page = at_the_table(context, match)
    session = context.new_cdp_session(page)
    session.send("Storage.overrideQuotaForOrigin", {"origin": origin, "quotaSize": 1})
    line.close()
    hand(page, 0, 0, 0, 0)
    expect(page.locator("#meter .says")).to_contain_text("This tablet cannot store entries: its storage is full.")
    waits(page, 2)
    asked: list[str] = []

    def stay(dialog: Dialog) -> None:
        asked.append(dialog.type)
        dialog.dismiss()

    page.on("dialog", stay)
    with page.expect_event("dialog"):
        page.close(run_before_unload=True)
    assert asked == ["beforeunload"]
    line.is_open = True
    page.evaluate(ONLINE)
    is_at(page, 2)
    waits(page, 0)
    until(page, outbox("!table.storageTrouble()"))
    page.goto("about:blank")
    assert asked == ["beforeunload"]


def test_a_browser_that_forbids_its_storage_says_so_and_goes_on(line: Line, tablet: Tablet, match: str) -> None:
    context = tablet()
    context.add_init_script(FORBIDS)
    page = at_the_table(context, match)
    line.close()
    hand(page, 0, 0, 0, 0)
    expect(page.locator("#meter .says")).to_contain_text("This tablet cannot store entries: its browser forbids it.")
    line.is_open = True
    page.evaluate(ONLINE)
    is_at(page, 2)
