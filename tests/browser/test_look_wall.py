"""The wall board updates itself, and says so when it cannot."""

import random
import re
from typing import Any

import pytest
from playwright.sync_api import expect

from clubs.models import Role
from games.entries.match_state import load
from games.models import Match
from tests.browser.look import signed_in
from tests.factory import a_club, a_match, a_member, played, some_players, write
from tests.playoff_nights import an_evening, play, table
from tests.screens import Screens
from tests.server import until

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.needs("chromium")]


def next_hand(match: Match) -> None:
    sheet: Any = load(match).sheet
    entries, _ = played(sheet, len(sheet.lines) + 1, random.Random(3))
    write(match, entries)


def test_a_new_hand_appears_without_a_reload(screens: Screens) -> None:
    club = a_club()
    match = a_match(club, some_players(club), hands=2)
    page = signed_in(screens, a_member(club, Role.MEMBER), "wall", "light", f"/m/{match.pk}/wall/")
    expect(page.locator(".now .fig")).to_have_text("3")
    expect(page.locator("footer .live")).to_have_text(re.compile(r"^Live\. Updated \d+ seconds? ago\.$"))
    next_hand(match)
    expect(page.locator(".now .fig")).to_have_text("4")


@pytest.mark.thorough
def test_silence_is_said_in_words_after_ten_seconds_and_unsaid_when_it_ends(screens: Screens) -> None:
    club = a_club()
    match = a_match(club, some_players(club), hands=2)
    page = signed_in(screens, a_member(club, Role.MEMBER), "wall", "dark", f"/m/{match.pk}/wall/")
    page.context.set_offline(True)
    stale = page.locator("footer.is-stale")
    assert stale.count() == 0
    expect(stale).to_be_visible()
    expect(page.locator("footer .live")).to_have_text(
        re.compile(r"^Not live\. Last heard from the table \d+ seconds ago, at \d\d:\d\d\.$")
    )
    expect(page.locator("footer")).to_contain_text("Scores above may have moved.")
    page.context.set_offline(False)
    expect(stale).to_have_count(0)


MUFFLED = """
delete window.SharedWorker;
let asked = 0;
document.addEventListener("news", () => { asked += 1; }, true);
window.EventSource = class extends EventTarget {
  constructor() { super(); setTimeout(() => this.dispatchEvent(new MessageEvent("version", { data: '{"a": 1}' }))); }
  close() { window.askedBefore ??= asked; }
};
"""


@pytest.mark.thorough
def test_a_stream_that_something_on_the_way_keeps_back_is_made_up_for_by_asking(screens: Screens) -> None:
    club = a_club()
    match = a_match(club, some_players(club), hands=2)
    page = signed_in(screens, a_member(club, Role.MEMBER), "wall", "light", "/c/kennel/")
    page.add_init_script(MUFFLED)
    page.goto(f"/m/{match.pk}/wall/")
    expect(page.locator(".now .fig")).to_have_text("3")
    next_hand(match)
    expect(page.locator(".now .fig")).to_have_text("4")
    # It requested the announced version, and tried again before it closed the stream.
    until(lambda: (page.evaluate("window.askedBefore") or 0) >= 2, patience=60)


def test_a_sign_in_page_never_takes_the_place_of_the_board(screens: Screens) -> None:
    club = a_club()
    match = a_match(club, some_players(club), hands=2)
    page = signed_in(screens, a_member(club, Role.MEMBER), "wall", "light", f"/m/{match.pk}/wall/")
    with page.expect_response(re.compile("login")):
        page.context.clear_cookies()
    expect(page.locator("footer.is-stale .live")).to_have_text(
        re.compile(r"^Not live: signed out\. Last heard at \d\d:\d\d\. Load this page again to sign in\.$")
    )
    expect(page.locator(".wall .board li")).to_have_count(5)
    screens.troubles.clear()  # the browser reports that the sign-in page is not an event stream


UPRIGHT = {"width": 1080, "height": 1920}


@pytest.mark.thorough
@pytest.mark.parametrize("viewport", [UPRIGHT, {"width": 1920, "height": 1080}], ids=["upright", "wide"])
def test_a_play_off_of_fourteen_fits_a_wall_in_both_directions(screens: Screens, viewport: Any) -> None:
    club = a_club()
    found = an_evening(club, (7, 7), advance=4)
    for number in (1, 2):
        play(table(found, "group", number), (1, 1, 1, 1, 1, 0, 0))
    address = f"/c/kennel/playoffs/{found.pk}/wall/"
    page = signed_in(screens, a_member(club, Role.MEMBER), "wall", "light", address, viewport=viewport)
    expect(page.locator(".evg")).to_have_count(4)
    parts = [".wall-ev > header", ".evg >> nth=0", ".evg >> nth=3", ".ev-now", ".wall-ev > footer"]
    boxes = [page.locator(part).bounding_box() for part in parts]
    assert all(box and box["y"] >= 0 and box["y"] + box["height"] <= viewport["height"] + 1 for box in boxes)
    crowded = page.locator(".evg :is(h2, li)").evaluate_all(
        """all => all.filter(row => [...row.children].some(each => {
          const [inner, outer] = [each.getBoundingClientRect(), row.getBoundingClientRect()];
          return inner.bottom > outer.bottom + 2 || inner.right > outer.right + 2;
        })).map(row => row.textContent)"""
    )
    assert crowded == []
    assert page.locator(".flow").is_visible() is (viewport != UPRIGHT)
