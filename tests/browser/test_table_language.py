"""A table in another language: what its scripts say, also without the server."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from clubs.models import Role
from tests import factory, pseudo
from tests.browser.outbox import IS_COMPLETE
from tests.browser.taps import Tapping, at_the_table
from tests.screens import Screens

pytestmark = [pytest.mark.needs("chromium"), pytest.mark.django_db(transaction=True)]

# The table of points, element by element: tag, classes, labels for screen readers, and text.
DRAWN = """() => [...document.querySelectorAll(".points, .points *")].map(each =>
  [each.tagName, each.className, each.scope, each.dataset.label, each.getAttribute("aria-label"), each.textContent]
    .map(text => (text ?? "").replace(/\\s+/g, "")))"""


@pytest.fixture(autouse=True)
def another_language() -> Iterator[None]:
    with pseudo.offered():
        yield


def test_each_tap_is_answered_in_it(screens: Screens) -> None:
    club = factory.a_club()
    member = factory.a_member(club, Role.SCOREKEEPER)
    member.language = pseudo.CODE
    member.save()
    match = factory.a_match(club, factory.some_players(club, 5), hands=6)
    page = at_the_table(screens, member, f"/m/{match.pk}/table/?hand=7", "tablet")
    page.context.set_offline(True)
    Tapping(page).bid_next(2)
    expect(page.locator("#meter .says")).to_contain_text(pseudo.FIRST + "4 ")
    expect(page.locator("#back span")).to_contain_text(pseudo.FIRST)


@pytest.mark.parametrize("language", ["en", "de"])
def test_a_tablet_without_a_server_says_the_words_of_the_club(screens: Screens, language: str) -> None:
    club = factory.a_club(terms={"floater": "Kite", "float-age": "Balloon", "overbid": "Greed"})
    member = factory.a_member(club, Role.SCOREKEEPER)
    member.language = language
    member.save()
    match = factory.a_match(club, factory.some_players(club, 3), hands=6)
    page = at_the_table(screens, member, f"/m/{match.pk}/table/?hand=7", "tablet")
    page.context.set_offline(True)
    for bid in (1, 0):
        Tapping(page).bid_next(bid)
    says = page.locator("#meter .says")
    for word in ("Balloon", "Kite", "Greed"):
        expect(says).to_contain_text(word)
    expect(says).not_to_contain_text("loater")


def test_what_comes_when_the_page_stands_says_it_in_that_language(screens: Screens) -> None:
    club = factory.a_club(recap_page=True)
    member = factory.a_member(club, Role.SCOREKEEPER)
    member.language = "de"
    member.save()
    match = factory.a_match(club, factory.some_players(club, 3), hands=6)
    page = at_the_table(screens, member, f"/m/{match.pk}/table/?hand=7", "tablet")
    page.wait_for_load_state("networkidle")
    assert page.evaluate(IS_COMPLETE)
    page.context.set_offline(True)
    table = Tapping(page)
    for _ in range(3):
        table.bid_next(0)
    table.tricks([(0, 7)])
    expect(page.locator("h1")).to_have_text("Runde 7 hier gespeichert, offline")
    expect(page.locator("#back span")).to_have_text("Rückgängig: Runde 7")
    expect(page.locator(".calls")).to_contain_text("sobald du wieder online bist")
    drawn = page.evaluate(DRAWN)
    page.context.set_offline(False)
    expect(page.locator("h1")).to_have_text("Runde 7 aufgeschrieben")
    assert page.evaluate(DRAWN) == drawn
