"""Bad network conditions and devices in Firefox and WebKit; entries keep their order, none is duplicated or lost.

The line is slow or fails now and then, cookies are blocked, the tablet's storage is refused or full, or its clock is
three hours off. In Chromium: `test_bad_days` and `test_outbox_both_origins`.
"""

from collections.abc import Iterator
from itertools import cycle

import pytest

from tests.browser.engines.driver import BUT_CHROMIUM, ENGINES, Browser
from tests.browser.engines.every_page import listening
from tests.browser.engines.test_every_engine import ENTRIES, IS_COMPLETE, bid, hand, next_hand
from tests.browser.line import CUTS, Line
from tests.browser.origins import run_code
from tests.server import Server, running

pytestmark = [pytest.mark.release, pytest.mark.only("sqlite"), BUT_CHROMIUM]
DAYS = 6
SEATED = f"""
from django.test import Client
from clubs.models import Role
from tests import factory
club, client = factory.a_club(), Client()
players = factory.some_players(club, 5)
client.force_login(factory.a_member(club, Role.SCOREKEEPER))
matches = [factory.a_match(club, players, hands=6).pk for _ in range({DAYS * len(ENGINES)})]
print(client.session.session_key, *matches)
"""
HAND, NEXT = ["13-bids", "14-tricks"], ["15-bids", "16-tricks"]
HOURS = "void (clock => { Date.now = () => clock() + 3 * 3_600_000; })(Date.now.bind(Date))"
ONLINE = "void dispatchEvent(new Event('online'))"
# As the IndexedDB standard says: the transaction is aborted with this error.
FULL = """void (put => {
  IDBObjectStore.prototype.put = function (...row) {
    if (window.isFull) {
      Object.defineProperty(this.transaction, "error", { value: new DOMException("", "QuotaExceededError") });
      this.transaction.abort();
    }
    return put.apply(this, row);
  };
  window.isFull = true;
})(IDBObjectStore.prototype.put)"""
SAYS = "document.querySelector({0!r})?.textContent.includes({1!r}) ?? false"


