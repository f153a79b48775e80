"""Create, copy and open a share link in a real browser, on pages that pass axe and fit."""

import pytest
from playwright.sync_api import expect

from leagues.models import ShareLink
from tests.browser.look import AWKWARD, signed_in
from tests.factory import a_club, a_match, a_member, some_players
from tests.screens import Screens, axe

pytestmark = [pytest.mark.variants, pytest.mark.django_db(transaction=True), pytest.mark.needs("chromium")]
WIDER = "document.documentElement.scrollWidth - document.documentElement.clientWidth"


@pytest.mark.thorough
def test_a_link_is_copied_once_and_opened_by_a_stranger(screens: Screens) -> None:
    club = a_club()
    match = a_match(club, some_players(club, 10, AWKWARD), plan=(1, 2), seed=3)
    page = signed_in(screens, a_member(club), "tablet", "light", f"/m/{match.pk}/share/")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.click("#copy-link")
    expect(page.locator("#copied")).to_contain_text("Link copied")
    link = page.input_value("#link")
    assert page.evaluate("navigator.clipboard.readText()") == link
    page.click("#copy-link")
    expect(page.locator("#copy-link")).to_be_enabled()
    assert ShareLink.objects.count() == 1, "the same link is copied again"
    page.click("text=1 week")
    page.click("#copy-link")
    expect(page.locator(".share-links li")).to_have_count(2)
    page.click("text=Square")
    expect(page.locator(".preview img")).to_have_attribute("data-shape", "square")
    assert "shape=square" in str(page.get_attribute("#download", "href"))
    guest = screens.open("phone", "dark", path=link.removeprefix(screens.base_url))
    expect(guest.locator("h1")).to_have_text("Dirty Dog")
    troubles = [trouble for each in (page, guest) for trouble in axe(each)]
    assert troubles == [] and page.evaluate(WIDER) <= 0 and guest.evaluate(WIDER) <= 0
    page.locator("button:has-text('Revoke')").last.click()
    expect(page.locator(".share-links li")).to_have_count(1)
    guest.reload()
    expect(guest.locator("h1")).to_have_text("This link has expired")
    assert axe(guest) == []
