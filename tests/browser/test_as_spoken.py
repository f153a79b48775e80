"""What a screen reader says equals `as_spoken.txt`: a hand of five by keyboard, and a match's result."""

import re
from datetime import UTC, datetime
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from clubs.models import Role
from tests import factory
from tests.browser.spoken import spoken_lines
from tests.browser.taps import at_the_table
from tests.screens import Screens

pytestmark = [
    pytest.mark.thorough,
    pytest.mark.only("sqlite"),
    pytest.mark.needs("chromium"),
    pytest.mark.django_db(transaction=True),
]
EXPECTED = Path(__file__).with_name("as_spoken.txt")
NAMES = ("Bea Marlowe", "Otto Pym", "Núria Ødegård", "Percy Abara", "Gus Tate")
PLAYED = datetime(2026, 11, 26, 19, tzinfo=UTC)


def written() -> list[str]:
    """The texts below the headings, in order."""
    return [text.strip() for text in re.split(r"^## .+\n", EXPECTED.read_text(), flags=re.MULTILINE)[1:]]


def spoken_after(page: Page, key: str) -> str:
    """The text of the live region after this key."""
    before = page.locator("#said").text_content() or ""
    page.keyboard.press(key)
    expect(page.locator("#said")).not_to_have_text(before)
    return page.locator("#said").text_content() or ""


def lines(page: Page) -> str:
    return "\n".join(spoken_lines(page))


def test_a_hand_and_its_end_are_heard_as_written(screens: Screens) -> None:
    club = factory.a_club()
    players, keeper = factory.some_players(club, 5, NAMES), factory.a_member(club, Role.SCOREKEEPER)
    on = factory.a_match(club, players, hands=1)
    over = factory.a_match(club, players, plan=(1, 2, 3, 2, 1), started_at=PLAYED, finished_at=PLAYED)
    page = at_the_table(screens, keeper, f"/m/{on.pk}/table/?hand=2")
    expect(page.locator(":focus")).to_have_text(re.compile("^2"))  # the heading, once the deferred scripts have loaded
    found = [lines(page)]
    bids = [spoken_after(page, key) for key in "2011"]
    page.keyboard.press("1")
    expect(page.locator("#main[data-what=tricks] #go[form=send]")).to_be_visible()
    found += ["\n".join(bids), lines(page)]
    tricks = [spoken_after(page, key) for key in "1010"]
    found += ["\n".join([*tricks, spoken_after(page, "Enter")]), lines(page)]
    page.goto(f"/m/{over.pk}/finish/")
    found.append(lines(page))
    assert found == written()
