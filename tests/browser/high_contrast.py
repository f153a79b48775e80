"""Write pictures of selected, barred and active keys in forced colours: `python -m tests.browser.high_contrast`."""

import io
from pathlib import Path

from PIL import Image
from playwright.sync_api import Page, ViewportSize, sync_playwright

from tests.browser.engines.contact_sheet import AFTER, GAP, HEIGHT, NEW, SMALL, TABLE, WIDTH
from tests.browser.engines.every_page import PICKED, demo_club
from tests.machine import HEADLESS
from tests.screens import AT_REST
from tests.server import ROOT

FILE = ROOT / "docs" / "screenshots" / "high-contrast.png"
COLOURS = 32
WAR, PACK, TOP_DOG = range(AFTER + 6, AFTER + 15, 3)  # tables of the other games
CORGIS_END = AFTER + 2  # a match that is not finished


def main() -> None:
    with demo_club(PICKED) as found:
        save(photographed(*found))


def save(pictures: list[Image.Image], file: Path = FILE) -> None:
    across = SMALL[0] + GAP
    sheet = Image.new("RGB", (across * len(pictures) + GAP, SMALL[1] + 2 * GAP), "#777")
    for column, picture in enumerate(pictures):
        sheet.paste(picture, (GAP + column * across, GAP))
    sheet.quantize(COLOURS, dither=Image.Dither.NONE).save(file, optimize=True)


def photographed(url: str, session: str, addresses: list[str]) -> list[Image.Image]:
    """Screenshots of the entry pages with forced colours: bids, tricks, and a selected key in each other game."""
    corgis = addresses[CORGIS_END].replace("/finish/", "/table/")
    other = [addresses[at] for at in (TOP_DOG, WAR, PACK)]
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=HEADLESS, args=["--no-sandbox", "--disable-gpu", "--accept-lang=en-GB"]
        )
        size = ViewportSize(width=WIDTH, height=HEIGHT)
        context = browser.new_context(base_url=url, viewport=size, forced_colors="active", service_workers="block")
        context.add_cookies([{"name": "sessionid", "value": session, "url": url}])
        page = context.new_page()
        pictures = []
        page.goto(addresses[NEW])
        pictures.append(picture(page))
        page.goto(f"{addresses[TABLE]}?hand=7")
        page.locator("#main[data-what=bids]").wait_for()
        while page.locator(".seat:not(.is-done)").count() > 1:
            done = page.locator(".seat.is-done").count()
            page.locator(".is-now .num").nth(1).click()
            page.locator(f".seat.is-done >> nth={done}").wait_for()
        pictures.append(picture(page))
        page.locator(".is-now .num:not([aria-disabled])").first.click()
        page.locator("#main[data-what=tricks] .num.is-fit").first.click()
        pictures.append(picture(page))
        keys = ("label[for^=left-]", "label[for^=won-]", ".push button", "label[for^=pack-]")
        for address, key in zip((corgis, *other), keys, strict=True):
            page.goto(address)
            if page.locator(key).count():
                page.locator(key).first.click()
            pictures.append(picture(page))
        browser.close()
    return pictures


def picture(page: Page) -> Image.Image:
    page.evaluate(AT_REST)
    taken = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
    return taken.resize(SMALL, Image.Resampling.LANCZOS)


if __name__ == "__main__":
    main()
