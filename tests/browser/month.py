"""A month of a club of fourteen: its members, its clock, its mail server and the pages they open."""

import io
import os
import random
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import Page, expect
from time_machine import Traveller

from clubs.calendar.answers import give_answer
from clubs.models import Club, Membership, Night, Player, Role, Season, User
from games.entries.match_state import load
from games.models import Match
from tests.browser.look import AWKWARD, on_the_same_screen
from tests.dogclub.notify.reminders.post_office import Letters, a_reader, look
from tests.factory import a_club, a_member, played, write
from tests.screens import Screens

LINKS = re.compile(r"https://club\.example(/\S+)")
WIDER = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
MORE_NAMES = ("Percy Abara", "Ines Roux", "Jo Brandvold", "Cosima Kettle")
SHOTS = os.environ.get("DOGCLUB_SHOTS")


@dataclass
class Month:
    """The club and its clock, which moves only by `at`; London's clocks go back on 25 October."""

    screens: Screens
    letters: Letters
    clock: Traveller
    club: Club = field(default_factory=lambda: a_club(time_zone="Europe/London", has_comments=True))
    users: dict[str, User] = field(default_factory=dict)

    def __post_init__(self) -> None:
        days = {"starts_on": datetime(2026, 10, 1, tzinfo=UTC), "ends_on": datetime(2026, 12, 31, tzinfo=UTC)}
        Season.objects.create(club=self.club, name="Autumn", **{name: day.date() for name, day in days.items()})
        for name in (*AWKWARD, *MORE_NAMES):
            Player.objects.create(club=self.club, name=name)
        self.users["organiser"] = a_member(self.club, Role.ORGANISER, self.player("Łukasz Tremblay"))

    def player(self, name: str) -> Player:
        return self.club.players.get(name=name)

    @property
    def players(self) -> list[Player]:
        return list(self.club.players.order_by("pk"))

    @property
    def nights(self) -> list[Night]:
        return list(self.club.nights.order_by("pk"))

    def reader(self, name: str, **chosen: bool | int) -> Membership:
        """Create a member who has chosen these emails."""
        row = a_reader(self.club, name, **chosen)
        self.users[name] = row.user
        return row

    def at(self, day: int, hour: int, minute: int = 0, month: int = 10) -> None:
        """Move the clock to this time in 2026, in UTC."""
        self.clock.move_to(datetime(2026, month, day, hour, minute, tzinfo=UTC))

    def post(self) -> list[Any]:
        """Run the task that sends due emails, and return the emails it sent."""
        before = len(self.letters.came)
        look()
        return self.letters.came[before:]

    def answers(self, night: Night, players: Sequence[Player], answer: str = "yes") -> None:
        for player in players:
            give_answer(night, player, answer)

    def organiser(self, path: str) -> Page:
        return self.page("organiser", path, "tablet")

    def page(self, who: str, path: str, screen: str = "phone") -> Page:
        """Open the page as this user."""
        return on_the_same_screen(self.screens, self.users[who], screen, "light", path)

    def guest(self, path: str, **options: Any) -> Page:
        """Open a page without an account."""
        return self.screens.open("phone", path=path, **options)

    def play(self, match: Match, seed: int) -> None:
        """Record the rest of the match through the ledger."""
        match.refresh_from_db()
        entries, _ = played(load(match).sheet, None, random.Random(seed))
        write(match, entries)


def seen(page: Page, name: str) -> None:
    """Assert that the page does not scroll sideways; write a screenshot if DOGCLUB_SHOTS is set."""
    page.wait_for_load_state()  # waits for its styles too
    assert page.evaluate(WIDER) <= 0, name
    if SHOTS:
        Path(SHOTS).mkdir(exist_ok=True)
        page.screenshot(path=f"{SHOTS}/{name}.png", full_page=True)


def picture(page: Page, address: str, name: str) -> tuple[str | None, tuple[int, int]]:
    """The format and size of the picture at this address."""
    content = page.request.get(address).body()
    if SHOTS:
        Path(SHOTS, f"{name}.png").write_bytes(content)
    with Image.open(io.BytesIO(content)) as found:
        return found.format, found.size


def text_of(letter: Any) -> str:
    """The plain text of an email."""
    part: str = letter.get_body(("plain",)).get_content()
    return part


def links_of(letter: Any, part: str) -> list[str]:
    """The paths of the links in the email that contain `part`."""
    return [path for path in LINKS.findall(text_of(letter)) if part in path]


def expect_words(page: Page, words: str | re.Pattern[str]) -> None:
    """Assert that the page's heading contains the words."""
    expect(page.get_by_role("heading", level=1)).to_contain_text(words)
