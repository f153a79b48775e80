"""Enter a hand by taps and count them."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.test import Client
from playwright.sync_api import Page, expect

from clubs.models import User
from tests.screens import Screens

PHONE = 480


def at_the_table(screens: Screens, user: User, path: str, screen: str = "tablet", **options: Any) -> Page:
    """The page in a new browser context signed in as this user; `options` are those of a Playwright context."""
    client = Client()
    client.force_login(user)
    page = screens.open(screen, **options)
    cookie = client.cookies["sessionid"].value
    page.context.add_cookies([{"name": "sessionid", "value": cookie, "url": screens.base_url}])
    page.goto(path)
    return page


@dataclass
class Tapping:
    """Taps on the table page, counted in `taps`."""

    page: Page
    taps: int = 0

    def tap(self, selector: str) -> None:
        self.taps += 1
        self.page.locator(selector).first.tap()

    def number(self, seat: int, value: int) -> None:
        """Tap a number on a seat's pad, after opening the pad where a phone hides it."""
        key = f'#seat-{seat} .num[value="{seat}-{value}"]'
        if (self.page.viewport_size or {"width": 0})["width"] < PHONE:
            self.page.wait_for_timeout(400)  # a phone's pads share one place: two quick taps are one
            if not self.page.locator(key).is_visible():
                self.taps += 1
                self.page.locator(f"#seat-{seat} .pick").tap(position={"x": 40, "y": 12})
        self.tap(key)

    def bid_next(self, value: int) -> None:
        """Tap the bid of the seat whose turn it is, and wait until its turn is over: a page that still begins draws the
        tap later, and a second one would go to the same seat.
        """
        seat = self.page.locator(".seat.is-now").get_attribute("data-seat") or ""
        self.number(int(seat), value)
        expect(self.page.locator(f"#seat-{seat}")).not_to_have_class(re.compile(r"\bis-now\b"))

    def bids(self, bids: Mapping[int, int]) -> None:
        """Tap the bids in bidding order; the last one sends them."""
        for seat, bid in bids.items():
            self.number(seat, bid)
        expect(self.page.locator("#main[data-what=tricks]")).to_be_visible()

    def tricks(self, missed: Sequence[tuple[int, int]]) -> None:
        """Tap the tricks of the seats that missed, as (seat, tricks), and send."""
        for seat, took in missed:
            self.number(seat, took)
        self.tap("#go.btn-main")
        expect(self.page.locator("#main:not([data-what=tricks])")).to_be_visible()

    def next_hand(self) -> None:
        """Go on to the next hand: a tap only where the scored one has a page of its own."""
        self.page.wait_for_timeout(400)  # a second tap on the same spot would be a double tap
        if self.page.locator("#main[data-what=result]").count():
            self.tap("#go")
        expect(self.page.locator("#main[data-what=bids]")).to_be_visible()


def correct_tricks(page: Page, seat: int, took: int) -> None:
    """On the page that corrects a hand, tap the player and then the number of tricks."""
    row = page.locator(f".fix:has([name=tricks-{seat}])")
    row.locator(".cell-2").tap()
    row.locator(f"label[for=tricks-{seat}-{took}]").tap()
