"""The table, the wall display, the report and the sheet in every language offered, for `contact_sheet.py`."""

import subprocess
import tempfile
from io import BytesIO
from pathlib import Path

from contact_sheet_table import Shots, bid
from django.conf import settings
from PIL import Image
from playwright.sync_api import Browser, Page
from take_screenshots import TABLET


def a_hand(shots: Shots, table: str, language: str) -> None:
    """Take the bids and the tricks of the next hand, and the hand after it with the points."""
    page = shots.open(table)
    seats = bid(page, (2, 2, 0, 1))
    shots.take(f"{language}: bids", page, closes=False)
    page.locator(f"#seat-{seats[-1]} .num:not([aria-disabled=true], [disabled], .is-barred)").first.click()
    page.locator("#main[data-what=tricks]").wait_for()
    page.locator(".num.is-fit").first.click()
    page.locator("#go.btn-main").wait_for()
    shots.take("Tricks", page, closes=False)
    page.locator("#go").click()
    page.locator("#main[data-what=bids]").wait_for()
    shots.take("The next hand", page)


def printed(page: Page, address: str) -> Image.Image:
    """A picture of the first page of the PDF at an address."""
    with tempfile.TemporaryDirectory() as folder:
        pdf = Path(folder) / "sheet.pdf"
        pdf.write_bytes(page.request.get(address).body())
        picture_of = ["pdftoppm", "-png", "-r", "90", "-singlefile", str(pdf), str(pdf.with_suffix(""))]
        subprocess.run(picture_of, check=True)
        return Image.open(BytesIO(pdf.with_suffix(".png").read_bytes()))


class Demo:
    """The demo club's addresses, as its owner finds them, and its pages in any language."""

    def __init__(self, browser: Browser, url: str) -> None:
        owner = browser.new_page(viewport=TABLET, base_url=url)
        owner.goto("/")
        owner.get_by_text("Try as an owner").click()
        owner.locator("h1").wait_for()
        finished = owner.locator("main table tr", has_text="Dirty Dog").locator("a[href*='/m/']").first
        self.club = owner.url
        self.match = owner.get_by_role("link", name="Table 1", exact=True).first.get_attribute("href") or ""
        self.report = owner.get_by_role("link", name="Night report").first.get_attribute("href") or ""
        self.finished = finished.get_attribute("href") or ""
        self._browser, self._url, self._owner = browser, url, owner

    def shots(self, language: str) -> Shots:
        """Shots of the owner's pages in a language."""
        chosen = {"name": settings.LANGUAGE_COOKIE_NAME, "value": language, "url": self._url}
        return Shots(self._browser, self._url, [*({**cookie} for cookie in self._owner.context.cookies()), chosen])


def in_every_language(browser: Browser, url: str) -> list[tuple[str, Image.Image]]:
    """Captions and screenshots, the same pages for each language in turn."""
    demo = Demo(browser, url)
    sheet = f"{demo.finished}sheet.pdf?layout=rev1&fill=filled"
    taken: list[tuple[str, Image.Image]] = []
    for code, _ in settings.LANGUAGES:
        shots = demo.shots(code)
        a_hand(shots, f"{demo.match}table/", code)
        shots.show("The wall", f"{demo.match}wall/")
        shots.show("The night report", demo.report)
        page = shots.open(demo.club)
        shots.taken.append(("The sheet", printed(page, sheet)))
        page.context.close()
        taken += shots.taken
    return taken
