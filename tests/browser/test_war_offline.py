"""Dogs of War while the server is away: a year on one form, then tallies that stay hidden until all are in."""

import json
import re
import signal
from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace
from playwright.sync_api import Page, expect

from scoring.base import replay
from scoring.dogs_of_war import DOGS_OF_WAR, Options, Tally, Year
from scoring.records import entry_to_json, score
from tests.browser.origins import wait_until_loaded
from tests.browser.test_dogs_of_war_tally import KEPT
from tests.browser.test_games_offline import WRITTEN, on_line, tap
from tests.games.dogs_of_war import years
from tests.games.dogs_of_war.tallying import TALLIES, VALUES
from tests.screens import Screens
from tests.server import Server, until

pytestmark = [pytest.mark.thorough, pytest.mark.needs("chromium")]
SEATED = """
import json
from django.test import Client
from games import ledger
from clubs.models import Role
from scoring.dogs_of_war import DOGS_OF_WAR, Options
from tests import factory
from tests.games.dogs_of_war import tallying, years
club = factory.a_club()
names = ("Maximiliana Bartholomew-Cholmondeley III", "Otto Pym", "🐶 Gus 🦴", "דבורה לב")
match = ledger.start(club, DOGS_OF_WAR.key, factory.some_players(club, 4, names), Options(houses=years.HOUSES))
tallying.written(match, [years.FIRST, years.SECOND, *years.THIRD])
client = Client()
client.force_login(factory.a_member(club, Role.SCOREKEEPER))
print(json.dumps({"session": client.cookies["sessionid"].value, "match": str(match.pk)}))
"""
BEFORE = (years.FIRST, years.SECOND, *years.THIRD)
LAST_YEAR = replace(years.FOURTH, first_to_pass=2)
SHORT = ("Maximiliana", "Otto", "🐶 Gus", "\u2068דבורה\u2069")  # the names as they are shown in sentences
FIGURES = re.compile(r"\b(vp|tokens-\d|coins|tactics|soldiers|support|why)=")
HOW_MANY = ("vp", "coins", "tactics", "soldiers")


@pytest.fixture
def seated(server: Server) -> dict[str, str]:
    done = server.manage("shell", "--verbosity=0", "-c", SEATED)
    assert done.returncode == 0, done.stderr
    found: dict[str, str] = json.loads(done.stdout.splitlines()[-1])
    return found


def write(page: Page, name: str, value: object) -> None:
    """Set a field of the form, if it has another value."""
    field = page.locator(f"#entry [name={name}]")
    if field.input_value() != str(value):
        field.fill(str(value))
        field.blur()


def push(page: Page, battle: int, tracker: int) -> None:
    """Tap the tracker's keys until it has this value."""
    if tracker == years.BATTLES[1].tracker:
        page.locator(f"[data-to=tracker-{battle}][data-set='{tracker}']").tap()
        return
    fives, ones = divmod(abs(tracker), 5)
    sign = 1 if tracker > 0 else -1
    for step, times in ((5 * sign, fives), (sign, ones)):
        for _ in range(times):
            page.locator(f"[data-to=tracker-{battle}][data-add='{step}']").tap()


def a_year(page: Page, year: Year) -> None:
    for at, contest in enumerate(year.battles):
        if at:  # the first one is open already
            page.locator(f"label[for=battle-{at}]").tap()
        for side, house in enumerate(contest.houses):
            page.locator(f"#entry [name=houses-{at}-{side}]").select_option(house)
            for seat, count in contest.captains[house].items():
                write(page, f"cap-{at}-{side}-{seat}", count)
        push(page, at, contest.tracker or 0)
    page.locator(f"label[for=passed-{year.first_to_pass}]").tap()
    tap(page, "#go.btn-main")


def a_tally(page: Page, tally: Tally) -> None:
    page.locator(f"label[for=seat-{tally.seat}]").tap()
    for name in HOW_MANY:
        write(page, name, getattr(tally, name))
    for at, house in enumerate(years.HOUSES):
        write(page, f"tokens-{at}", tally.influence.get(house, 0))
    page.locator(f"label[for=support-{years.HOUSES.index(tally.support)}]").tap()
    if tally.adjust:
        page.locator("[data-to=adjust][data-add='1']").tap()
        expect(page.locator("#go")).to_have_text("Reason for the adjustment?")
        write(page, "why", tally.adjust_note)
    expect(page.locator("#go")).to_have_text("Hand in and cover")
    tap(page, "#go.btn-main")


