"""Taps in Firefox and WebKit: a year of Dogs of War, and a first tap while the page begins."""

from collections.abc import Sequence
from typing import Any

import pytest

from tests.browser.engines.driver import BUT_CHROMIUM, ENGINES, Browser
from tests.browser.origins import run_code
from tests.server import Server

pytestmark = [pytest.mark.thorough, pytest.mark.only("sqlite"), BUT_CHROMIUM]
GAMES = ("top-dog", "dogs-of-war")
SEATED = f"""
from django.test import Client
from clubs.models import Role
from games import ledger
from scoring.dogs_of_war import Options as War
from tests import factory
from tests.games.dogs_of_war import tallying, years
from tests.games.top_dog import matches
club = factory.a_club()
players, client = factory.some_players(club, 4), Client()
client.force_login(factory.a_member(club, Role.SCOREKEEPER))
for _ in range({len(ENGINES)}):
    of = (
        matches.a_match(club, players, matches.rounds(10)),
        tallying.written(ledger.start(club, "dogs-of-war", players, War()), [years.PAIRS]),
    )
    print(client.session.session_key, *(match.pk for match in of))
"""
# Holds a transaction on the tablet's store open, so that no other page can read it until LET_GO.
HOLD = """new Promise(held => {
  const opening = indexedDB.open("dogclub");
  opening.onsuccess = () => {
    const store = opening.result.transaction("kept", "readwrite").objectStore("kept");
    window.isHolding = true;
    const again = () => {
      if (window.isHolding) store.get("").onsuccess = again;
      else opening.result.close();
    };
    again();
    held();
  };
})"""
LET_GO = "void (window.isHolding = false)"
LAST = """fetch(location.pathname.replace("table/", "record.json")).then(answer => answer.json())
  .then(({ rounds }) => rounds.at(-1))"""


@pytest.fixture(scope="module")
def seats(shared_server: Server) -> list[list[str]]:
    """A session and a match of each game, for each engine."""
    size = 1 + len(GAMES)
    words = run_code(shared_server, SEATED)[-size * len(ENGINES) :]
    return [words[at : at + size] for at in range(0, len(words), size)]


@pytest.fixture(scope="module")
def tables(browser: Browser, shared_server: Server, seats: list[list[str]]) -> dict[str, str]:
    """The address of the table page by game."""
    session, *matches = seats.pop()
    browser.sign_in(shared_server.url, session)
    return {game: f"{shared_server.url}/m/{match}/table/" for game, match in zip(GAMES, matches, strict=True)}


def expect_text(browser: Browser, selector: str, text: str) -> None:
    """Wait until the element contains this text."""
    browser.until(f"document.querySelector({selector!r})?.textContent.includes({text!r}) ?? false")


def captains(browser: Browser, battle: int, *sides: tuple[int, int]) -> None:
    """Add a captain for each (seat, side) of the battle."""
    for seat, side in sides:
        name = f"cap-{battle}-{side}-{seat}"
        browser.tap(f"[data-to={name}][data-add='1']")
        browser.until(f"document.querySelector('#entry input[name={name}]')?.value === '1'")


def go(browser: Browser) -> None:
    browser.pause()
    browser.tap("#go.btn-main")


def last_round(browser: Browser) -> Any:
    """The last round of the match's record."""
    return browser.value(LAST)


def won(browser: Browser, hands: Sequence[int]) -> None:
    """Tap the hands won, by seat."""
    for seat, count in enumerate(hands):
        browser.tap(f"label[for=won-{seat}-{count}]")
        browser.until(f"document.querySelector('#won-{seat}-{count}')?.checked ?? false")


def test_a_first_tap_counts_while_the_page_begins(browser: Browser, tables: dict[str, str]) -> None:
    first = browser.handle()
    browser.open(tables["top-dog"])
    browser.value(HOLD)
    second = browser.window()
    browser.open(tables["top-dog"])
    browser.tap("label[for=won-1-4]")
    assert not browser.value("document.querySelector('#won-1-4').checked")
    browser.switch(first)
    browser.value(LET_GO)
    browser.switch(second)
    expect_text(browser, "#back", "won 4")
    browser.tap("#back")
    browser.until("!document.querySelector('#won-1-4').checked")
    browser.close()
    browser.switch(first)


def test_a_year_of_dogs_of_war(browser: Browser, tables: dict[str, str]) -> None:
    browser.open(tables["dogs-of-war"])
    captains(browser, 0, (0, 0), (1, 1))
    for step in (5, 1):
        browser.tap(f"[data-to=tracker-0][data-add='{step}']")
    expect_text(browser, ".battle.is-now .says", "Talbot wins by 6.")
    go(browser)
    captains(browser, 1, (2, 1), (0, 0))
    browser.tap("[data-to=tracker-1][data-set='-15']")
    expect_text(browser, ".battle.is-now .says", "Mallory wins a glorious victory.")
    go(browser)
    browser.until("document.querySelector('#battle-2')?.checked ?? false")
    captains(browser, 2, (1, 0))
    expect_text(browser, ".battle.is-now .says", "Both defeated.")
    browser.tap("label[for=passed-1]")
    go(browser)
    expect_text(browser, "#back", "over")
    assert last_round(browser)["first_to_pass"] == "Otto Pym"
