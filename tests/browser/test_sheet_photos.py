"""Photos of several sheets are sent one after another, and none is lost silently."""

from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from clubs.models import Club, Role
from dogclub.models import SheetReading
from tests.browser.look import signed_in
from tests.factory import a_club, a_match, a_member, some_players
from tests.photos import a_jpeg
from tests.screens import Screens, axe

pytestmark = [pytest.mark.needs("chromium"), pytest.mark.django_db(transaction=True)]
WIDER = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
EIGHT = [{"name": f"table {at}.jpg", "mimeType": "image/jpeg", "buffer": a_jpeg(120 + at)} for at in range(1, 9)]


class Line:
    """The line to the server. Uploads numbered in `cut` do not get through; of those in `mute` no answer comes back."""

    def __init__(self, page: Page) -> None:
        self.page, self.uploads = page, 0
        self.cut: set[int] = set()
        self.mute: set[int] = set()
        page.route("**/sheet-photos/", self.take)

    def take(self, route: Route) -> None:
        if route.request.method != "POST":
            return route.continue_()
        self.uploads += 1
        if self.uploads in self.cut:
            return route.abort("internetdisconnected")
        if self.uploads in self.mute:
            route.fetch(max_redirects=0)
            return route.abort("connectionreset")
        return route.continue_()


@pytest.fixture
def club() -> Club:
    made: Club = a_club()
    return made


def photos(screens: Screens, club: Club, screen: str = "phone", theme: str = "light", match: str = "") -> Page:
    path = f"/c/{club.slug}/sheet-photos/{match}"
    return signed_in(screens, a_member(club, Role.SCOREKEEPER), screen, theme, path)


def wait_for_the_list(page: Page) -> None:
    """Until all photos have arrived; each is decoded in a process of its own."""
    expect(page.locator("#photos-sent")).to_be_hidden(timeout=60_000)
    expect(page.get_by_role("heading", name="Not saved yet")).to_be_visible()
    expect(page.locator("#photos-lost")).to_be_hidden()


def choose(page: Page, *files: Any) -> None:
    page.locator("#photo-file").set_input_files(list(files))
    page.get_by_role("button", name="Read the sheet").click()


@pytest.mark.variants
@pytest.mark.parametrize(("screen", "theme"), [("tablet", "light"), ("phone", "dark")])
def test_a_line_that_breaks_loses_none_of_eight_photos(screens: Screens, club: Club, screen: str, theme: str) -> None:
    page = photos(screens, club, screen, theme)
    line = Line(page)
    line.cut = {4}
    choose(page, *EIGHT)
    expect(page.get_by_text("3 of 8 photos have arrived.")).to_be_visible(timeout=60_000)
    expect(page.get_by_role("button", name="Send what is missing")).to_be_visible()
    expect(page.get_by_role("row", name="table 4.jpg")).to_contain_text("Did not arrive")
    expect(page.get_by_role("row", name="table 8.jpg")).to_contain_text("Waits")
    assert SheetReading.objects.count() == 3
    assert page.evaluate(WIDER) == 0
    assert axe(page) == []
    page.get_by_role("button", name="Send what is missing").click()
    wait_for_the_list(page)
    assert SheetReading.objects.count() == 8


def test_a_photo_whose_answer_was_lost_is_there_once(screens: Screens, club: Club) -> None:
    page = photos(screens, club)
    line = Line(page)
    line.mute = {2}
    choose(page, *EIGHT)
    expect(page.get_by_text("1 of 8 photos have arrived.")).to_be_visible(timeout=60_000)
    expect(page.get_by_role("button", name="Send what is missing")).to_be_visible(timeout=60_000)
    page.evaluate("dispatchEvent(new Event('online'))")
    wait_for_the_list(page)
    assert (line.uploads, SheetReading.objects.count()) == (9, 8)


@pytest.mark.thorough
def test_photos_that_did_not_arrive_before_the_page_was_closed_are_named(screens: Screens, club: Club) -> None:
    page = photos(screens, club)
    line = Line(page)
    line.cut = {7}
    choose(page, *EIGHT)
    expect(page.get_by_text("6 of 8 photos have arrived.")).to_be_visible(timeout=60_000)
    again = page.context.new_page()
    again.goto(page.url)
    page.close()
    expect(again.get_by_role("alert")).to_contain_text("These photos did not arrive: table 7.jpg and table 8.jpg.")
    assert axe(again) == []
    choose(again, *EIGHT)
    expect(again.locator("#photos-sent")).to_be_visible()
    wait_for_the_list(again)
    assert SheetReading.objects.count() == 8


def test_a_file_that_is_no_picture_is_named_and_the_others_arrive(screens: Screens, club: Club) -> None:
    page = photos(screens, club)
    choose(page, EIGHT[0], {"name": "notes.jpg", "mimeType": "image/jpeg", "buffer": b"bark"}, EIGHT[1])
    expect(page.get_by_text("2 of 3 photos have arrived.")).to_be_visible()
    expect(page.get_by_role("row", name="notes.jpg")).to_contain_text("This is not a")
    expect(page.get_by_role("button", name="Send what is missing")).to_be_hidden()
    page.get_by_role("link", name="See what arrived").click()
    wait_for_the_list(page)


def test_two_photos_of_one_name_are_both_missed(screens: Screens, club: Club) -> None:
    page = photos(screens, club)
    line = Line(page)
    line.cut = {2}
    choose(page, *({**each, "name": "image.jpg"} for each in EIGHT[:3]))
    expect(page.get_by_text("1 of 3 photos have arrived.")).to_be_visible(timeout=60_000)
    page.reload()
    expect(page.get_by_role("alert")).to_contain_text("These photos did not arrive: image.jpg and image.jpg.")
    page.get_by_role("button", name="Dismiss").click()
    page.reload()
    expect(page.locator("#photos-lost")).to_be_hidden()


def test_one_photo_belongs_to_its_match_and_three_to_several(screens: Screens, club: Club) -> None:
    match = a_match(club, some_players(club, 4), hands=0)
    page = photos(screens, club, match=f"?match={match.pk}")
    choose(page, EIGHT[0])
    page.wait_for_url("**/sheet-photos/*-*/")
    assert SheetReading.objects.get().match == match
    page.goto(f"/c/{club.slug}/sheet-photos/?match={match.pk}")
    choose(page, *EIGHT[1:4])
    page.wait_for_url(f"**/c/{club.slug}/sheet-photos/")
    assert SheetReading.objects.filter(match=None).count() == 3


def test_without_a_script_all_are_sent_at_once(screens: Screens, club: Club) -> None:
    page = photos(screens, club)
    page.route("**/sheet_photos.js", lambda route: route.abort())
    page.reload()
    choose(page, *EIGHT)
    expect(page.get_by_role("heading", name="Not saved yet")).to_be_visible(timeout=60_000)
    assert SheetReading.objects.count() == 8
