"""Import old games from a file: choose it, answer its questions by taps, import it and undo the import."""

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.origins import run_code
from tests.dogclub.exchange.imports.files import DAY, totals
from tests.screens import SCREENS, Screens, axe
from tests.server import Server

pytestmark = [pytest.mark.thorough, pytest.mark.needs("chromium")]
BEA, OTTO, MINA = "Bea Marlowe", "Otto Pym", "Wilhelmina Featherstonehaugh-Oyelaran"
SEATED = f"""
from django.test import Client
from clubs.models import Role
from tests import factory
club = factory.a_club()
factory.some_players(club, 3, ["{BEA}", "{OTTO}", "{MINA}"])
client = Client()
client.force_login(factory.a_member(club, Role.ORGANISER))
print(client.cookies["sessionid"].value)
"""
OLD = totals((DAY, BEA, 41), (DAY, OTTO, "6o"), (DAY, "W. Featherstone", -7), (DAY, "Quill", 12))
WIDER = "document.documentElement.scrollWidth - document.documentElement.clientWidth"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "shoebox.csv"
    path.write_bytes(OLD)
    return path


def heading(page: Page, words: str) -> None:
    expect(page.locator("h1")).to_have_text(words)


def looked_over(page: Page) -> None:
    """Assert that the page passes axe and fits a phone and a tablet."""
    for screen in ("phone", "tablet"):
        page.set_viewport_size(SCREENS[screen]["viewport"])
        assert axe(page) == []
        assert page.evaluate(WIDER) <= 0


def chosen(page: Page, file: Path) -> None:
    page.goto("/c/kennel/imports/")
    looked_over(page)
    page.locator("input[type=file]").set_input_files(file)
    page.get_by_role("button", name="Preview").first.tap()
    heading(page, "1 match from shoebox.csv")


def test_a_shoebox_comes_in_and_goes_again(server: Server, make_screens: Callable[[str], Screens], file: Path) -> None:
    page = make_screens(server.url).open("tablet")
    page.context.add_cookies([{"name": "sessionid", "value": run_code(server, SEATED)[-1], "url": server.url}])
    chosen(page, file)
    expect(page.locator("#job")).to_contain_text("Did you mean 60?")
    looked_over(page)
    page.get_by_text("Fix").tap()
    page.get_by_role("button", name="Save").tap()
    expect(page.locator("#job")).not_to_contain_text("Did you mean 60?")
    same = page.get_by_role("button", name="Yes, the same")
    same.tap()
    expect(same).to_have_count(0)  # the response replaces every key
    page.get_by_role("button", name="New player").tap()
    expect(page.locator("#job")).to_contain_text("1 new player: Quill.")
    looked_over(page)
    page.get_by_role("button", name="Import 1 match").tap()
    heading(page, "1 game imported")
    looked_over(page)
    page.get_by_role("link", name="Undo import").tap()
    heading(page, "Undo shoebox.csv?")
    looked_over(page)
    page.get_by_role("button", name="Undo import").tap()
    heading(page, "Import undone")
    page.goto("/c/kennel/imports/")
    expect(page.locator(".imports li")).to_contain_text("shoebox.csv")
    looked_over(page)
