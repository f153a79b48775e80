"""Entries are never lost: after a reload, a lost response, a busy server, a second tablet, or the end of a session."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from playwright.sync_api import Page, Request, Route, expect

from clubs.links.tokens import sign
from clubs.models import Club, Role, User
from games.models import Entry, Match, TabletPass
from tests import factory
from tests.browser.origins import is_at, until
from tests.browser.outbox import IS_COMPLETE, outbox
from tests.browser.taps import Tapping, at_the_table
from tests.posting import form_on, sent, with_taps
from tests.posting import page as page_of
from tests.screens import Screens, cut

pytestmark = [pytest.mark.variants, pytest.mark.needs("chromium"), pytest.mark.django_db(transaction=True)]
BIDS, TRICKS = {1: 0, 2: 1, 3: 0, 4: 0, 0: 1}, {1: 0, 2: 1, 3: 0, 4: 0, 0: 0}
Open = Callable[..., Page]
EACH_FRAME = """void (window.shown = [], function look() {
  window.shown.push(document.querySelector("#main").dataset.what);
  requestAnimationFrame(look);
})()"""

COUNT_REFUSALS = """void (window.refusals = 0, new MutationObserver(() => {
  window.refusals += document.querySelectorAll(".stuck").length;
}).observe(document.body, { childList: true, subtree: true }))"""


@pytest.fixture
def keeper() -> User:
    return factory.a_member(factory.a_club(), Role.SCOREKEEPER)


@pytest.fixture
def match(keeper: User) -> Match:
    club = keeper.memberships.get().club
    return factory.a_match(club, factory.some_players(club), hands=0)


@pytest.fixture
def tablet(screens: Screens, keeper: User, match: Match) -> Open:
    return lambda: at_the_table(screens, keeper, f"/m/{match.pk}/table/")


class Trouble:
    """Handles the first POST by `what`, and all later ones until `is_over` is set, so that the page's message stays
    visible.
    """

    def __init__(self, page: Page, what: Callable[[Route], None]) -> None:
        self.what, self.was_met, self.is_over = what, False, False
        page.route("**/table/", self.handle)

    def handle(self, route: Route) -> None:
        if route.request.method != "POST" or (self.is_over and self.was_met):
            route.continue_()
        else:
            self.was_met = True
            self.what(route)


def lost(route: Route) -> None:
    """Send the request, but drop its response."""
    route.fetch()
    route.abort()


def is_on_the_disk(page: Page) -> None:
    """Wait until the store has written all taps: it answers requests in order."""
    page.evaluate(outbox("table.entries('out', table.match())"))


def test_half_entered_bids_survive_a_reload(tablet: Open) -> None:
    page = tablet()
    thumb = Tapping(page)
    thumb.number(1, 0)
    thumb.number(2, 1)
    thumb.tap('.trump [data-suit="hearts"]')
    expect(page.locator('.trump [data-suit="hearts"]')).to_have_attribute("aria-pressed", "true")
    is_on_the_disk(page)
    page.reload()
    expect(page.locator("#go")).to_have_text("3 bids to go")
    expect(page.locator("#back")).to_have_text("Undo: Wilhelmina bids 1")
    expect(page.locator('.trump [data-suit="hearts"]')).to_have_attribute("aria-pressed", "true")


def test_half_entered_tricks_survive_a_reload(tablet: Open) -> None:
    page = tablet()
    thumb = Tapping(page)
    thumb.bids(BIDS)
    thumb.number(0, 0)
    expect(page.locator("#back")).to_have_text("Undo: Bea took 0")
    is_on_the_disk(page)
    page.reload()
    expect(page.locator("#go")).to_have_text("Score hand 1")
    expect(page.locator("#back")).to_have_text("Undo: Bea took 0")


def foreign(status: int) -> Callable[[Route], None]:
    """A page of a captive portal or a proxy instead of the club's answer."""
    page = "<!doctype html><html><body><main id='main'>Please accept our terms</main></body></html>"
    return lambda route: route.fulfill(status=status, body=page, content_type="text/html")


def of_the_club(status: int) -> Callable[[Route], None]:
    """The club's own server answers with this status."""
    return lambda route: route.fulfill(status=status, headers={"X-Dog-Club": "1"}, body="not now")


