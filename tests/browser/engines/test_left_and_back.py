"""A table that is reloaded, or left and come back to, in the states of every game: its forms write what they did.

Firefox puts a field back as a script had left it, also a hidden one of the page before: bids were written as tricks.
"""

import pytest

from tests.browser.engines.driver import ENGINES, Browser
from tests.browser.engines.test_every_engine import bid, next_hand, take
from tests.browser.engines.test_rounds import captains, expect_text, go, last_round, won
from tests.browser.origins import run_code
from tests.factory import NAMES
from tests.server import Server

pytestmark = [pytest.mark.thorough, pytest.mark.only("sqlite")]
GAMES = ("dirty-dog", "top-dog", "pack-o-dogs", "clash-of-corgis", "dogs-of-war")
SEATED = f"""
from django.test import Client
from clubs.models import Role
from games import ledger
from scoring.clash_of_corgis import Options as Series
from scoring.dogs_of_war import Options as War
from tests import factory
from tests.games.dogs_of_war import tallying, years
from tests.games.pack_o_dogs import packs
from tests.games.top_dog import matches
club = factory.a_club()
players, client = factory.some_players(club, 4), Client()
client.force_login(factory.a_member(club, Role.SCOREKEEPER))
for _ in range({len(ENGINES)}):
    of = (
        factory.a_match(club, players, hands=1, max_cards=4),
        matches.a_match(club, players, matches.rounds(10)),
        packs.a_pack_match(club, [*packs.GAME_1, *packs.GAME_2[:5]]),
        ledger.start(club, "clash-of-corgis", players, Series(first_starter=0)),
        tallying.written(ledger.start(club, "dogs-of-war", players, War()), [years.PAIRS]),
    )
    print(client.session.session_key, *(match.pk for match in of))
"""
ENTRIES = """
from games.models import Entry
rows = Entry.objects.filter(match="%s", number__gt=%s).order_by("received_at", "pk")
print(*(f"{entry.number}-{entry.kind}" for entry in rows))
"""
# What each form would write, but for the id of the entry and the time, which are new on each page.
FIELDS = """JSON.stringify([...document.querySelectorAll("#main form[data-out]")].map(form => [form.id,
  ...[...new FormData(form)].filter(([name]) => !["entry", "csrfmiddlewaretoken", "at", "since"].includes(name))]))"""
# The figures of a year. After Back, Firefox may find no network for a moment: the form is that for a whole year.
FIGURES = """JSON.stringify([...new FormData(document.querySelector("#entry"))].sort().filter(([name, value]) =>
  value && /^(cap|tracker|houses)-/.test(name)))"""
IS_THERE = "location.pathname.endsWith('/table/') && document.readyState === 'complete' && 'htmx' in window"
# A page out of the browser's memory asks the server for itself anew; only then is it ready for a tap.
COUNT_SWAPS = "void (window.swaps = 0, document.addEventListener('htmx:after:swap', () => { window.swaps += 1; }))"
IS_SENT = "document.querySelector('#waiting')?.hidden ?? false"


@pytest.fixture(scope="module")
def seats(shared_server: Server) -> list[list[str]]:
    """A session and a match of each game, for each engine."""
    size = 1 + len(GAMES)
    words = run_code(shared_server, SEATED)[-size * len(ENGINES) :]
    return [words[at : at + size] for at in range(0, len(words), size)]


@pytest.fixture(scope="module")
def tables(browser: Browser, shared_server: Server, seats: list[list[str]]) -> dict[str, str]:
    """The id of the match by game."""
    session, *matches = seats.pop()
    browser.sign_in(shared_server.url, session)
    return dict(zip(GAMES, matches, strict=True))


def stays(browser: Browser, fields: str = FIELDS) -> None:
    """Assert that the forms would write the same after a reload, and after another page and Back."""
    reloads(browser, fields)
    before, table = browser.value(fields), browser.value("location.href")
    browser.value(COUNT_SWAPS)
    browser.open(table.split("table/")[0])
    browser.leave("history.back()")
    browser.until(f"{IS_THERE} && window.swaps !== 0 && {fields} === {before!r}")


def reloads(browser: Browser, fields: str = FIELDS) -> None:
    """Assert that the forms would write the same after a reload."""
    browser.until(IS_SENT)
    before = browser.value(fields)
    browser.leave("location.reload()")
    browser.until(f"{IS_THERE} && {fields} === {before!r}")


