"""Draws the README's two pictures from a fresh demo club: the app in a wide picture, and a hand in eight taps.

`.venv/bin/python docs/developers/readme_pictures.py` needs what `take_screenshots.py` needs. It writes `hero.webp` and
`eight-taps.webp` to `docs/screenshots/`. Wall and tablet of the hero show the same moment of the same match.
"""

import sys
import tempfile
from dataclasses import dataclass, field
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path
from shutil import which

from PIL import Image
from playwright.sync_api import Browser, Locator, Page, ViewportSize, sync_playwright

sys.path.insert(0, str(Path(__file__).parent))

from take_screenshots import ARGUMENTS, PICTURES, ROOT, TABLET, demo_club, printed, ready  # now on sys.path

WALL = ViewportSize(width=1920, height=1080)
HERO_SIZE = ViewportSize(width=1280, height=640)
STRIP_SIZE = ViewportSize(width=1640, height=725)
SHOWN = {"x": 12, "y": 172, "width": 352, "height": 507}  # a tablet's screen in its frame
GAP = 32
EVENING = 20  # o'clock, in the club
HEAD = """<!doctype html><meta charset="utf-8"><style>
@font-face { font-family: Besley; src: url(FONTS/besley-latin.woff2); }
@font-face { font-family: Besley; src: url(FONTS/besley-numerals.woff2); unicode-range: U+30-39; }
@font-face { font-family: Sans; src: url(FONTS/public-sans-ascii.woff2); font-weight: 400 700; }
body { margin: 0; } svg { display: block; font-family: Sans; } .display { font-family: Besley; }
.paper { fill: #f5f8f2; } .board { fill: #e6ede5; } .ink { fill: #14201a; } .soft { fill: #44534b; }
.sheet { fill: #fff; } .sheet, .line { stroke: #758a7c; stroke-width: 1.25; } .line { fill: none; }
.mark { fill: none; stroke: #14201a; stroke-width: 5.2; }
.tap circle { fill: #14201a; stroke: #fff; stroke-width: 3; }
.tap text { fill: #fff; text-anchor: middle; font-size: 18px; }
</style>"""
HERO = """<svg viewBox="0 0 1280 640" width="1280" height="640">
<rect class="paper" width="1280" height="640"/><rect class="board" y="452" width="1280" height="188"/>
<path class="line" d="M0 452H1280M0 457H1280"/>
<rect class="ink" x="452" y="36" width="612" height="353" rx="5"/>
<image href="wall.png" x="462" y="46" width="592" height="333"/>
<g transform="translate(440 330) rotate(-4)">
<rect class="sheet" width="296" height="419"/><image href="sheet.png" width="296" height="418.6"/></g>
<rect class="ink" x="892" y="84" width="350" height="508" rx="16"/>
<image href="bids.png" x="907" y="108" width="320" height="460.5"/>
<g transform="translate(64 120)"><g class="mark"><rect x="3" y="3" width="38" height="38"/>
<ellipse cx="70" cy="22" rx="24" ry="18.5" transform="rotate(-6 70 22)"/></g>
<text class="display ink" x="-3" y="128" font-size="76" letter-spacing="-1.1">Dog Club</text>
<text class="ink" y="182" font-size="25"><tspan x="0">Keeps the score of your card</tspan>
<tspan x="0" dy="34">club at the table, minds The</tspan>
<tspan x="0" dy="34">Rule, and runs the league.</tspan></text></g>
<text class="soft" y="516" font-size="18"><tspan x="64">Five games. Six languages. Works offline.</tspan>
<tspan x="64" dy="27">On your own machine, nobody tracked.</tspan></text></svg>"""
STRIP = """<svg viewBox="0 0 {width} {height}" width="{width}" height="{height}">
<rect class="paper" width="{width}" height="{height}"/>{frames}</svg>"""
FRAME = """<g transform="translate({left} 0)"><text class="display ink" y="62" font-size="40">{heading}</text>
<text class="soft" y="102" font-size="27"><tspan x="0">{first}</tspan><tspan x="0" dy="33">{second}</tspan></text>
<rect class="ink" y="158" width="376" height="535" rx="14"/>
<image href="{file}" x="{x}" y="{y}" width="{width}" height="{height}"/>{taps}</g>"""
TAP = '<g class="tap" transform="translate({x} {y})"><circle r="15"/><text class="display" y="6">{number}</text></g>'
WORDS = (
    ("Taps 1 to 4", "Four bids. The Rule", "strikes out a 2."),
    ("Tap 5", "The dealer bids 3.", "Play the hand."),
    ("Taps 6 to 8", "Only who missed,", "then the score."),
    ("Done", "Points, box, circle:", "the next hand is open."),
)