@pytest.mark.parametrize(
    ("trouble", "note"),
    [
        (lambda route: route.abort(), "Offline: 1 entry to send"),
        (lost, "Offline: 1 entry to send"),
        (cut, "Offline: 1 entry to send"),
        *((foreign(status), "Offline: 1 entry to send") for status in (200, 403, 404, 503, 504, 511)),
        *((of_the_club(status), "1 entry to send") for status in (503, 429, 507)),
    ],
    ids=["no network", "answer lost", "answer cut", "portal", "403", "404", "503", "504", "511", "busy", "429", "507"],
)
def test_a_send_that_failed_is_repeated_with_the_same_id(
    screens: Screens, tablet: Open, trouble: Callable[[Route], None], note: str
) -> None:
    page = tablet()
    met = Trouble(page, trouble)
    all_bids_in(page)
    expect(page.locator("#waiting")).to_have_text(note)
    expect(page.locator("#main[data-what=tricks]")).to_be_visible()  # the table goes on
    met.is_over = True
    expect(page.locator("#waiting")).to_be_hidden()
    expect(page.locator("#main[data-what=tricks]")).to_be_visible()
    assert Entry.objects.count() == 1
    forgive(screens)


def test_a_late_answer_does_not_hold_the_table_up(tablet: Open) -> None:
    """Half a second is enough; a server that comes back is asked within five. The title goes with the page."""
    page = tablet()
    held: list[Route] = []
    page.wait_for_function(IS_COMPLETE)
    met = Trouble(page, held.append)
    all_bids_in(page)
    expect(page.locator("#main[data-what=tricks]")).to_be_visible()
    expect(page.locator("#waiting")).to_have_text("1 entry to send")
    assert page.evaluate(outbox("Math.max(...table.WAITS)")) * 1.25 <= 5
    assert Entry.objects.count() == 0
    met.is_over = True
    held.pop().continue_()
    is_at(page, 1)
    expect(page).to_have_title("Tricks, hand 1 · Dog Club")


@pytest.mark.thorough
def test_a_full_disk_of_the_server_is_said_while_the_tablet_keeps_the_entry(screens: Screens, tablet: Open) -> None:
    page = tablet()
    full = Trouble(page, of_the_club(507))
    all_bids_in(page)
    expect(page.get_by_text("The server’s disk is full: whoever runs it")).to_be_visible()
    expect(page.locator("#waiting")).to_contain_text("1 entry to send")
    full.is_over = True
    expect(page.locator("#main[data-what=tricks]")).to_be_visible()
    expect(page.locator("#waiting")).to_be_hidden()
    expect(page.get_by_text("The server’s disk is full")).to_be_hidden()
    assert Entry.objects.count() == 1
    forgive(screens)


@pytest.mark.thorough
def test_an_answer_lost_before_a_reload_is_asked_for_again(tablet: Open) -> None:
    page = tablet()
    trouble = Trouble(page, lost)
    thumb = Tapping(page)
    for seat, bid in BIDS.items():
        thumb.number(seat, bid)
    expect(page.locator("#waiting")).to_contain_text("1 entry to send")
    page.reload()
    expect(page.locator("#waiting")).to_contain_text("1 entry to send")
    trouble.is_over = True
    expect(page.locator("#waiting")).to_be_hidden()
    expect(page.locator("#main[data-what=tricks]")).to_be_visible()
    thumb.number(0, 0)
    thumb.tricks([])
    expect(page.locator('#outbox[data-version="2"]')).to_be_attached()
    assert [(entry.number, entry.revision) for entry in Entry.objects.all()] == [(1, 1), (2, 1)]


@pytest.mark.thorough
def test_a_tablet_that_has_gone_on_is_not_taken_back_by_an_answer(tablet: Open) -> None:
    page = tablet()
    page.wait_for_function(IS_COMPLETE)
    thumb = Tapping(page)
    thumb.bids(BIDS)
    met = Trouble(page, lambda route: route.abort())
    thumb.tricks([(0, 0)])
    thumb.next_hand()
    thumb.number(2, 0)
    page.evaluate(EACH_FRAME)
    met.is_over = True
    expect(page.locator("#waiting")).to_be_hidden()
    is_at(page, 2)
    expect(page.locator("#back")).to_have_text("Undo: Wilhelmina bids 0")
    assert set(page.evaluate("shown")) == {"bids"}


def test_a_double_tap_on_score_writes_one_hand(tablet: Open) -> None:
    page = tablet()
    thumb = Tapping(page)
    thumb.bids(BIDS)
    thumb.number(0, 0)
    page.locator("#go").dblclick()
    expect(page.locator(".recap")).to_be_visible()
    page.wait_for_timeout(500)
    expect(page.locator(".recap")).to_be_visible()
    is_at(page, 2)
    assert Entry.objects.count() == 2


