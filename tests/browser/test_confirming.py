"""A short match ends on the tablet, two phones confirm or dispute it by its code, and it becomes final."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.screens import Screens, axe
from tests.server import Server

pytestmark = [pytest.mark.thorough, pytest.mark.needs("chromium")]
A_MATCH = """
from games import ledger
from games.models import TabletPass
from clubs.models import SpectatorLink
from clubs.links.tokens import sign
from scoring.clash_of_corgis import Options
from tests import factory
club = factory.a_club(confirm=2)
SpectatorLink.objects.create(club=club)
players = factory.some_players(club, 2)
match = ledger.start(club, "clash-of-corgis", players, Options(best_of=1, first_starter=0), table="1")
print("/tablet/" + sign(TabletPass.objects.create(match=match, label="by the window").pk, "tablet") + "/")
print("/confirm/" + sign(match.confirm_token, "confirm") + "/")
"""
LINK = re.compile(r"^/(?:tablet|confirm)/.+/$", re.M)


def confirm_as(phone: Page, name: str, button: str) -> None:
    """Choose the player's name on the phone, then press the button."""
    phone.locator(".tap", has_text=name).tap()
    phone.get_by_role("button", name=button).tap()


def test_a_sheet_is_final_when_both_phones_have_confirmed_it(
    server: Server, make_screens: Callable[[str], Screens]
) -> None:
    made = server.manage("shell", stdin=A_MATCH)
    links = LINK.findall(made.stdout)
    assert len(links) == 2, made.stderr
    screens = make_screens(server.url)

    # One tap ends the match on the tablet; the next page shows the code.
    tablet = screens.open(path=links[0])
    tablet.get_by_role("button", name="Score on this device").tap()
    tablet.wait_for_url("**/table/**")  # waits for its scripts too
    tablet.locator("#seat-0 .win").tap()
    expect(tablet.locator(".says")).to_contain_text("wins the series")
    tablet.wait_for_timeout(400)
    tablet.locator("#go").tap()
    tablet.wait_for_url("**/finish/")
    expect(tablet.locator("h1")).to_have_text("Is this right?")
    expect(
        tablet.locator(".qrpage").get_by_text("works on this computer only")
    ).to_be_visible()  # as the server is local
    assert axe(tablet) == []

    # Bea scans the code, Otto types it; she confirms, he reports a mistake; the tablet shows both without a tap.
    bea, otto = screens.open("phone", path=links[1]), screens.open("phone", "dark", path="/confirm/")
    assert axe(otto) == []
    otto.fill("#code", tablet.locator(".code .fig").inner_text().lower())
    otto.get_by_role("button", name="Continue").tap()
    expect(otto.locator("h1")).to_have_text("Is this right?")
    assert axe(bea) == axe(otto) == []
    confirm_as(bea, "Bea", "Confirm result")
    expect(bea.locator("#answer")).to_contain_text("You confirmed the result.")
    expect(tablet.locator("tr", has_text="Bea").locator("td").last).to_have_text("yes")
    otto.get_by_text("Report a mistake").tap()
    otto.fill("#note", "I had two cards left")
    confirm_as(otto, "Otto", "Send report")
    expect(tablet.locator("h1")).to_have_text("Something is wrong")
    expect(tablet.locator("#live")).to_contain_text("I had two cards left")

    # The cards left are corrected: both must confirm again.
    match = tablet.url.split("finish/")[0]
    tablet.goto(f"{match}table/")
    tablet.locator("label[for=left-1-2]").tap()
    tablet.locator("#score").tap()
    tablet.wait_for_url("**/finish/")  # once the entry is written
    expect(bea.locator("tr", has_text="Bea").locator("td").last).to_have_text("not yet")
    for phone, name in ((bea, "Bea"), (otto, "Otto")):
        phone.goto(links[1])
        confirm_as(phone, name, "Confirm result")

    # The tablet shows the final result without a tap.
    expect(tablet.get_by_role("link", name="Sheet")).to_be_visible()
    expect(tablet.locator(".qr")).to_have_count(0)
    expect(otto.locator("h1")).to_have_text("It is final")
    expect(bea.locator("h1")).to_have_text("It is final")
    tablet.goto(match)
    expect(tablet.locator("#main")).to_contain_text("Confirmed by Bea Marlowe and Otto Pym.")
    expect(tablet.locator("#main")).to_contain_text("Final since")
    tablet.goto(f"{match}history/")
    expect(tablet.locator(".hist del")).to_have_count(2)
