"""The main pages in the language for tests, for `contact_sheet.py`: what is not in brackets, and what has no room."""

from contact_sheet_languages import printed
from contact_sheet_table import PHONE, Shots, bid, follow
from django.conf import settings
from PIL import Image
from playwright.sync_api import Browser, ViewportSize
from take_screenshots import TABLET

from tests.pseudo import CODE

SETTINGS = {"DJANGO_SETTINGS_MODULE": "tests.pseudo_settings"}
NARROW = ViewportSize(width=360, height=780)
WIDE = ViewportSize(width=1280, height=720)
# What is shown, and the address in the club, as in contact_sheet.py.
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
    owner = browser.new_page(viewport=TABLET, base_url=url)
    owner.goto("/")
    owner.get_by_text("Try as an owner").click()
    owner.locator("h1").wait_for()
    club = owner.url
    match = owner.get_by_role("link", name="Table 1", exact=True).first.get_attribute("href") or ""
    report = owner.get_by_role("link", name="Night report").first.get_attribute("href") or ""
    finished = owner.locator("main table tr", has_text="Dirty Dog").locator("a[href*='/m/']").first
    over = finished.get_attribute("href") or ""
    chosen = {"name": settings.LANGUAGE_COOKIE_NAME, "value": CODE, "url": url}
    shots = Shots(browser, url, [*({**cookie} for cookie in owner.context.cookies()), chosen])
    _at_the_table(shots, match, over)
    for caption, size, address in PAGES:
        page = shots.open(club, size)
        follow(page, club, address)
        shots.take(caption, page)
    shots.show("The night report", report)
    shots.show("The night report", report, NARROW)
    page = shots.open(report)
    shots.taken.append(("The report on paper", printed(page, f"{report.removesuffix('/')}.pdf")))
    page.context.close()
    return shots.taken


def _at_the_table(shots: Shots, match: str, over: str) -> None:
    """Bids, tricks, the result, what comes between, the end, the wall and the sheet."""
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
