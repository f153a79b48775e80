"""Write a picture with ten pages of the demo club in three engines: `python -m tests.browser.engines.contact_sheet`."""

import base64
import io
import tempfile
from pathlib import Path

from PIL import Image

from tests.browser.engines.driver import ENGINES
from tests.browser.engines.every_page import LOOK, PICKED, demo_club
from tests.server import ROOT

FILE = ROOT / "docs" / "screenshots" / "engines.png"
HOME, NEW, RECORDS, STANDINGS, MATCH, NIGHT, PLAYOFF = 1, 3, 6, 8, 10, 12, 13
AFTER = 17  # index of the first game's pages: table, wall and finish of each game, by name
CORGIS_END, TABLE, WAR = AFTER + 2, AFTER + 3, AFTER + 6
TEN = (HOME, NEW, TABLE, WAR, CORGIS_END, MATCH, STANDINGS, RECORDS, NIGHT, PLAYOFF)
WIDTH, HEIGHT, SMALL = 820, 1180, (240, 345)
GAP, COLOURS = 8, 40
# WebKit takes the screenshot at its next repaint, so this makes it repaint all the time.
DRAWN = "void setInterval(() => { document.body.style.outline = `${Date.now() % 2}px solid transparent`; }, 50)"


def main() -> None:
    across, down = SMALL[0] + GAP, SMALL[1] + GAP
    sheet = Image.new("RGB", (across * len(TEN) + GAP, down * len(ENGINES) + GAP), "#777")
    with demo_club(PICKED) as (url, session, addresses):
        for row, engine in enumerate(ENGINES):
            pictures = photographed(engine, url, session, [addresses[number] for number in TEN])
            for column, picture in enumerate(pictures):
                sheet.paste(picture, (GAP + column * across, GAP + row * down))
    sheet.quantize(COLOURS, dither=Image.Dither.NONE).save(FILE, optimize=True)


def photographed(engine: str, url: str, session: str, addresses: list[str]) -> list[Image.Image]:
    """Screenshots of these pages in an engine, scaled to SMALL."""
    pictures = []
    with tempfile.TemporaryDirectory() as profile, ENGINES[engine](Path(profile)) as browser:
        browser.bare()
        browser.sign_in(url, session)
        browser.size(WIDTH, HEIGHT)
        for address in addresses:
            browser.open(url + address)
            browser.value(LOOK)
            browser.value(DRAWN)
            taken = base64.b64decode(browser.wire.send("TakeScreenshot", {"full": False}))
            pictures.append(Image.open(io.BytesIO(taken)).convert("RGB").resize(SMALL, Image.Resampling.LANCZOS))
    return pictures


if __name__ == "__main__":
    main()
