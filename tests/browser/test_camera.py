"""The camera on the page for photos of sheets, with Chromium's fake one."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from clubs.models import Club, Role
from dogclub.models import SheetReading
from tests.browser.look import signed_in
from tests.factory import a_club, a_member
from tests.machine import HEADLESS
from tests.screens import Screens, axe

pytestmark = [pytest.mark.needs("chromium"), pytest.mark.django_db(transaction=True)]
WIDER = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
FAKE = ("--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream")
# A reader of codes that sees as many marks as the test says.
READER = """
window.seen = [1, 2];
window.BarcodeDetector = class {
  static getSupportedFormats() { return Promise.resolve(["data_matrix"]); }
  async detect() { return window.seen.map(corner => ({ rawValue: `11052013004${corner}0000` })); }
};
0
"""
REFUSES = "void (navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('', 'NotAllowedError')))"


@pytest.fixture(scope="module")
def with_camera(browser: Browser) -> Iterator[Browser]:
    """A browser with a camera that is allowed."""
    arguments = ["--no-sandbox", "--disable-gpu", "--accept-lang=en-GB", "--disable-background-networking", *FAKE]
    chromium = browser.browser_type.launch(executable_path=HEADLESS, args=arguments)
    yield chromium
    chromium.close()


@pytest.fixture
def screens(with_camera: Browser, live_server: Any) -> Iterator[Screens]:
    made = Screens(with_camera, live_server.url)
    yield made
    for context in made.contexts:
        context.close()
    assert not made.troubles


def photos(screens: Screens, screen: str = "phone", theme: str = "light") -> Page:
    club: Club = a_club()
    return signed_in(screens, a_member(club, Role.SCOREKEEPER), screen, theme, f"/c/{club.slug}/sheet-photos/")


@pytest.mark.variants
@pytest.mark.parametrize(("screen", "theme"), [("tablet", "light"), ("phone", "dark")])
def test_a_photo_is_taken_in_the_frame(screens: Screens, screen: str, theme: str) -> None:
    page = photos(screens, screen, theme)
    expect(page.locator("#photo-camera")).to_be_hidden()
    assert axe(page) == []
    page.get_by_role("button", name="Take a photo").click()
    expect(page.get_by_text("The sheet fits the frame")).to_be_visible()
    expect(page.locator("video")).to_have_js_property("paused", False)
    assert page.evaluate(WIDER) == 0
    assert axe(page) == []
    page.get_by_role("button", name="Cancel").click()
    expect(page.get_by_role("dialog")).to_be_hidden()
    page.get_by_role("button", name="Take a photo").click()
    page.get_by_role("button", name="Take the photo").click()
    page.wait_for_url("**/sheet-photos/*-*/")
    row = SheetReading.objects.get()
    assert row.width > 300


def test_each_corner_says_whether_its_mark_is_seen(screens: Screens) -> None:
    page = photos(screens)
    page.evaluate(READER)
    page.get_by_role("button", name="Take a photo").click()
    expect(page.get_by_text("The lower left corner is outside")).to_be_visible()
    expect(page.get_by_text("2 of 4 corners")).to_be_visible()
    expect(page.get_by_role("button", name="Show all four corners")).to_have_attribute("aria-disabled", "true")
    assert page.locator("path.is-read").count() == 2
    assert page.locator("path[stroke][visibility=visible]").count() == 2
    page.evaluate("window.seen = [1, 2, 3, 4]")
    expect(page.get_by_text("All four marks are seen.")).to_be_visible()
    assert page.locator("path[stroke][visibility=visible]").count() == 0
    expect(page.get_by_role("button", name="Take the photo")).to_be_enabled()


def test_a_camera_that_is_refused_leaves_the_file_field(screens: Screens) -> None:
    page = photos(screens)
    page.evaluate(REFUSES)
    page.get_by_role("button", name="Take a photo").click()
    expect(page.get_by_role("alert")).to_contain_text("The camera cannot be used here.")
    expect(page.locator("#photo-camera")).to_be_visible()
    assert axe(page) == []


def test_a_desk_has_the_file_field_alone(screens: Screens) -> None:
    page = photos(screens, "desk")
    expect(page.get_by_role("button", name="Take a photo")).to_be_hidden()
    expect(page.get_by_label("From the gallery", exact=True)).to_be_visible()


def test_no_header_forbids_the_camera(screens: Screens) -> None:
    page = photos(screens)
    response = page.reload()
    assert response
    assert "camera=()" not in response.headers.get("permissions-policy", "")
    assert "default-src 'none'" in response.headers["content-security-policy"]
