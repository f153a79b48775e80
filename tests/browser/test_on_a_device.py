"""What pages ask of a device: to keep the screen awake, storage that persists, and downloads of PDFs in an installed
app, whose window has no back button.
"""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from clubs.models import Role, User
from tests import factory
from tests.browser.look import signed_in
from tests.browser.origins import wait_until_loaded
from tests.machine import CHROMIUM
from tests.screens import PATIENCE, Screens
from tests.server import until

pytestmark = [pytest.mark.thorough, pytest.mark.needs("chromium"), pytest.mark.django_db(transaction=True)]
ASKED = """
window.locks = [];
window.isToPersist = false;
const lock = navigator.wakeLock.request.bind(navigator.wakeLock);
navigator.wakeLock.request = async kind => {
  const one = await lock(kind);
  locks.push(one);
  return one;
};
navigator.storage.persist = async () => { isToPersist = true; return true; };
"""
HELD = "locks.filter(each => !each.released).length"
LOOKED_AT_AGAIN = """Promise.all(locks.map(each => each.release()))
  .then(() => void document.dispatchEvent(new Event("visibilitychange")))"""


@pytest.fixture
def keeper() -> User:
    return factory.a_member(factory.a_club(), Role.SCOREKEEPER)


@pytest.fixture
def match(keeper: User) -> str:
    club = keeper.memberships.get().club
    return f"/m/{factory.a_match(club, factory.some_players(club), hands=3).pk}/"


def comes_to_be(page: Page, what: str) -> None:
    until(lambda: bool(page.evaluate(what)))


@pytest.mark.parametrize("path", ["table/", "wall/"])
def test_the_screen_stays_awake_and_does_so_again_when_it_is_looked_at(
    screens: Screens, keeper: User, match: str, path: str
) -> None:
    page = signed_in(screens, keeper, "tablet", "light", "/")
    page.context.grant_permissions(["screen-wake-lock"])
    page.add_init_script(ASKED)
    page.goto(match + path)
    comes_to_be(page, f"{HELD} === 1")
    page.evaluate(LOOKED_AT_AGAIN)  # browsers release the lock when the page is hidden
    comes_to_be(page, f"{HELD} === 1")


def test_a_table_asks_for_storage_that_persists(screens: Screens, keeper: User, match: str) -> None:
    page = signed_in(screens, keeper, "tablet", "light", "/")
    page.add_init_script(ASKED)
    page.goto(f"{match}table/")
    wait_until_loaded(page)
    comes_to_be(page, "isToPersist")


def test_a_pdf_is_a_file_beside_the_window_of_an_app(
    screens: Screens, browser: Browser, keeper: User, match: str, tmp_path: Path
) -> None:
    cookies = signed_in(screens, keeper, "desk", "light", match).context.cookies()
    sheet = "a[href$='/sheet.pdf']"
    arguments = [
        "--headless=new",
        "--no-sandbox",
        "--disable-gpu",
        "--accept-lang=en-GB",
        f"--app={screens.base_url}/health/live",
    ]
    with browser.browser_type.launch_persistent_context(
        tmp_path, executable_path=CHROMIUM, args=arguments
    ) as installed:
        installed.set_default_timeout(PATIENCE)
        installed.add_cookies(
            [{"name": each["name"], "value": each["value"], "url": screens.base_url} for each in cookies]
        )
        [page] = installed.pages
        page.goto(f"{screens.base_url}{match}")
        assert page.evaluate("matchMedia('(display-mode: standalone)').matches")
        with page.expect_download() as saved:
            page.locator(sheet).first.click()
        assert saved.value.path().read_bytes().startswith(b"%PDF")
        expect(page.locator(sheet).first).to_have_attribute("download", "")
        assert page.url.endswith(match)
