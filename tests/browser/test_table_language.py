"""A table in another language: what its scripts say, at once and without the server."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from clubs.models import Role
from tests import factory, pseudo
from tests.browser.taps import Tapping, at_the_table
from tests.screens import Screens

pytestmark = [pytest.mark.needs("chromium"), pytest.mark.django_db(transaction=True)]


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
    Tapping(page).number(int(page.locator(".seat.is-now").get_attribute("data-seat") or ""), 2)
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
        Tapping(page).number(int(page.locator(".seat.is-now").get_attribute("data-seat") or ""), bid)
    says = page.locator("#meter .says")
    for word in ("Balloon", "Kite", "Greed"):
        expect(says).to_contain_text(word)
    expect(says).not_to_contain_text("loater")
