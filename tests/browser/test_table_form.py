"""A round's form on a slow line, where previews arrive late, in the middle of a tap, or not at all.

A “look” is the request (do=look) for the form with the keys tapped so far.
"""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect

from clubs.models import Role, User
from games.models import Entry
from tests import factory
from tests.browser.taps import at_the_table
from tests.browser.test_table_outbox import Trouble, foreign, forgive, is_on_the_disk, of_the_club
from tests.games.top_dog.matches import NAMES, ROTATING, a_match, rounds
from tests.screens import Screens

pytestmark = [pytest.mark.variants, pytest.mark.needs("chromium"), pytest.mark.django_db(transaction=True)]
Open = Callable[..., Page]
# The tablet's store opens only after unlock().
SLOW_STORE = """
const open = indexedDB.open.bind(indexedDB), opened = new Promise(resolve => { window.unlock = resolve; });
indexedDB.open = (...given) => {
  const asking = open(...given), slow = {};
  asking.onupgradeneeded = () => { slow.result = asking.result; slow.onupgradeneeded(); };
  asking.onsuccess = () => opened.then(() => { slow.result = asking.result; slow.onsuccess(); });
  return slow;
};
"""


@pytest.fixture
def table(screens: Screens) -> Open:
    club = factory.a_club()
    user: User = factory.a_member(club, Role.SCOREKEEPER)
    match = a_match(club, factory.some_players(club, 4, NAMES), rounds(10), ROTATING)
    return lambda screen="tablet": at_the_table(screens, user, f"/m/{match.pk}/table/", screen)


class Looks:
    """Holds back the requests for a preview until `let_go`."""

    def __init__(self, page: Page) -> None:
        self.held: list[Route] = []
        self.are_held = True
        page.route("**/table/", self.handle)

    def handle(self, route: Route) -> None:
        if self.are_held and "do=look" in (route.request.post_data or ""):
            self.held.append(route)
        else:
            route.continue_()

    def let_go(self) -> None:
        """Continue the requests held so far, and hold no more."""
        self.are_held = False
        for route in self.held:
            route.continue_()


def won(page: Page, *hands: int) -> None:
    for seat, each in enumerate(hands):
        page.locator(f"label[for=won-{seat}-{each}]").tap()


def test_taps_during_a_look_are_drawn_by_the_next_one(table: Open) -> None:
    page = table()
    looks = Looks(page)
    with page.expect_request("**/table/"):
        won(page, 2)
    won(page, 2, 3, 5)
    expect(page.locator("#won-2-5")).to_be_checked()
    looks.let_go()
    expect(page.locator('#seat-3 .is-auto:text-is("3")')).to_be_visible()
    expect(page.locator("#back")).to_have_text("Undo: Núria won 5")


def test_a_look_answered_after_the_round_was_written_is_not_shown(table: Open) -> None:
    page = table()
    won(page, 2, 3, 5)
    expect(page.locator("#go.btn-main")).to_be_visible()
    looks = Looks(page)
    with page.expect_request("**/table/"):
        page.locator("label[for=won-3-3]").tap()
    page.locator("#go").tap()
    expect(page.locator(".hand h1 .fig")).to_have_text("12")
    with page.expect_response("**/table/") as answer:
        looks.let_go()
    answer.value.finished()
    won(page, 4)  # its preview is requested after the late response, which has been handled by then
    expect(page.locator("#back")).to_have_text("Undo: Bea won 4")
    expect(page.locator(".hand h1 .fig")).to_have_text("12")
    assert Entry.objects.filter(number=11).get().payload == {"won": {"0": 2, "1": 3, "2": 5, "3": 3}}