def written(server: Server, match: str, number: int) -> list[str]:
    """The entries of the match after line `number`, each as line and kind, in the order they came."""
    return run_code(server, ENTRIES % (match, number))


def test_dirty_dog(browser: Browser, shared_server: Server, tables: dict[str, str]) -> None:
    browser.open(f"{shared_server.url}/m/{tables['dirty-dog']}/table/?hand=2")
    stays(browser)
    bid(browser, 0)
    stays(browser)
    bid(browser, 0, 0, 0)
    browser.shows("#main[data-what=tricks]")
    stays(browser)
    take(browser)
    stays(browser)
    next_hand(browser)
    stays(browser)
    bid(browser, 0)
    stays(browser)
    bid(browser, 0, 0, 0)
    browser.shows("#main[data-what=tricks]")
    browser.tap("#back")
    browser.shows("#main[data-what=bids]")
    stays(browser)
    bid(browser, 0)
    browser.shows("#main[data-what=tricks]")
    stays(browser)
    take(browser)
    of = ["3-bids", "4-tricks", "5-bids", "5-bids", "5-bids", "6-tricks"]
    assert written(shared_server, tables["dirty-dog"], 2) == of


@pytest.mark.release  # the form is that of Dogs of War
def test_top_dog(browser: Browser, shared_server: Server, tables: dict[str, str]) -> None:
    browser.open(f"{shared_server.url}/m/{tables['top-dog']}/table/")
    stays(browser)
    for _ in range(2):
        won(browser, (2,))
        expect_text(browser, "#back", "won 2")
        stays(browser)
        won(browser, (2, 3, 5))
        expect_text(browser, "#seat-3 .is-auto", "3")
        go(browser)
        browser.until("!document.querySelector('#won-0-2')?.checked")
        stays(browser)
    assert last_round(browser)["won"] == dict(zip(NAMES, (2, 3, 5, 3), strict=False))
    assert written(shared_server, tables["top-dog"], 10) == ["11-round", "12-round"]


@pytest.mark.release  # the form is that of Dogs of War
def test_pack_o_dogs(browser: Browser, shared_server: Server, tables: dict[str, str]) -> None:
    browser.open(f"{shared_server.url}/m/{tables['pack-o-dogs']}/table/")
    browser.shows("#main[data-what=written]")
    stays(browser)
    browser.tap("#go")
    browser.shows("#main[data-what=round]")
    browser.tap("label[for=pack-1]")
    expect_text(browser, "#back", "pack")
    stays(browser)
    browser.tap("#seat-1 .win")
    browser.shows("#main[data-what=written]")
    expect_text(browser, ".product", "18")
    stays(browser)
    assert last_round(browser)["pack"]


@pytest.mark.release  # the form is that of Dogs of War
def test_clash_of_corgis(browser: Browser, shared_server: Server, tables: dict[str, str]) -> None:
    browser.open(f"{shared_server.url}/m/{tables['clash-of-corgis']}/table/")
    stays(browser)
    browser.tap("#seat-2 .win")
    browser.shows("#main[data-what=won]")
    browser.tap("label[for=left-0-7]")
    expect_text(browser, "#back", "has 7 left")
    stays(browser)
    browser.tap("#score")
    browser.shows("#main[data-what=game]")
    expect_text(browser, "#back", "won game 1")
    stays(browser)
    assert last_round(browser)["cards_left"] == {"Bea Marlowe": 7}
    assert set(written(shared_server, tables["clash-of-corgis"], 0)) == {"1-series-game"}


def test_dogs_of_war(browser: Browser, shared_server: Server, tables: dict[str, str]) -> None:
    browser.open(f"{shared_server.url}/m/{tables['dogs-of-war']}/table/")
    reloads(browser)
    captains(browser, 0, (0, 0), (1, 1))
    browser.tap("[data-to=tracker-0][data-add='5']")
    expect_text(browser, ".battle.is-now .says", "Talbot wins by 5.")
    reloads(browser)
    go(browser)
    browser.until("document.querySelector('#battle-1')?.checked ?? false")
    stays(browser, FIGURES)
    assert len(written(shared_server, tables["dogs-of-war"], 1)) == 1
