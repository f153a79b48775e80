"""Measures twelve boards and a table in one browser over HTTP/1.1, which opens six connections: how soon each board
shows a scored hand, and how soon another page opens meanwhile. `.venv/bin/python benchmarks/live.py --boards [HANDS]`.
"""

import statistics
import time
from itertools import cycle, islice

from playwright.sync_api import BrowserContext, Page, Request, sync_playwright

from benchmarks.vitals import bid_and_score
from tests.machine import HEADLESS

BOARDS = 12
# Notes the times at which the page showed another hand, by the clock that all processes of a machine share.
WATCH = """
window.drawn = [];
const hand = () => (document.querySelector(".now .fig") ?? document.querySelector(".lead p")).textContent;
let last = hand();
new MutationObserver(() => {
  if (hand() === last) return;
  last = hand();
  drawn.push(Date.now());
}).observe(document.body, { childList: true, characterData: true, subtree: true });
"""


def kinds_of(match: str, club: str) -> tuple[str, ...]:
    """The paths of a table's board, of the club's board, and of the match's page."""
    return f"{match}wall/", f"{club}wall/", match


def open_boards(context: BrowserContext, match: str, club: str) -> list[Page]:
    """Open BOARDS pages that note when they show another hand."""
    pages = []
    for path in islice(cycle(kinds_of(match, club)), BOARDS):
        page = context.new_page()
        page.goto(path)
        page.evaluate(WATCH)
        pages.append(page)
    return pages


def measure(url: str, session: str, match: str, club: str, hands: int) -> None:
    """Play so many hands at the table and print how soon the boards and other pages followed."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=HEADLESS, args=["--no-sandbox"])
        context = browser.new_context(base_url=url, bypass_csp=True, viewport={"width": 820, "height": 1180})
        context.add_cookies([{"name": "sessionid", "value": session, "url": url}])
        boards, table, posts = open_boards(context, match, club), context.new_page(), list[Request]()
        table.on("request", lambda request: posts.append(request) if request.method == "POST" else None)
        table.goto(f"{match}table/")
        followed = []
        for number in range(hands):
            posts.clear()
            bid_and_score(table)
            scored = [post for post in posts if post.url.endswith("/table/")][-1].timing["startTime"]
            for board in boards:
                board.wait_for_function(f"drawn.length > {number}", timeout=20_000)
                followed.append(board.evaluate(f"drawn[{number}]") - scored)
        opened = [opening(context, path) for path in (f"{match}table/", match, f"{club}standings/", club)]
        browser.close()
    print(f"{len(boards)} boards and a table in one browser, {hands} hands")
    print(f"a board follows: {statistics.median(followed):.0f} ms, the slowest {max(followed):.0f} ms")
    print(f"a page opens: {statistics.median(opened):.0f} ms, the slowest {max(opened):.0f} ms")


def opening(context: BrowserContext, path: str) -> float:
    """Milliseconds until a new page has loaded."""
    page, begun = context.new_page(), time.perf_counter()
    page.goto(path)
    return (time.perf_counter() - begun) * 1000
