"""Live pages in front of the real server: an entry, a restart of the server, and a revoked spectator link."""

import json
import re
import signal
import urllib.request
from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest
from playwright.sync_api import Page, expect

from tests.screens import Screens, axe, cut
from tests.server import Server, until

pytestmark = [pytest.mark.thorough, pytest.mark.both_databases, pytest.mark.needs("chromium")]
AN_EVENING = """
import json, random
from django.test import Client
from django.utils import timezone
from games.entries.match_state import load
from clubs.api_keys import make
from clubs.models import Night, Role, Scope, SpectatorLink
from clubs.links.tokens import sign
from scoring.records import entry_to_json
from tests.factory import DIRTY_DOG, a_club, a_match, a_member, played, some_players
club = a_club()
night = Night.objects.create(club=club, starts_at=timezone.now())
match = a_match(club, some_players(club, 5), hands=12, seed=4, table="1", night=night)
entries, _ = played(load(match).sheet, 15, random.Random(7))
_, key = make("The test", Scope.RECORD, of=club, by=None)
link = SpectatorLink.objects.create(club=club)
organiser = Client()
organiser.force_login(a_member(club, Role.ORGANISER))
print(json.dumps({
    "match": f"/m/{match.pk}/", "api": f"/api/v1/matches/{match.pk}/entries", "version": match.version, "key": key,
    "night": f"/c/kennel/nights/{night.pk}/", "door": f"/watch/{sign(link.pk, 'watch')}/",
    "link": f"/c/kennel/watch-links/{link.pk}/", "organiser": organiser.cookies["sessionid"].value,
    "drafts": [{"kind": DIRTY_DOG.kind(entry), "number": 25 + at, "payload": entry_to_json(entry)}
               for at, entry in enumerate(entries)],
}))
"""


def run_code(server: Server, code: str) -> str:
    """Run Python code in the server's shell and return what it printed."""
    done = server.manage("shell", "--verbosity=0", "-c", code)
    assert done.returncode == 0, done.stderr
    return done.stdout


def write_hand(server: Server, evening: dict[str, Any]) -> None:
    """Write the next hand, bids and tricks in one request, through the API."""
    drafts = [{**evening["drafts"].pop(0), "id": str(uuid4())} for _ in range(2)]
    body = json.dumps({"version": evening["version"], "drafts": drafts}).encode()
    headers = {"Authorization": f"Bearer {evening['key']}", "Content-Type": "application/json"}
    with urllib.request.urlopen(
        urllib.request.Request(f"{server.url}{evening['api']}", body, headers), timeout=60
    ) as done:
        evening["version"] = json.load(done)["version"]


def looks(pages: dict[str, Page], hand: int) -> None:
    """Assert that every page shows this hand."""
    expect(pages["wall"].locator(".now .fig")).to_have_text(str(hand))
    expect(pages["all"].locator(".turn:not([hidden]) .now .fig")).to_have_text(str(hand))
    expect(pages["match"].locator(".lead p")).to_contain_text(f"{hand - 1} of ")
    expect(pages["night"].locator(".hand-no .fig")).to_have_text(str(hand))
    expect(pages["club"].locator(".tables p").first).to_contain_text(f"hand {hand}")


def is_silent(page: Page, asked: list[str]) -> bool:
    """Whether no page asks for updates during 4.5 seconds; empties `asked`, the addresses requested, first."""
    asked.clear()
    page.wait_for_timeout(4500)
    return not asked


def test_the_room_follows_through_an_entry_a_restart_and_a_shut_door(
    server: Server, make_screens: Callable[[str], Screens]
) -> None:
    evening = json.loads(run_code(server, AN_EVENING))
    screens = make_screens(server.url)
    asked: list[str] = []
    paths = {"match": evening["match"], "wall": f"{evening['match']}wall/", "all": "/c/kennel/wall/"}
    paths |= {"night": evening["night"], "club": "/c/kennel/"}
    # Each page is on a device of its own that has opened the spectator link.
    pages = {name: screens.open("desk", path=evening["door"]) for name in paths}
    for name, path in paths.items():
        with pages[name].expect_request(re.compile(re.escape(f"{path}?since="))):
            pages[name].goto(path)
        pages[name].on("request", lambda request: asked.append(request.url) if "since=" in request.url else None)
    looks(pages, 13)

    # An update keeps open details, focus and scroll position.
    sheet = pages["match"]
    unfolded = sheet.locator("details.why").first
    unfolded.locator("summary").click()
    unfolded.locator("summary").focus()
    sheet.evaluate("scrollTo(0, 300)")
    # Pages do not poll while the stream is open: no request for longer than a polling interval.
    until(lambda: is_silent(sheet, asked))
    write_hand(server, evening)
    looks(pages, 14)
    assert len({address.split("?")[0] for address in asked}) == len(pages)
    assert len(asked) <= 2 * len(pages)  # twice if a busy server sends the hand and its consequences as two events
    assert unfolded.evaluate("each => each.open")
    assert sheet.evaluate("[scrollY, document.activeElement.tagName]") == [300, "SUMMARY"]

    # When the server stops, every page says so; when it is back, they are live again without a tap.
    server.kill(signal.SIGTERM)
    for name, page in pages.items():
        expect(page.locator("[data-line].is-stale").first).to_be_visible()
        expect(page.locator("[data-line].is-stale .live").first).to_contain_text("Not live. Last ")
        assert axe(page) == [], name
    server.start()
    for name, page in pages.items():  # the line cuts a response off
        page.route(re.compile(re.escape(f"{paths[name]}?since=")), cut, times=1)
    write_hand(server, evening)
    looks(pages, 15)
    for page in pages.values():
        expect(page.locator(".is-stale")).to_have_count(0)

    organiser = screens.open("desk")
    organiser.context.add_cookies([{"name": "sessionid", "value": evening["organiser"], "url": server.url}])
    organiser.goto(evening["link"])
    organiser.get_by_role("button", name="Revoke this link").click()
    for page in pages.values():
        expect(page.locator("h1")).to_have_text("This link has expired")
        expect(page.locator("main")).to_contain_text("Thank you for watching.")