def test_two_tablets_are_asked_and_the_choice_is_kept(tablet: Open, match: Match, keeper: User, client: Client) -> None:
    page = tablet()
    client.force_login(keeper)
    sent(client, f"/m/{match.pk}/table/", with_taps(form_on(page_of(client, match), "send"), {**BIDS, 3: 1}))
    thumb = Tapping(page)
    for seat, bid in BIDS.items():
        thumb.number(seat, bid)
    expect(page.locator("h1")).to_have_text("Two tablets, one bone")
    page.reload()
    expect(page.locator("h1")).to_have_text("Two tablets, one bone")
    page.locator("#keep button").tap()
    expect(page.locator("#main[data-what=tricks]")).to_be_visible()
    expect(page.locator("#seat-3 .role")).to_have_text("bid 0")
    page.reload()
    expect(page.locator("#main[data-what=tricks]")).to_be_visible()
    assert Entry.objects.filter(number=1).count() == 2


def test_taking_theirs_keeps_mine_in_the_history_alone(
    tablet: Open, match: Match, keeper: User, client: Client
) -> None:
    page = tablet()
    client.force_login(keeper)
    sent(client, f"/m/{match.pk}/table/", with_taps(form_on(page_of(client, match), "send"), {**BIDS, 3: 1}))
    thumb = Tapping(page)
    for seat, bid in BIDS.items():
        thumb.number(seat, bid)
    page.locator("#yield button").tap()
    expect(page.locator("#main[data-what=tricks]")).to_be_visible()
    page.reload()
    expect(page.locator("#seat-3 .role")).to_have_text("bid 1")
    assert [(entry.payload or {})["bids"]["3"] for entry in Entry.objects.all()] == [1, 0, 1]


@pytest.mark.thorough
def test_a_session_that_ended_takes_nothing_away(tablet: Open, keeper: User) -> None:
    page = tablet()
    cookies: Any = page.context.cookies()
    page.context.clear_cookies(name="sessionid")
    thumb = Tapping(page)
    for seat, bid in BIDS.items():
        thumb.number(seat, bid)
    expect(page.locator(".says")).to_contain_text("Sign in again")
    expect(page.locator("#waiting")).to_have_text("1 entry to send")  # which is not offline
    assert Entry.objects.count() == 0
    page.locator(".says").get_by_role("link", name="Sign in").click()
    expect(page.locator("#id_password")).to_be_visible()
    assert page.url.endswith(f"?next=/m/{Match.objects.get().pk}/table/")
    page.context.add_cookies([cookie for cookie in cookies if cookie["name"] == "sessionid"])
    page.goto(page.url.split("?next=")[1])
    is_at(page, 1)
    expect(page.locator("#main[data-what=tricks]")).to_be_visible()
    assert Entry.objects.count() == 1


@pytest.mark.parametrize(
    "trouble",
    [lambda route: route.abort(), foreign(200), of_the_club(503)],
    ids=["no network", "portal", "busy"],
)
def test_a_new_token_that_does_not_come_is_asked_for_again(
    screens: Screens, tablet: Open, trouble: Callable[[Route], None]
) -> None:
    page = tablet()
    until(page, IS_COMPLETE)
    page.context.clear_cookies(name="csrftoken")  # as a power cut takes it, or somebody signs in anew
    asked: list[Request] = []

    def handle(route: Route) -> None:
        asked.extend([route.request] * (route.request.method == "GET"))
        if route.request.method == "GET" and len(asked) <= 2:
            trouble(route)
        else:
            route.continue_()

    page.route("**/table/", handle)
    page.evaluate(COUNT_REFUSALS)
    all_bids_in(page)
    is_at(page, 1)
    expect(page.locator("#main[data-what=tricks]")).to_be_visible()
    assert (len(asked), page.evaluate("refusals")) == (3, 0)
    assert Entry.objects.count() == 1
    forgive(screens)


@pytest.fixture
def handed(screens: Screens, match: Match) -> tuple[Page, TabletPass]:
    """The table page on a tablet without an account, and its tablet pass."""
    row = TabletPass.objects.create(match=match)
    page = screens.open(path=f"/tablet/{sign(row.pk, 'tablet')}/")
    page.locator("#main form button").tap()
    page.wait_for_url("**/table/**")  # waits for its scripts too
    expect(page.locator("#main[data-what=bids]")).to_be_visible()
    return page, row


def all_bids_in(page: Page) -> None:
    """Enter the bids of all seats."""
    thumb = Tapping(page)
    for seat, bid in BIDS.items():
        thumb.number(seat, bid)