@dataclass
class Hand:
    """A hand on the tablet, frame by frame: `frames` are their drawings, `folder` gets the screenshots."""

    page: Page
    folder: Path
    tapped: list[Locator] = field(default_factory=list)
    taps: int = 0
    frames: list[str] = field(default_factory=list)

    def key(self, seat: str, number: int) -> None:
        """Tap a number of a player."""
        self.tapped.append(self.page.locator(f'#seat-{seat} .num[value="{seat}-{number}"]'))
        self.tapped[-1].tap()

    def take(self) -> None:
        """Add a frame: the screen as it is, with the number of each tap since the last frame at its key's corner."""
        at = len(self.frames)
        file = self.folder / f"frame-{at}.png"
        ready(self.page)
        self.page.screenshot(path=file)
        taps = "".join(self.mark(key) for key in self.tapped)
        self.tapped.clear()
        heading, first, second = WORDS[at]
        words = {"heading": heading, "first": first, "second": second}
        self.frames.append(FRAME.format(left=GAP + 400 * at, file=file.name, taps=taps, **SHOWN, **words))

    def mark(self, key: Locator) -> str:
        """The drawing of the next tap's number at a key's upper right corner."""
        box = key.bounding_box()
        assert box, "the key is on the screen"
        scale = SHOWN["width"] / TABLET["width"]
        self.taps += 1
        x, y = SHOWN["x"] + scale * (box["x"] + box["width"]), SHOWN["y"] + scale * box["y"]
        return TAP.format(x=round(x), y=round(y), number=self.taps)


def drawn(browser: Browser, folder: Path, svg: str, size: ViewportSize, name: str) -> None:
    """Save a drawing of the pictures in a folder as lossless WebP: half of what PNG takes."""
    fonts = (ROOT / "dogclub" / "static" / "vendor" / "fonts").as_uri()
    (folder / "drawing.html").write_text(HEAD.replace("FONTS", fonts) + svg, encoding="utf-8")
    page = browser.new_page(viewport=size)
    page.goto((folder / "drawing.html").as_uri())
    ready(page)
    Image.open(BytesIO(page.screenshot())).save(PICTURES / f"{name}.webp", lossless=True, method=6)
    page.close()


def the_app(page: Page, match: str, club: str, folder: Path) -> None:
    """Take what the hero shows: the tablet with its page open, the wall at this moment, a sheet of an earlier match."""
    ready(page)
    page.screenshot(path=folder / "bids.png")
    wall = page.context.new_page()
    wall.set_viewport_size(WALL)
    wall.goto(f"{match}wall/")
    ready(wall)
    wall.screenshot(path=folder / "wall.png")
    wall.goto(club)
    wall.locator("main table tr", has_text="Dirty Dog").locator("a").first.click()
    wall.wait_for_url("**/m/**")
    printed(wall, f"{wall.url}sheet.pdf?layout=rev1&fill=filled", folder / "sheet.png")
    wall.close()


def eight_taps(page: Page, match: str, club: str, folder: Path) -> str:
    """Score a hand in which two players miss; return the drawing of its four frames. The hero is taken after four
    bids.
    """
    page.goto(f"{match}table/")
    page.locator("#main[data-what=bids]").wait_for()
    seats = [row.get_attribute("data-seat") or "" for row in page.locator(".seat").all()]
    hand = Hand(page, folder)
    for seat, bid in zip(seats, (2, 2, 0, 1), strict=False):
        hand.key(seat, bid)
    hand.take()
    the_app(page, match, club, folder)
    hand.key(seats[-1], 3)
    page.locator("#main[data-what=tricks]").wait_for()
    hand.take()
    hand.key(seats[0], 0)
    hand.key(seats[1], 3)
    score = page.locator("#go.btn-main")
    hand.tapped.append(score)
    hand.take()
    score.tap()
    page.locator("#main[data-what=bids]").wait_for()
    hand.take()
    return STRIP.format(frames="".join(hand.frames), **STRIP_SIZE)


def draw(browser: Browser, url: str, folder: Path) -> None:
    """Draw both pictures."""
    page = browser.new_context(viewport=TABLET, has_touch=True, base_url=url).new_page()
    page.goto("/")
    page.get_by_text("Try as an owner").click()
    page.locator("h1").wait_for()
    club = page.url
    page.get_by_role("link", name="Table 1", exact=True).first.click()
    page.wait_for_url("**/m/**")
    frames = eight_taps(page, page.url, club, folder)
    drawn(browser, folder, frames, STRIP_SIZE, "eight-taps")
    drawn(browser, folder, HERO, HERO_SIZE, "hero")


def main() -> None:
    offset = (EVENING - datetime.now(UTC).hour + 11) % 24 - 11
    with tempfile.TemporaryDirectory() as var, sync_playwright() as playwright:
        folder = Path(var)
        server = demo_club(folder, TIME_ZONE=f"Etc/GMT{-offset:+d}")
        chromium = playwright.chromium.launch(executable_path=which("chromium"), args=ARGUMENTS)
        try:
            draw(chromium, server.url, folder)
        finally:
            chromium.close()
            server.kill()


if __name__ == "__main__":
    main()
