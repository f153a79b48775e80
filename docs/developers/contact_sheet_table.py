"""The pages of the table for `contact_sheet.py`: a hand as it is played, interruptions, other games, the end."""

from collections.abc import Callable
from dataclasses import dataclass, field
from io import BytesIO
from typing import Any

from PIL import Image
from playwright.sync_api import Browser, Page, ViewportSize
from take_screenshots import TABLET

PHONE = ViewportSize(width=390, height=844)


@dataclass
class Shots:
    """Takes screenshots with the cookies of one owner; `taken` are the captions with their pictures, in order."""

    browser: Browser
    url: str
    cookies: list[Any]
    taken: list[tuple[str, Image.Image]] = field(default_factory=list)

    def open(self, address: str, size: ViewportSize = TABLET, theme: str = "light") -> Page:
        """Open an address in a new browser context."""
        context = self.browser.new_context(
            viewport=size, color_scheme="dark" if theme == "dark" else "light", base_url=self.url
        )
        context.add_cookies(self.cookies)
        page = context.new_page()
        page.goto(address)
        return page

    def take(self, caption: str, page: Page, *, closes: bool = True) -> None:
        """Take a picture of a page once its fonts and animations are ready; `closes` its context afterwards."""
        page.evaluate("document.fonts.ready.then(() => null)")
        page.mouse.move(0, 0)
        page.evaluate("Promise.allSettled(document.getAnimations().map(each => each.finished)).then(() => null)")
        self.taken.append((caption, Image.open(BytesIO(page.screenshot()))))
        if closes:
            page.context.close()

    def show(self, caption: str, address: str, size: ViewportSize = TABLET, theme: str = "light") -> None:
        """Open an address and take a picture of it."""
        self.take(caption, self.open(address, size, theme))


def follow(page: Page, club: str, where: str) -> None:
    """Follow steps, separated by spaces: a path of the club, or with `first:` the first link to such a path with a
    number.
    """
    for step in where.split() or [""]:
        kind = step.removeprefix("first:")
        if kind == step:
            page.goto(f"{club}{step}")
            continue
        links = [link.get_attribute("href") or "" for link in page.locator(f"main a[href*='{kind}']").all()]
        found = next((link for link in links if any(part.isdecimal() for part in link.split("/"))), None)
        if found:
            page.goto(found)


def bid(page: Page, bids: tuple[int, ...]) -> list[str]:
    """Open the next hand and tap the first bids; return the seats in bidding order."""
    page.locator("#main[data-what=bids]").wait_for()
    seats = [row.get_attribute("data-seat") or "" for row in page.locator(".seat").all()]
    for seat, value in zip(seats, bids, strict=False):
        page.locator(f'#seat-{seat} .num[value="{seat}-{value}"]').click()
    return seats


def a_hand(shots: Shots, table: str) -> None:
    """Take the bids, the playing, the tricks and the points of a hand, with the next one."""
    page = shots.open(table)
    seats = bid(page, (2, 2, 0, 1))
    shots.take("Bids", page, closes=False)
    page.locator(f'#seat-{seats[-1]} .num[value="{seats[-1]}-1"]').click()
    page.locator("#main[data-what=tricks]").wait_for()
    shots.take("Playing", page, closes=False)
    shots.show("Playing", table, PHONE, "dark")
    page.locator(f'#seat-{seats[0]} .num[value="{seats[0]}-3"]').click()
    page.locator("#go.btn-main").wait_for()
    shots.take("Tricks: one missed", page, closes=False)
    page.locator("#go").click()
    page.locator("#main[data-what=bids]").wait_for()
    shots.take("The next hand", page)
    shots.show("The next hand", table, PHONE, "dark")


def what_interrupts(shots: Shots, match: str) -> None:
    """Take a correction, a late arrival, a hand-over and the wall display."""
    page = shots.open(f"{match}correct/3/")
    page.locator(".fix .cell-2").nth(1).click()
    page.locator(".fix:has(input[name=cell]:checked) .fix-pad label:visible").nth(1).click()
    shots.take("Correct an earlier hand", page)
    shots.show("A late arrival", f"{match}table/late/")
    shots.show("Hand over to another tablet", f"{match}handover/", theme="dark")
    shots.show("The wall, upright", f"{match}wall/")


def other_games_and_ends(shots: Shots, links: Callable[[str], list[str]]) -> None:
    """Take the tables of other games, and finished matches."""
    for number, game in ((2, "Top Dog"), (3, "Pack o’ Dogs"), (4, "Dogs of War")):
        shots.show(game, f"{links(f'Table {number}')[0]}table/", theme="dark" if number == 4 else "light")
    for game in ("Dirty Dog", "Pack o’ Dogs", "Clash of Corgis"):
        shots.show(f"Over: {game}", f"{links(game)[0]}finish/")
    shots.show("Over", f"{links('Dirty Dog')[0]}finish/", PHONE, "dark")


def at_the_table(browser: Browser, url: str) -> list[tuple[str, Image.Image]]:
    """Captions and screenshots of all pages of the table."""
    owner = browser.new_page(viewport=TABLET, base_url=url)
    owner.goto("/")
    owner.get_by_text("Try as an owner").click()
    owner.locator("h1").wait_for()
    club = owner.url

    def links(words: str) -> list[str]:
        """The addresses of tonight's table of this name (`Table 1`), or of the latest results of a game."""
        if words.startswith("Table "):
            found = owner.get_by_role("link", name=words, exact=True)
        else:
            found = owner.locator("main table tr", has_text=words).locator("a[href*='/m/']")
        return [link.get_attribute("href") or "" for link in found.all()]

    shots = Shots(browser, url, [{**cookie} for cookie in owner.context.cookies()])
    match = links("Table 1")[0]
    a_hand(shots, f"{match}table/")
    what_interrupts(shots, match)
    other_games_and_ends(shots, links)
    owner.goto(f"{club}matches/new/")
    players = [box.get_attribute("value") for box in owner.locator("[name=player]").all()[:5]]
    shots.show("A new match", f"{club}matches/new/?{'&'.join(f'player={player}' for player in players)}")
    return shots.taken
