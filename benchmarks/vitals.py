"""What a thumb feels at the table on a slow tablet: `.venv/bin/python benchmarks/vitals.py [HANDS]`.

A fresh demo club on the real server, Chromium with its processor slowed down four times: largest paint and layout shift
of the first visit to the table's page, then the slowest answers to taps while hands are played.
"""

import os
import sys
import tempfile
from pathlib import Path
from shutil import which
from statistics import median

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")

try:
    from playwright.sync_api import Page, ViewportSize, expect, sync_playwright
except ModuleNotFoundError:
    sys.exit(
        "This one drives a browser: ./test installs what it needs beside ./run's environment; then start it again."
    )

from tests.server import Server

HANDS = int(next((word for word in sys.argv[1:] if word.isdecimal()), 3))
OBSERVE = """
window.vitals = {lcp: 0, cls: 0, taps: []};
const watch = (type, see, more) =>
  new PerformanceObserver(list => list.getEntries().forEach(see)).observe({type, buffered: true, ...more});
watch("largest-contentful-paint", entry => { vitals.lcp = entry.startTime; });
watch("layout-shift", entry => { if (!entry.hadRecentInput) vitals.cls += entry.value; });
watch("event", entry => { if (entry.interactionId) vitals.taps.push(entry.duration); }, {durationThreshold: 16});
"""


def bid_and_score(page: Page) -> None:
    """Everybody bids one, and taps settle who took what."""
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


def measured(page: Page, url: str) -> dict[str, float]:
    page.goto(url)
    page.get_by_text("As an owner").click()
    page.locator("main a", has_text="Table 1").first.click()
    page.wait_for_url("**/m/**")
    table = f"{page.url}table/"
    session = page.context.new_cdp_session(page)
    session.send("Network.clearBrowserCache")
    session.send("Emulation.setCPUThrottlingRate", {"rate": 4})
    page.add_init_script(OBSERVE)
    page.goto(table)
    page.wait_for_load_state("networkidle")
    lcp, first = page.evaluate("[vitals.lcp, vitals.cls]")
    for _ in range(HANDS):
        bid_and_score(page)
    taps = page.evaluate("vitals.taps") or [0]
    return {
        "largest paint, ms": lcp,
        "layout shift": first,
        "and while playing": page.evaluate("vitals.cls") - first,
        "tap, median ms": median(taps),
        "tap, slowest ms": max(taps),
    }


def main() -> None:
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder), f"sqlite:///{folder}/dogclub.sqlite3")
        for command in (["migrate", "--verbosity=0"], ["collectstatic", "--noinput", "--verbosity=0"], ["demo"]):
            server.manage(*command).check_returncode()
        server.start()
        arguments = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
        chromium = playwright.chromium.launch(executable_path=which("chromium"), args=arguments)
        try:
            found = measured(chromium.new_page(viewport=ViewportSize(width=820, height=1180)), server.url)
        finally:
            chromium.close()
            server.kill()
    for name, value in found.items():
        print(f"{name:20} {value:10.3f}")


if __name__ == "__main__":
    main()
