"""A tablet whose storage is slow: entries that are being stored are neither lost nor entered twice."""

import pytest
from playwright.sync_api import Page

from tests.browser.line import Line
from tests.browser.origins import ONLINE, Tablet, at_the_table, bids, is_at, posted, shows, until, waits
from tests.browser.outbox import outbox

pytestmark = [
    pytest.mark.thorough,
    pytest.mark.needs("chromium"),
    pytest.mark.parametrize("scheme_and_host", ["http://club.lan"], indirect=True),
]
# Transactions that `slow` selects complete, but the page is notified only by `hears()`.
SLOW = """
const { transaction } = IDBDatabase.prototype, { getAll } = IDBObjectStore.prototype;
self.slow = () => false;
self.unheard = [];
self.hears = () => { self.slow = () => false; for (const then of self.unheard.splice(0)) then(); };
IDBObjectStore.prototype.getAll = function (range) {
  this.transaction.of = range.lower[0];
  return getAll.call(this, range);
};
IDBDatabase.prototype.transaction = function (...about) {
  const deal = transaction.apply(this, about);
  const done = then => () => { if (self.slow(deal)) self.unheard.push(then); else then(); };
  Object.defineProperty(deal, "oncomplete", { set(then) { deal.addEventListener("complete", done(then)); } });
  return deal;
};
"""
SCORE = "for (const key of ['.num.is-fit', '#go']) document.querySelector(key)?.click()"


def bids_without_a_network(tablet: Tablet, line: Line, match: str) -> Page:
    """Enter the bids of a hand offline, on a page whose storage can be slowed down."""
    context = tablet()
    context.add_init_script(SLOW)
    page = at_the_table(context, match)
    line.close()
    bids(page, 0, 0, 0, 0)
    waits(page, 1)
    return page


def both_go_up(page: Page, line: Line) -> None:
    """Open the line, and assert that exactly the bids and the tricks are sent."""
    line.is_open = True
    page.evaluate(ONLINE)
    is_at(page, 2)
    waits(page, 0)
    assert len(posted(page)) == 2


def test_an_entry_on_its_way_to_the_disk_is_not_entered_again(line: Line, tablet: Tablet, match: str) -> None:
    page = bids_without_a_network(tablet, line, match)
    page.evaluate("void (slow = deal => deal.mode === 'readwrite' && deal.durability === 'strict')")
    page.evaluate(SCORE)
    until(page, "unheard.length")
    with page.expect_event("requestfailed", lambda request: request.method == "POST"):
        page.evaluate(ONLINE)  # the bids are sent again, and fail
    page.wait_for_timeout(300)
    page.evaluate(SCORE)
    page.evaluate("hears()")
    shows(page, "bids")
    waits(page, 2)
    both_go_up(page, line)


def test_an_entry_is_not_forgotten_while_another_tab_is_heard(line: Line, tablet: Tablet, match: str) -> None:
    page = bids_without_a_network(tablet, line, match)
    page.evaluate("void (slow = deal => deal.mode === 'readonly' && deal.of === 'log')")
    page.evaluate(outbox("new BroadcastChannel('dogclub').postMessage(table.match())"))
    until(page, "unheard.length")
    page.evaluate(SCORE)
    shows(page, "bids")
    waits(page, 2)
    page.evaluate("hears()")
    page.wait_for_timeout(300)
    assert page.evaluate(outbox("table.state.queue.map(row => row.seq)")) == [1, 2]
    both_go_up(page, line)