def discard(page: Page) -> None:
    """Discard what waits, after the question that says what it is."""
    page.locator(".says [data-drop]").tap()
    question = page.locator("#discarding")
    expect(question).to_contain_text("Discard 1 entry?Not on the sheet yet: Hand 1.")
    question.get_by_role("button", name="Discard").tap()


@pytest.mark.thorough
def test_a_tablet_that_lost_its_pass_tries_again_when_it_has_one(handed: tuple[Page, TabletPass]) -> None:
    page, row = handed
    TabletPass.objects.update(revoked_at=timezone.now())
    all_bids_in(page)
    expect(page.locator(".says")).to_contain_text("have the match handed over anew")
    page.locator("text=Try again").tap()
    expect(page.locator(".says")).to_contain_text("have the match handed over anew")
    TabletPass.objects.filter(pk=row.pk).update(revoked_at=None)
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")  # back from another tab: no tap is needed
    is_at(page, 1)
    expect(page.locator("#main[data-what=tricks]")).to_be_visible()
    assert Entry.objects.count() == 1


def test_a_tablet_that_lost_its_pass_drops_what_it_kept(handed: tuple[Page, TabletPass], match: Match) -> None:
    page, _ = handed
    TabletPass.objects.update(revoked_at=timezone.now())
    all_bids_in(page)
    discard(page)
    expect(page.locator("#main[data-what]")).to_have_count(0)
    TabletPass.objects.update(revoked_at=None)
    page.goto(f"/m/{match.pk}/table/")
    expect(page.locator("#go")).to_have_text("5 bids to go")
    assert Entry.objects.count() == 0


def test_whoever_may_not_write_any_more_drops_it(tablet: Open, keeper: User) -> None:
    page = tablet()
    until(page, IS_COMPLETE)
    keeper.memberships.update(role=Role.MEMBER)
    all_bids_in(page)
    expect(page.locator(".says")).to_contain_text("It may not write here now")
    page.locator(".says [data-drop]").tap()
    page.locator("#discarding").get_by_role("button", name="Cancel").tap()
    expect(page.locator("#waiting")).to_have_text("1 entry to send")
    page.wait_for_timeout(400)  # a second tap on the same spot would be a double tap
    discard(page)
    expect(page.locator("h1")).to_contain_text("somebody else’s paws")

    # Who may write again finds it where it was put, and it is sent.
    keeper.memberships.update(role=Role.SCOREKEEPER)
    page.goto(f"/m/{Match.objects.get().pk}/table/")
    page.evaluate(IS_COMPLETE)
    page.locator(".more summary").tap()
    page.get_by_role("button", name="Unsent entries").tap()
    expect(page.locator("#entries li")).to_contain_text(["Hand 1: bids Otto 0, Wilhelmina 1, Núria 0, Łukasz 0, Bea 1"])
    page.get_by_role("button", name="Bring them back").tap()
    is_at(page, 1)
    assert (Entry.objects.get().payload or {})["bids"]["2"] == 1


@pytest.mark.thorough
def test_a_page_without_a_count_says_it_above(tablet: Open, keeper: User) -> None:
    Club.objects.update(recap_page=True)
    page = tablet()
    thumb = Tapping(page)
    thumb.bids(BIDS)
    thumb.tricks([(0, 0)])
    keeper.memberships.update(role=Role.MEMBER)
    page.locator("#back").tap()
    expect(page.locator("#kept")).to_contain_text("It may not write here now")
    expect(page.locator("#kept").get_by_text("Discard")).to_be_visible()


def test_what_the_server_refuses_is_said_and_can_be_put_right(tablet: Open) -> None:
    page = tablet()
    page.evaluate(
        "Object.assign(document.querySelector('[data-suit=hearts]'), {value: 'stars'}).dataset.suit = 'stars'"
    )
    thumb = Tapping(page)
    thumb.tap("[data-suit=stars]")
    for seat, bid in BIDS.items():
        thumb.number(seat, bid)
    expect(page.locator("[role=alert]")).to_contain_text("stars")
    assert Entry.objects.count() == 0
    thumb.tap("[data-suit=clubs]")
    expect(page.locator("#main[data-what=tricks]")).to_be_visible()


def forgive(screens: Screens) -> None:
    """Remove the errors that the browser reports of the responses with which the test itself refused an entry."""
    screens.troubles[:] = [each for each in screens.troubles if not re.search(r"status of 5\d\d", each)]
