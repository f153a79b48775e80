"""The main pages in the pseudo-language, for `contact_sheet.py`, to show text that is unmarked or has no room."""

from contact_sheet_languages import Demo, printed
from contact_sheet_table import PHONE, Shots, bid, follow
from PIL import Image
from playwright.sync_api import Browser, ViewportSize
from take_screenshots import TABLET

from tests.pseudo import CODE

SETTINGS = {"DJANGO_SETTINGS_MODULE": "tests.pseudo_settings"}
NARROW = ViewportSize(width=360, height=780)
WIDE = ViewportSize(width=1280, height=720)
# Caption, viewport, and path in the club, as in contact_sheet.py.
PAGES = (
    ("Tonight", TABLET, ""),
    ("Tonight", NARROW, ""),
    ("A night", TABLET, "first:/nights/"),
    ("A night", NARROW, "first:/nights/"),
    ("Start the night", TABLET, "first:/nights/ first:/setup/"),
    ("Standings", TABLET, "standings/"),
    ("Standings", NARROW, "standings/"),
    ("How points are counted", TABLET, "seasons/ first:/seasons/ first:/scheme/"),
    ("A player", NARROW, "players/ first:/players/"),
    ("Trophies", TABLET, "trophies/"),
    ("Records", TABLET, "records/"),
    ("A play-off", TABLET, "playoffs/ first:/playoffs/"),
    ("Exports", TABLET, "exports/"),
    ("Import sheets", TABLET, "imports/"),
    ("Settings", TABLET, "settings/"),
    ("Manage", NARROW, "manage/"),
)


def in_the_pseudo_language(browser: Browser, url: str) -> list[tuple[str, Image.Image]]:
    """Captions and screenshots of the table, of PAGES, and of the report on screen and paper."""
    demo = Demo(browser, url)
    shots = demo.shots(CODE)
    _at_the_table(shots, demo.match, demo.finished)
    for caption, size, address in PAGES:
        page = shots.open(demo.club, size)
        follow(page, demo.club, address)
        shots.take(caption, page)
    shots.show("The night report", demo.report)
    shots.show("The night report", demo.report, NARROW)
    page = shots.open(demo.report)
    shots.taken.append(("The report on paper", printed(page, f"{demo.report.removesuffix('/')}.pdf")))
    page.context.close()
    return shots.taken


def _at_the_table(shots: Shots, match: str, over: str) -> None:
    """Take bids, a late arrival, the end of a match, the wall display and the sheet."""
    page = shots.open(f"{match}table/")
    bid(page, (2, 2, 0, 1))
    shots.take("Bids", page)
    shots.show("Bids", f"{match}table/", NARROW)
    shots.show("A late arrival", f"{match}table/late/")
    shots.show("Over", f"{over}finish/", PHONE)
    shots.show("The wall", f"{match}wall/", WIDE)
    page = shots.open(over)
    shots.take("A sheet", page, closes=False)
    shots.taken.append(("The sheet on paper", printed(page, f"{over}sheet.pdf?layout=rev1&fill=filled")))
    page.context.close()
