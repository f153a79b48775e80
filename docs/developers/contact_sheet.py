"""Draws contact sheets: the pages of league and table, and those of every language, from a fresh demo club.

`.venv/bin/python docs/developers/contact_sheet.py` needs what `take_screenshots.py` needs. The sheets are `league.png`,
`table.png`, `languages.png` and `pseudo-language.png` in `docs/screenshots/`; names as arguments draw those alone.
"""

import sys
import tempfile
from io import BytesIO
from pathlib import Path
from shutil import which

from PIL import Image, ImageDraw, ImageFont
from playwright.sync_api import Browser, sync_playwright

sys.path.insert(0, str(Path(__file__).parent))

from contact_sheet_languages import in_every_language
from contact_sheet_pseudo import SETTINGS, in_the_pseudo_language
from contact_sheet_table import PHONE, at_the_table, follow  # after its folder is on sys.path
from take_screenshots import ARGUMENTS, PICTURES, TABLET, demo_club

HEIGHT, GAP, ACROSS, CAPTION = 420, 16, 6, 22
PAPER, INK = (245, 247, 243), (20, 28, 24)
# Caption, viewport, theme, and path in the club; `first:` follows the first link of that kind on the page before.
SHOWN = (
    ("Tonight", TABLET, "light", ""),
    ("A night while it plays", TABLET, "light", "first:/nights/"),
    ("Start the night", TABLET, "dark", "first:/setup/"),
    ("The calendar", TABLET, "light", "nights/"),
    ("A night, or a series", TABLET, "light", "nights/new/"),
    ("Tonight", PHONE, "dark", ""),
    ("A play-off", TABLET, "light", "playoffs/ first:/playoffs/"),
    ("The night report", TABLET, "light", "first:/report/"),
    ("Standings with the race", TABLET, "dark", "standings/"),
    ("How points are counted", TABLET, "light", "seasons/ first:/seasons/ first:/scheme/"),
    ("Guests, grace, confirming", TABLET, "light", "settings/"),
    ("A player", PHONE, "light", "players/ first:/players/"),
    ("Trophies", TABLET, "light", "trophies/"),
    ("Records", TABLET, "dark", "records/"),
    ("Ratings", TABLET, "light", "ratings/"),
    ("The season book", TABLET, "light", "book/"),
    ("Manage", TABLET, "light", "manage/"),
    ("Manage", PHONE, "dark", "manage/"),
)


def of_the_league(browser: Browser, url: str) -> list[tuple[str, Image.Image]]:
    """Captions and screenshots of the pages in SHOWN, as the demo club's owner sees them."""
    owner = browser.new_page(viewport=TABLET, base_url=url)
    owner.goto("/")
    owner.get_by_text("Try as an owner").click()
    owner.locator("h1").wait_for()
    club, cookies = owner.url, owner.context.cookies()
    found = []
    for caption, size, theme, where in SHOWN:
        context = browser.new_context(viewport=size, color_scheme="dark" if theme == "dark" else "light", base_url=url)
        context.add_cookies([{**cookie} for cookie in cookies])  # type: ignore[typeddict-item]
        page = context.new_page()
        if where.startswith("first:"):
            page.goto(club)
            if where == "first:/setup/":
                follow(page, club, "first:/nights/")
        follow(page, club, where)
        page.evaluate("document.fonts.ready.then(() => null)")
        found.append((caption, Image.open(BytesIO(page.screenshot()))))
        context.close()
    return found


def sheet(shots: list[tuple[str, Image.Image]]) -> Image.Image:
    """One picture of all screenshots in rows of six, each with its caption above, in 64 colours."""
    font = ImageFont.load_default(15)
    small = [(caption, shot.resize((round(shot.width * HEIGHT / shot.height), HEIGHT))) for caption, shot in shots]
    rows = [small[at : at + ACROSS] for at in range(0, len(small), ACROSS)]
    width = max(sum(shot.width + GAP for _, shot in row) for row in rows) + GAP
    whole = Image.new("RGB", (width, len(rows) * (HEIGHT + CAPTION + GAP) + GAP), PAPER)
    pen = ImageDraw.Draw(whole)
    for line, row in enumerate(rows):
        x, y = GAP, GAP + line * (HEIGHT + CAPTION + GAP)
        for caption, shot in row:
            pen.text((x, y), caption, INK, font)
            whole.paste(shot, (x, y + CAPTION))
            x += shot.width + GAP
    return whole.quantize(64)


PSEUDO = "pseudo-language"
SHEETS = {
    "league": of_the_league,
    "table": at_the_table,
    "languages": in_every_language,
    PSEUDO: in_the_pseudo_language,
}


def main() -> None:
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=which("chromium"), args=ARGUMENTS)
        for name in sys.argv[1:] or SHEETS:
            with tempfile.TemporaryDirectory() as folder:
                server = demo_club(Path(folder), **(SETTINGS if name == PSEUDO else {}))
                try:
                    shots = SHEETS[name](chromium, server.url)
                finally:
                    server.kill()
            sheet(shots).save(PICTURES / f"{name}.png", optimize=True)
        chromium.close()


if __name__ == "__main__":
    main()
