"""Screenshots of the entry pages, to compare with the design: SHOTS=folder pytest tests/browser/shots_table.py"""

import os
from pathlib import Path

import pytest

from clubs.models import Role
from tests import factory
from tests.browser.taps import at_the_table
from tests.browser.test_table_screens import NAMES, write_bids
from tests.screens import Screens

pytestmark = [pytest.mark.needs("chromium"), pytest.mark.django_db(transaction=True)]
FOLDER = Path(os.environ.get("SHOTS", "var/shots"))


@pytest.mark.parametrize(("players", "hands"), [(3, 16), (4, 11), (5, 6), (5, 9), (6, 7), (7, 6), (8, 5), (10, 4)])
@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("screen", ["tablet", "wide tablet", "phone"])
def test_pictures(screens: Screens, screen: str, theme: str, players: int, hands: int) -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    club = factory.a_club()
    user = factory.a_member(club, Role.OWNER)
    match = factory.a_match(club, factory.some_players(club, players, NAMES), hands=hands, seed=3)
    page = at_the_table(screens, user, f"/m/{match.pk}/table/", screen, color_scheme=theme)
    tail = f"{players}-{hands + 1}-{screen.replace(' ', '-')}-{theme}.png"
    page.screenshot(path=FOLDER / f"result-{tail}", full_page=True)
    page.goto(f"/m/{match.pk}/table/?hand={hands + 1}&trump=spades")
    for row in page.locator(".seat").all()[:-1]:
        page.wait_for_timeout(400)
        row.locator(".num").first.tap()
    page.screenshot(path=FOLDER / f"bids-{tail}")
    write_bids(match)
    page.goto(f"/m/{match.pk}/table/")
    page.screenshot(path=FOLDER / f"tricks-{tail}")