def nothing_stands_in(page: Page) -> None:
    """Assert that the form is empty, so that the next player sees no earlier tally."""
    names = (*HOW_MANY, *(f"tokens-{at}" for at in range(6)), "adjust")
    assert {name: page.locator(f"#entry [name={name}]").input_value() for name in names} == dict.fromkeys(names, "0")
    assert page.locator("#entry :checked").count() == 0
    assert page.locator("#entry [name=why]").input_value() == ""


def no_more_is_said_than_whose(page: Page, seats: list[int]) -> None:
    """Assert that the list of unsent entries and its saved file name the tallies' seats but no figures."""
    page.locator(".more summary").tap()
    page.get_by_text("Unsent entries").tap()
    items = page.locator("#entries > ol li")
    expect(items).to_have_count(1 + len(seats))  # the list is read from the tablet's store
    year, *tallies = items.all_inner_texts()
    assert year.startswith("Year 4: Talbot, against Hackett, tracker −7, Mallory")
    said = re.compile(r"Final tally: (.+)’s tally, at \d\d:\d\d")
    assert [found and found[1] for found in map(said.fullmatch, tallies)] == [SHORT[seat] for seat in seats]
    with page.expect_download() as saved:
        page.locator("#entries").get_by_text("Save as a file").tap()
    rows = json.loads(saved.value.path().read_text())
    assert len(rows["waiting"]) == 1 + len(seats)
    assert not any(FIGURES.search(row["body"]) for row in (*rows["waiting"], *rows["before"]))
    page.keyboard.press("Escape")
    expect(page.locator("#entries")).to_be_hidden()


def entries(server: Server, match: str) -> list[Any]:
    done = server.manage("shell", "--verbosity=0", "-c", WRITTEN.format(match=match))
    assert done.returncode == 0, done.stderr
    found: list[Any] = json.loads(done.stdout.splitlines()[-1])
    return found


def test_a_year_and_four_tallies_without_a_server_are_on_the_sheet_when_it_is_back(
    server: Server, make_screens: Callable[[str], Screens], seated: dict[str, str]
) -> None:
    screens, match = make_screens(server.url), seated["match"]
    page = screens.open("tablet")
    page.context.add_cookies([{"name": "sessionid", "value": seated["session"], "url": server.url}])
    page.goto(f"/m/{match}/table/")
    wait_until_loaded(page)
    first = len(BEFORE) + 1
    server.kill(signal.SIGKILL)

    page.locator(".pick6 .num").first.tap()
    expect(page.locator("#main.warwhole[data-what=ahead]")).to_be_visible()
    on_line(page, first)
    a_year(page, LAST_YEAR)
    expect(page.locator("#main.tally-entry[data-what=ahead]")).to_be_visible()
    for at, tally in enumerate(TALLIES, start=1):
        on_line(page, first + at)
        nothing_stands_in(page)
        for before in TALLIES[: at - 1]:
            expect(page.locator(f"#seat-{before.seat}")).to_be_disabled()
        a_tally(page, tally)
        expect(page.locator("#waiting")).to_contain_text(f"{1 + at} entries to send")
        if at == 2:
            on_line(page, first + 3)
            expect(page.locator(".meter .says")).to_have_text("Final tally: Otto’s tally. You are offline.")
            no_more_is_said_than_whose(page, [0, 1])
            # Undo removes the last tally, and shows nothing of it.
            tap(page, "#back")
            on_line(page, first + 2)
            expect(page.locator("#waiting")).to_contain_text("2 entries to send")
            nothing_stands_in(page)
            a_tally(page, tally)
    expect(page.locator(".meter .says")).to_contain_text("Kept on this tablet.")
    expect(page.locator("#entry .counter").first).to_be_hidden()
    no_more_is_said_than_whose(page, [0, 1, 2, 3])

    server.start()
    page.evaluate("window.dispatchEvent(new Event('online'))")
    expect(page.locator("h1")).to_contain_text("takes the war")
    expect(page.locator("#waiting")).to_be_hidden()
    until(lambda: not any(FIGURES.search(row) for row in page.evaluate(KEPT)))
    written = [(number, revision, payload) for number, revision, payload in entries(server, match)][len(BEFORE) :]
    expected = (LAST_YEAR, *TALLIES)
    assert written == [(first + at, 1, entry_to_json(entry)) for at, entry in enumerate(expected)]
    sheet = score(page.request.get(f"/m/{match}/record.json").json())
    engines = replay(DOGS_OF_WAR, 4, Options(houses=years.HOUSES), [*BEFORE, *expected])
    assert list(sheet["totals"].values()) == [engines.totals[seat] for seat in range(4)]
    assert list(sheet["house_values"].values()) == [engines.values[house] for house in VALUES]
