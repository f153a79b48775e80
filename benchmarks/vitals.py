"""Measures page loads and taps on a slow tablet: `.venv/bin/python benchmarks/vitals.py [HANDS [SLOWER]]`.

A fresh demo club on the real server, or with `--demo FILE` a copy of one in a database (SQLite); Chromium with its
processor slowed down SLOWER times (4 by default): weight, requests, largest paint and layout shift of the first visit
to each page of an evening, then the slowest responses to taps during hands.
"""

import os
import sys
import tempfile
from itertools import pairwise
from pathlib import Path
from shutil import copy, which
from statistics import median
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")

try:
    from playwright.sync_api import Browser, Page, Response, ViewportSize, expect, sync_playwright
except ModuleNotFoundError:
    sys.exit(
        "This one drives a browser: ./test installs what it needs beside ./run's environment; then start it again."
    )

from tests.prepared import lay_out
from tests.server import Server

NUMBERS = [int(word) for word in sys.argv[1:] if word.isdecimal()]
HANDS, SLOWER = (*NUMBERS, *(3, 4)[len(NUMBERS) :])
DEMO = next((after for word, after in pairwise(sys.argv) if word == "--demo"), None)
TABLET = ViewportSize(width=820, height=1180)
OBSERVE = """
window.vitals = {lcp: 0, cls: 0, taps: []};
const watch = (type, see, more) =>
  new PerformanceObserver(list => list.getEntries().forEach(see)).observe({type, buffered: true, ...more});
watch("largest-contentful-paint", entry => { vitals.lcp = entry.startTime; });
watch("layout-shift", entry => { if (!entry.hadRecentInput) vitals.cls += entry.value; });
watch("event", entry => { if (entry.interactionId) vitals.taps.push(entry.duration); }, {durationThreshold: 16});
"""


def bid_and_score(page: Page) -> None:
    """Play one hand: everybody bids one, and taps give out the tricks."""
    if page.locator("#main[data-what=result]").count():  # absent where a player joined or left since the last hand
        page.locator("#go").click()
    page.locator("#main[data-what=bids]").wait_for()
    rows = page.locator(".seat").count()
    for _ in range(rows):
        page.locator(".seat.is-now .num:not(.is-barred)").nth(1).click()
    page.locator("#main[data-what=tricks]").wait_for()
    while not page.locator("#go.btn-main").count():
        page.locator(".num.is-fit").first.click()
        page.wait_for_timeout(400)
    page.locator("#go").click()
    expect(page.locator("#main[data-what=result]")).to_be_visible()
    page.wait_for_timeout(400)


def slowed(page: Page) -> Page:
    """The page with a slowed-down processor, and with observers for paints, layout shifts and taps."""
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    page.add_init_script(OBSERVE)
    return page


def pages_of_an_evening(page: Page, url: str) -> dict[str, str]:
    """The addresses of the pages by name, in the demo club of somebody who has just signed in."""
    page.goto(url)
    page.get_by_text("Try as an owner").click()
    page.wait_for_url("**/c/*/")
    home = page.url
    night = page.locator("main a[href*='/nights/']:not([href$='/nights/'])").first.get_attribute("href") or ""
    page.locator("main a", has_text="Table 1").first.click()
    page.wait_for_url("**/m/**")
    match = f"{page.url.removesuffix('/').removesuffix('/table')}/"
    page.goto(f"{match}table/")
    entry = url + (page.locator("#go").get_attribute("href") or "")
    addresses = (url, home, url + night, match, f"{match}table/", entry)
    return dict(zip(("front page", "home", "Tonight", "match page", "result", "table"), addresses, strict=True))


def is_aside(answer: Response) -> bool:
    """Whether a response does not count: the favicon, or a live stream."""
    return "favicon" in answer.url or "event-stream" in answer.headers.get("content-type", "")


def first_visit(browser: Browser, url: str, **who: Any) -> dict[str, float]:
    """The figures of a visit with an empty cache, without the favicon and the live stream."""
    context = browser.new_context(viewport=TABLET, service_workers="block", **who)
    page = slowed(context.new_page())
    answers: list[Response] = []
    page.on("response", lambda answer: answers.append(answer) if not is_aside(answer) else None)
    page.goto(url, wait_until="load")
    page.wait_for_timeout(1500)
    lcp, cls = page.evaluate("[vitals.lcp, vitals.cls]")
    weight = sum(answer.request.sizes()["responseBodySize"] for answer in answers)
    context.close()
    return {"kB": weight / 1000, "requests": len(answers), "largest paint, ms": lcp, "layout shift": cls}


def taps(browser: Browser, url: str, **who: Any) -> dict[str, float]:
    """The layout shift and the duration of taps, in milliseconds, while HANDS hands are played."""
    page = slowed(browser.new_context(viewport=TABLET, **who).new_page())
    page.goto(url, wait_until="networkidle")
    first = page.evaluate("vitals.cls")
    for _ in range(HANDS):
        bid_and_score(page)
    felt = page.evaluate("vitals.taps") or [0]
    return {
        "layout shift while playing": page.evaluate("vitals.cls") - first,
        "tap, median ms": median(felt),
        "tap, slowest ms": max(felt),
    }


def measured(browser: Browser, url: str) -> None:
    """Print all figures."""
    page = browser.new_page(viewport=TABLET)
    paths = pages_of_an_evening(page, url)
    who = {"storage_state": page.context.storage_state()}
    print(f"{'first visit':12} {'kB':>8} {'requests':>9} {'largest paint, ms':>18} {'layout shift':>13}")
    for name, address in paths.items():
        visit = first_visit(browser, address, **({} if name == "front page" else who))
        print(f"{name:12} {visit['kB']:8.1f} {visit['requests']:9} {visit['largest paint, ms']:18.0f}", end="")
        print(f" {visit['layout shift']:13.3f}")
    for name, value in taps(browser, paths["result"], **who).items():
        print(f"{name:27} {value:8.3f}")


def main() -> None:
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder), f"sqlite:///{folder}/dogclub.sqlite3")
        lay_out(server.var)
        if DEMO:
            copy(DEMO, server.var / "dogclub.sqlite3")
        server.manage("demo", "--if-empty").check_returncode()
        server.start()
        arguments = ["--no-sandbox", "--disable-gpu", "--accept-lang=en-GB", "--disable-background-networking"]
        chromium = playwright.chromium.launch(executable_path=which("chromium"), args=arguments)
        try:
            measured(chromium, server.url)
        finally:
            chromium.close()
            server.kill()


if __name__ == "__main__":
    main()