@pytest.fixture(scope="module")
def shared_server(migrated: Server, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A running server whose pages can be made to refuse storage."""
    with running(migrated, tmp_path_factory.mktemp("shared") / "var", listening) as one:
        yield one


@pytest.fixture(scope="module")
def seats(shared_server: Server) -> list[str]:
    """A session, and DAYS matches of six hands for each engine."""
    return run_code(shared_server, SEATED)[-1 - DAYS * len(ENGINES) :]


@pytest.fixture(scope="module")
def road(browser: Browser, shared_server: Server, seats: list[str]) -> Iterator[Line]:
    """A proxy for each engine, shared by its tests so that pages are cached."""
    with Line(shared_server.port) as one:
        browser.sign_in(f"http://127.0.0.1:{one.port}", seats[0])
        yield one


@pytest.fixture
def line(road: Line) -> Iterator[Line]:
    """The proxy; its settings are reset after each test."""
    yield road
    road.is_open, road.is_bare, road.delay, road.rate = True, False, 0, 0
    road.cuts, road.fails, road.seen = iter(()), iter(()), 0


@pytest.fixture
def match(line: Line, seats: list[str]) -> str:
    return seats.pop()


def at_the_table(browser: Browser, line: Line, match: str) -> None:
    """Open the bids of hand 7, and note the match's version."""
    browser.open(f"http://127.0.0.1:{line.port}/m/{match}/table/?hand=7")
    browser.until(IS_COMPLETE)
    browser.value("void (window.began = document.querySelector('#outbox').dataset.version)")


def expect_text(browser: Browser, selector: str, text: str) -> None:
    """Wait until the element contains this text."""
    browser.until(SAYS.format(selector, text))


def all_is_written(browser: Browser, shared_server: Server, match: str, entries: list[str]) -> None:
    """Wait until the page has sent all entries, and assert that the server has exactly these."""
    browser.until(f"document.querySelector('#outbox').dataset.version - window.began === {len(entries)}")
    browser.until("document.querySelector('#waiting')?.hidden ?? false")
    assert run_code(shared_server, ENTRIES % match) == entries


def a_hand_away(browser: Browser, line: Line) -> None:
    """Enter a hand while the line is closed."""
    line.close()
    hand(browser)
    expect_text(browser, "#waiting", "2 entries")


def back(browser: Browser, line: Line) -> None:
    """Open the line again, and tell the page that the network is back."""
    line.is_open = True
    browser.value(ONLINE)


def test_a_line_of_50_kbit_with_two_seconds_of_delay(
    browser: Browser, shared_server: Server, line: Line, match: str
) -> None:
    at_the_table(browser, line, match)
    line.delay, line.rate = 2, 50_000 / 8
    hand(browser)  # the scorekeeper does not wait for responses
    all_is_written(browser, shared_server, match, HAND)


def test_one_request_in_three_fails(browser: Browser, shared_server: Server, line: Line, match: str) -> None:
    """Of the entries one breaks off, and of two others the response is lost or its body is; of other requests every
    third fails.
    """
    at_the_table(browser, line, match)
    line.cuts, line.fails = cycle(CUTS), cycle((False, False, True))
    hand(browser)
    next_hand(browser)
    hand(browser)
    all_is_written(browser, shared_server, match, HAND + NEXT)
    assert line.seen > len(HAND + NEXT)


def test_a_clock_three_hours_off(browser: Browser, shared_server: Server, line: Line, match: str) -> None:
    first = browser.handle()
    at_the_table(browser, line, match)
    browser.value(HOURS)
    board = browser.window()
    browser.open(f"http://127.0.0.1:{line.port}/m/{match}/wall/")
    browser.value(HOURS)
    browser.switch(first)
    a_hand_away(browser, line)
    back(browser, line)
    all_is_written(browser, shared_server, match, HAND)
    browser.switch(board)
    browser.until("document.querySelector('.now .fig').textContent === '8'")
    browser.until("/^Live\\. Updated \\d+ seconds? ago\\.$/.test(document.querySelector('.live').textContent)")
    browser.close()
    browser.switch(first)


def test_a_storage_that_is_refused_is_named(browser: Browser, shared_server: Server, line: Line, match: str) -> None:
    at_the_table(browser, line, match)
    browser.value("void (localStorage.without = 'indexedDB')")
    at_the_table(browser, line, match)
    browser.value("void localStorage.clear()")
    a_hand_away(browser, line)
    expect_text(browser, "#kept", "This tablet cannot store entries: its browser forbids it.")
    back(browser, line)
    all_is_written(browser, shared_server, match, HAND)


def test_a_full_disk_on_the_tablet_is_named(browser: Browser, shared_server: Server, line: Line, match: str) -> None:
    at_the_table(browser, line, match)
    browser.value(FULL)
    a_hand_away(browser, line)
    expect_text(browser, "#kept", "This tablet cannot store entries: its storage is full.")
    browser.value("void (window.isFull = false)")
    back(browser, line)
    all_is_written(browser, shared_server, match, HAND)


def test_cookies_that_are_blocked_are_named(browser: Browser, shared_server: Server, line: Line, match: str) -> None:
    at_the_table(browser, line, match)
    line.is_bare = True
    bid(browser, 1, 1, 1, 0, 0)
    expect_text(browser, "#meter .says", "Kept on this tablet. Your browser blocks cookies: allow them for this site")
    expect_text(browser, "#waiting", "1 entry")
    line.is_bare = False
    browser.tap("#meter [data-again]")
    browser.shows("#main[data-what=tricks]")
    all_is_written(browser, shared_server, match, HAND[:1])

    browser.open(f"http://127.0.0.1:{line.port}/account/")
    line.is_bare = True  # before signing out, so that the other engines keep their session
    browser.leave("document.querySelector('form[action*=logout]').requestSubmit()")
    expect_text(browser, "h1", "Cookies are blocked")
    browser.open(f"http://127.0.0.1:{line.port}/accounts/login/")
    browser.type("[name=login]", "otto@kennel.example")
    browser.type("[name=password]", "a-bone-in-the-garden")
    browser.tap("form button.btn-main")
    expect_text(browser, "h1", "Cookies are blocked")