@pytest.mark.parametrize(
    ("trouble", "words"),
    [
        (lambda route: route.abort(), "You are offline."),
        (foreign(200), "You are offline."),
        (of_the_club(503), "is busy"),
        (of_the_club(429), "is busy"),
    ],
    ids=["no network", "portal", "503", "429"],
)
def test_a_look_that_failed_is_repeated(
    screens: Screens, table: Open, trouble: Callable[[Route], None], words: str
) -> None:
    page = table()
    met = Trouble(page, trouble)
    won(page, 2)
    expect(page.locator(".says")).to_contain_text(words)
    met.is_over = True
    expect(page.locator("#back")).to_have_text("Undo: Bea won 2")
    forgive(screens)


def test_a_session_that_ended_is_said_with_the_first_tap(table: Open) -> None:
    page = table()
    page.context.clear_cookies(name="sessionid")
    won(page, 2)
    expect(page.locator(".says")).to_contain_text("Sign in again")
    expect(page.locator("#won-0-2")).to_be_checked()


@pytest.mark.thorough
def test_a_tap_before_the_store_has_answered_loses_nothing(table: Open) -> None:
    page = table()
    won(page, 2, 3)
    expect(page.locator("#back")).to_have_text("Undo: Wilhelmina won 3")
    is_on_the_disk(page)
    page.add_init_script(SLOW_STORE)
    page.reload()
    page.locator("label[for=won-2-5]").tap()
    page.evaluate("unlock()")
    expect(page.locator('#seat-3 .is-auto:text-is("3")')).to_be_visible()
    expect(page.locator("#won-0-2")).to_be_checked()
    page.locator("#back").tap()
    expect(page.locator("#back")).to_have_text("Undo: Wilhelmina won 3")


@pytest.mark.thorough
def test_a_store_that_never_answers_keeps_nothing_from_the_server(table: Open) -> None:
    page = table()
    page.add_init_script(SLOW_STORE)
    page.reload()
    won(page, 2, 3, 5)
    page.locator("#go.btn-main").tap()
    expect(page.locator(".hand h1 .fig")).to_have_text("12")


def test_a_key_that_was_just_drawn_anew_may_be_tapped_again(table: Open) -> None:
    page = table()
    looks = Looks(page)
    page.locator("label[for=tied]").tap()
    expect(page.locator("#tied")).to_be_checked()
    page.wait_for_timeout(400)  # two quick taps on one spot count as one
    looks.let_go()
    expect(page.locator("#meter .count")).to_contain_text("12 hands")
    page.locator("label[for=tied]").tap()
    expect(page.locator("#tied")).not_to_be_checked()
    expect(page.locator("#meter .count")).to_contain_text("13 hands")


@pytest.mark.thorough
def test_a_press_that_an_answer_interrupts_still_counts(table: Open) -> None:
    page = table("desk")
    looks = Looks(page)
    with page.expect_request("**/table/"):
        page.locator("label[for=won-0-2]").click()
    page.locator("label[for=won-1-3]").hover()
    page.mouse.down()
    looks.let_go()
    expect(page.locator("#meter .count")).to_have_text(re.compile(r"11\s+of 13"))
    page.mouse.up()
    expect(page.locator("#meter .count")).to_have_text(re.compile(r"8\s+of 13"))


def test_taps_before_the_scripts_have_come_count_on_top_of_what_is_kept(table: Open) -> None:
    """On a busy machine a page is visible before its scripts run."""
    page = table()
    won(page, 2, 3)
    expect(page.locator("#back")).to_have_text("Undo: Wilhelmina won 3")
    is_on_the_disk(page)
    scripts: list[Route] = []
    page.route(re.compile(r"/form\.table\."), lambda route: scripts.append(route))
    page.reload(wait_until="commit")
    page.locator("label[for=won-2-5]").tap()
    expect(page.locator("#won-2-5")).to_be_checked()
    for script in scripts:
        script.continue_()
    expect(page.locator('#seat-3 .is-auto:text-is("3")')).to_be_visible()
    expect(page.locator("#won-0-2")).to_be_checked()
    page.locator("#back").tap()
    expect(page.locator("#back")).to_have_text("Undo: Wilhelmina won 3")
