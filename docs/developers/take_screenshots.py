"""Takes the screenshots of the docs from a fresh demo club with a real browser.

`.venv/bin/python docs/developers/take_screenshots.py` needs what `./test` installs, Chromium and poppler-utils.
"""

import os
import subprocess
import sys
import tempfile
from pathlib import Path
from shutil import which

from playwright.sync_api import Page, ViewportSize, sync_playwright

ROOT = Path(__file__).resolve().parents[2]
PICTURES = ROOT / "docs" / "screenshots"
sys.path.insert(0, str(ROOT))
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")

from tests.server import Server  # after the path and the settings are set

ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--accept-lang=en-GB", "--disable-background-networking"]
TABLET = ViewportSize(width=820, height=1180)


def demo_club(var: Path, **environment: str) -> Server:
    """Start a server with a new demo club, its data in `var`."""
    server = Server(var, f"sqlite:///{var / 'dogclub.sqlite3'}", environment)
    for command in (["migrate", "--verbosity=0"], ["collectstatic", "--noinput", "--verbosity=0"], ["demo"]):
        server.manage(*command).check_returncode()
    server.start()
    return server


def ready(page: Page) -> None:
    """Wait until the page's fonts and animations are ready."""
    page.wait_for_load_state()  # not for network idle: a live page always has a request open
    page.evaluate("document.fonts.ready.then(() => null)")
    page.evaluate("Promise.allSettled(document.getAnimations().map(each => each.finished)).then(() => null)")


def picture(page: Page, name: str) -> None:
    """Save a screenshot."""
    ready(page)
    page.screenshot(path=PICTURES / f"{name}.png")


def at_the_table(page: Page, table: str) -> None:
    """Save hand 7: all but the dealer have bid, then the tricks before any is recorded."""
    page.goto(table)
    page.locator("#main[data-what=bids]").wait_for()
    seats = [row.get_attribute("data-seat") for row in page.locator(".seat").all()]
    for seat, bid in zip(seats, (2, 2, 0, 1), strict=False):
        page.locator(f'#seat-{seat} .num[value="{seat}-{bid}"]').click()
    picture(page, "bids")
    page.locator(f'#seat-{seats[-1]} .num[value="{seats[-1]}-1"]').click()
    page.locator("#main[data-what=tricks]").wait_for()
    picture(page, "tricks")


def printed(page: Page, address: str, picture: Path) -> None:
    """Save a picture of the first page of the PDF at an address."""
    picture_of = ["pdftoppm", "-png", "-r", "100", "-singlefile", "-", str(picture.with_suffix(""))]
    subprocess.run(picture_of, input=page.request.get(address).body(), check=True)


def the_league(page: Page, club: str) -> None:
    """Save standings, records, the play-off that ended the season, a night, and the night report, also as PDF."""
    for name in ("standings", "records"):
        page.goto(f"{club}{name}/")
        picture(page, name)
    page.goto(f"{club}playoffs/")
    page.locator("main table a").first.click()
    page.locator("h1", has_text="Play-off").wait_for()
    picture(page, "playoff")
    page.goto(club)
    page.locator("main a[href*='/nights/']").first.click()
    page.wait_for_url("**/nights/*/")
    picture(page, "night")
    page.goto(club)
    page.get_by_role("link", name="Night report").first.click()
    page.wait_for_url("**/report/")
    picture(page, "report")
    printed(page, f"{page.url.removesuffix('/')}.pdf", PICTURES / "report-pdf.png")


def draw(page: Page, url: str) -> None:
    """Save all screenshots."""
    page.goto(url)
    page.get_by_text("Try as an owner").click()
    page.locator("h1").wait_for()
    club = page.url
    page.get_by_role("link", name="Table 1", exact=True).first.click()
    page.wait_for_url("**/m/**")
    match = page.url
    at_the_table(page, f"{match}table/")
    page.goto(f"{match}correct/3/")
    page.locator(".fix .cell-2").nth(1).click()
    page.locator(".fix:has(input[name=cell]:checked) .fix-pad label:visible").nth(1).click()
    page.locator(".fix .is-bid").first.wait_for()
    page.mouse.move(0, 0)
    picture(page, "correct")
    for table, name in (("Table 3", "pack-o-dogs"), ("Table 4", "dogs-of-war")):
        page.goto(club)
        page.get_by_role("link", name=table, exact=True).first.click()
        page.wait_for_url("**/m/**")
        page.goto(f"{page.url}table/")
        picture(page, name)
    page.goto(club)
    page.locator("main table tr", has_text="Dirty Dog").locator("a").first.click()
    page.wait_for_url("**/m/**")
    printed(page, f"{page.url}sheet.pdf?layout=rev1&fill=filled", PICTURES / "sheet-pdf.png")
    the_league(page, club)


def with_emoji(var: Path) -> Path:
    """Add the emoji font of printed sheets to a folder in which a browser looks for its user's fonts, since the machine
    may have none; return that folder.
    """
    (var / "data" / "fonts").mkdir(parents=True)
    (var / "data" / "fonts" / "emoji.ttf").symlink_to(ROOT / "games" / "sheets" / "fonts" / "NotoEmoji-500.ttf")
    return var / "data"


def main() -> None:
    PICTURES.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = demo_club(Path(folder))
        fonts = {**os.environ, "XDG_DATA_HOME": str(with_emoji(Path(folder)))}
        chromium = playwright.chromium.launch(executable_path=which("chromium"), args=ARGUMENTS, env=fonts)
        try:
            draw(chromium.new_page(viewport=TABLET), server.url)
        finally:
            chromium.close()
            server.kill()


if __name__ == "__main__":
    main()
