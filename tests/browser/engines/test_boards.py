"""Entries written by another device, in every engine: boards in both orientations, hidden for a minute, and during a
restart of the server; and a conflict with a table that wrote the same hand.
"""

import json
import urllib.request
from typing import Any
from uuid import uuid4

import pytest

from tests.browser.engines.driver import CHROMIUM_FIRST, ENGINES, Browser
from tests.browser.engines.test_every_engine import bids
from tests.browser.origins import run_code
from tests.server import Server

pytestmark = [pytest.mark.thorough, pytest.mark.only("sqlite"), CHROMIUM_FIRST]
SEATED = f"""
import json
from random import Random
from django.test import Client
from clubs.api_keys import make
from clubs.models import Role, Scope
from games.entries.match_state import load
from scoring.records import entry_to_json
from tests import factory
club = factory.a_club()
players, client = factory.some_players(club, 5), Client()
client.force_login(factory.a_member(club, Role.SCOREKEEPER))
_, key = make("Another device", Scope.RECORD, of=club, by=None)
print("seated", client.session.session_key, key)
for _ in range({len(ENGINES)}):
    match = factory.a_match(club, players, hands=6, table="1")
    entries, _ = factory.played(load(match).sheet, 10, Random(7))
    drafts = [
        dict(kind=factory.DIRTY_DOG.kind(entry), number=13 + at, payload=entry_to_json(entry))
        for at, entry in enumerate(entries)
    ]
    about = dict(match=str(match.pk), hand=7, drafts=drafts)
    print(json.dumps(about, separators=(",", ":")))
"""
IS_ON = "document.querySelector('.now .fig').textContent === '{hand}' && !document.querySelector('.is-stale')"
# Moves the page's clock on by a minute.
LATER = "void (clock => { Date.now = () => clock() + 60_000; })(Date.now.bind(Date))"
SEEN = """void (hidden => {
  Object.defineProperty(document, "hidden", { configurable: true, value: hidden });
  document.dispatchEvent(new Event("visibilitychange"));
})"""
CUT = """[...document.querySelectorAll(".board li")].filter(row =>
  row.querySelector("div").scrollHeight > row.clientHeight + 2 || row.querySelector("b").clientWidth < 150).length"""
WIDER = "document.documentElement.scrollWidth - document.documentElement.clientWidth"


@pytest.fixture(scope="module")
def seats(shared_server: Server) -> list[Any]:
    """For each engine the session, the API key, and a match with the entries that another device will write."""
    words = run_code(shared_server, SEATED)
    _, session, key, *matches = words[words.index("seated") :]
    return [(session, key, json.loads(match)) for match in matches]


@pytest.fixture(scope="module")
def seat(browser: Browser, shared_server: Server, seats: list[Any]) -> tuple[str, dict[str, Any]]:
    """The other device's API key, and the match."""
    session, key, match = seats.pop()
    browser.sign_in(shared_server.url, session)
    return key, match


def another_hand(shared_server: Server, seat: tuple[str, dict[str, Any]]) -> None:
    """Write bids and tricks in one request through the API, as another device, after the current entries."""
    key, match = seat
    drafts = [{**match["drafts"].pop(0), "id": str(uuid4())} for _ in range(2)]
    stands = answer_of(shared_server, key, match["match"])
    answer_of(shared_server, key, f"{match['match']}/entries", {"version": stands["version"], "drafts": drafts})
    match["hand"] += 1


def answer_of(shared_server: Server, key: str, path: str, message: dict[str, Any] | None = None) -> Any:
    """The JSON response of the API to a GET, or to a POST of `message`."""
    headers = {"Authorization": f"Bearer {key}", "Content-Type": "application/json"}
    body = json.dumps(message).encode() if message else None
    request = urllib.request.Request(f"{shared_server.url}/api/v1/matches/{path}", body, headers)
    with urllib.request.urlopen(request, timeout=60) as answer:
        return json.load(answer)


def test_a_hand_another_tablet_wrote_waits_for_a_choice(
    browser: Browser, shared_server: Server, seat: tuple[str, dict[str, Any]]
) -> None:
    browser.open(f"{shared_server.url}/m/{seat[1]['match']}/table/?hand=7")
    another_hand(shared_server, seat)
    bids(browser, "conflict")
    browser.tap("#yield button")
    browser.shows(".recap")
    browser.until("document.querySelector('#waiting').hidden")


def test_a_table_one_goes_back_to_shows_what_another_tablet_wrote(
    browser: Browser, shared_server: Server, seat: tuple[str, dict[str, Any]]
) -> None:
    match = f"{shared_server.url}/m/{seat[1]['match']}/"
    browser.open(f"{match}table/")
    browser.open(f"{match}wall/")
    another_hand(shared_server, seat)
    browser.leave("history.back()")
    scored = f"Hand {seat[1]['hand'] - 1}"
    browser.until(f"document.querySelector('.recap b')?.textContent === {scored!r}")


def test_a_board_follows_after_a_minute_behind_and_a_restart(
    browser: Browser, shared_server: Server, seat: tuple[str, dict[str, Any]]
) -> None:
    first, match = browser.handle(), seat[1]
    browser.bare()
    browser.open(f"{shared_server.url}/m/{match['match']}/wall/")
    for width, height in ((1920, 1080), (1080, 1920)):
        browser.size(width, height)
        assert browser.value(WIDER) <= 0
        assert browser.value(CUT) == 0
    browser.until(IS_ON.format(**match))

    browser.value(f"{SEEN}(true)")
    browser.value(LATER)
    shared_server.kill()
    shared_server.start()
    another_hand(shared_server, seat)
    browser.value(f"{SEEN}(false)")
    browser.until(IS_ON.format(**match))

    shared_server.kill()
    browser.value(LATER)
    browser.until("document.querySelector('.is-stale .live')?.textContent.startsWith('Not live.') ?? false")
    shared_server.start()
    browser.until(IS_ON.format(**match))
    browser.close()
    browser.switch(first)
