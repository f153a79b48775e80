"""Draws the README's pictures from a fresh demo club with a real browser: `.venv/bin/python docs/take_screenshots.py`.

Needs what `./test` installs, Chromium and poppler-utils.
"""

import os
import subprocess
import sys
import tempfile
from pathlib import Path
from shutil import which

from playwright.sync_api import Page, ViewportSize, sync_playwright

ROOT = Path(__file__).resolve().parent.parent
PICTURES = ROOT / "docs" / "screenshots"
sys.path.insert(0, str(ROOT))
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")

from tests.server import Server  # the path and the settings must stand first

ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
TABLET = ViewportSize(width=820, height=1180)


def demo_club(var: Path) -> Server:
    server = Server(var, f"sqlite:///{var / 'dogclub.sqlite3'}")
    for command in (["migrate", "--verbosity=0"], ["collectstatic", "--noinput", "--verbosity=0"], ["demo"]):
        server.manage(*command).check_returncode()
    server.start()
    return server


def picture(page: Page, name: str) -> None:
    page.wait_for_load_state("networkidle")
    page.screenshot(path=PICTURES / f"{name}.png")


def at_the_table(page: Page, table: str) -> None:
    """Hand 7: all but the dealer have bid, then the tricks before anybody is tapped."""
    page.goto(table)
    page.locator("#go").click()
    page.locator("#main[data-what=bids]").wait_for()
    seats = [row.get_attribute("data-seat") for row in page.locator(".seat").all()]
    for seat, bid in zip(seats, (2, 2, 0, 1), strict=False):
        page.locator(f'#seat-{seat} .num[value="{seat}-{bid}"]').click()
    picture(page, "bids")
    page.locator(f'#seat-{seats[-1]} .num[value="{seats[-1]}-1"]').click()
    page.locator("#main[data-what=tricks]").wait_for()
    picture(page, "tricks")


def printed_sheet(page: Page, match: str, var: Path) -> None:
    answer = page.request.get(f"{match}sheet.pdf?layout=rev1&fill=filled")
    pdf = var / "sheet.pdf"
    pdf.write_bytes(answer.body())
    picture_of = ["pdftoppm", "-png", "-r", "100", "-singlefile", str(pdf), str(PICTURES / "sheet-pdf")]
    subprocess.run(picture_of, check=True)


def draw(page: Page, url: str, var: Path) -> None:
    page.goto(url)
    page.get_by_text("As an owner").click()
    page.locator("h1").wait_for()
    club = page.url
    picture(page, "home")
    page.locator("main a", has_text="Table 1").first.click()
    page.wait_for_url("**/m/**")
    picture(page, "match")
    match = page.url
    at_the_table(page, f"{match}table/")
    for table, name in (("Table 3", "pack-o-dogs"), ("Table 4", "dogs-of-war")):
        page.goto(club)
        page.locator("main a", has_text=table).first.click()
        page.wait_for_url("**/m/**")
        page.goto(f"{page.url}table/")
        picture(page, name)
    page.goto(club)
    page.locator("main table tr", has_text="Dirty Dog").locator("a").first.click()
    page.wait_for_url("**/m/**")
    printed_sheet(page, page.url, var)


def main() -> None:
    PICTURES.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = demo_club(Path(folder))
        chromium = playwright.chromium.launch(executable_path=which("chromium"), args=ARGUMENTS)
        try:
            draw(chromium.new_page(viewport=TABLET), server.url, Path(folder))
        finally:
            chromium.close()
            server.kill()


if __name__ == "__main__":
    main()
