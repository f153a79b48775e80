"""What a tablet shows while the server is away, or asks afterwards, fits the screen and passes axe."""

import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from playwright.sync_api import Page, expect

from clubs.models import Role, User
from games import ledger, scoring_device
from games.models import Match
from scoring import clash_of_corgis, pack_o_dogs, top_dog
from scoring.dirty_dog import Bids
from scoring.dogs_of_war import DOGS_OF_WAR, Options
from tests import factory
from tests.browser.origins import shows, wait_until_loaded
from tests.browser.taps import Tapping, at_the_table
from tests.browser.test_games_offline import tap
from tests.browser.test_table_screens import OVERFLOW
from tests.games.dogs_of_war import years
from tests.games.dogs_of_war.tallying import written
from tests.screens import SCREENS, Screens, axe

pytestmark = [pytest.mark.variants, pytest.mark.needs("chromium"), pytest.mark.django_db(transaction=True)]
FOLDER = os.environ.get("SHOTS", "")  # where to write screenshots, if anywhere
NAMES = (
    "Maximiliana Bartholomew-Cholmondeley IIIrd",
    "🐶 Gus 🦴 Featherstonehaugh-Oyelaran-Pym 🐾",
    "דבורה לב הגדולה מכל הכלבות שבכפר הירוק",
    "Wilhelmina Featherstonehaugh-Oyelaran II",
    "Otto Pym",
    "Łukasz Tremblay-Ødegård von Hohenzollern",
    "Núria",
    "Rindfleischetikettierungsüberwachungshund",
    "محمد عبد الرحمن بن خلدون الحضرمي الأشبيلي",
    "A",
)
LOOKS = {"tablet": "light", "phone": "dark"}
# Elements that cover the count of unsent entries. Taps go through the count, so that is switched off meanwhile.
HIDES = """() => { const pill = document.querySelector("#waiting"), box = pill.getBoundingClientRect();
  pill.style.pointerEvents = "auto";
  const spots = [0.1, 0.5, 0.9].flatMap(x => [0.1, 0.5, 0.9].map(y => [box.x + x * box.width, box.y + y * box.height]));
  const over = spots.map(spot => document.elementFromPoint(...spot)).filter(each => each !== pill);
  pill.style.pointerEvents = "";
  return over.map(each => each ? each.outerHTML.slice(0, 80) : "outside"); }"""
SMALL = """[...document.querySelectorAll('#main :is(button, a, summary, label.num, select, .fig[name])')]
  .filter(each => each.checkVisibility() && !each.closest('.more ul') && !each.matches('.pick, .vh'))
  .map(each => [each.outerHTML.slice(0, 60), each.getBoundingClientRect()])
  .filter(([html, box]) => Math.min(box.width, box.height) < 43.5).map(each => each[0])"""


@pytest.fixture
def keeper() -> User:
    return factory.a_member(factory.a_club(), Role.SCOREKEEPER)


def reads_well(page: Page, name: str, *, fits: str = "", waits: bool = False) -> None:
    """Assert that the page passes axe and is not too wide, on a light tablet and on a dark phone.

    On the screens that `fits` names its keys are also large enough and, on a tablet, it does not scroll; if an entry
    `waits`, nothing covers the count.
    """
    page.mouse.move(0, 0)
    found: list[Any] = []
    for screen, theme in LOOKS.items():
        page.set_viewport_size(SCREENS[screen]["viewport"])
        page.emulate_media(color_scheme="dark" if theme == "dark" else "light")
        if FOLDER:
            Path(FOLDER).mkdir(parents=True, exist_ok=True)
            path = Path(FOLDER) / f"{name.replace(' ', '-')}-{screen}.png"
            page.screenshot(path=path, full_page=screen not in fits, caret="initial")
        across, down = page.evaluate(OVERFLOW)
        wrong = [*axe(page), *(page.evaluate(SMALL) if screen in fits else []), *["too wide"] * (across > 0)]
        wrong += ["too long"] * (screen == "tablet" and screen in fits and down > 0)
        wrong += page.evaluate(HIDES) if waits else []
        found += [(screen, each) for each in wrong]
    page.set_viewport_size(SCREENS["tablet"]["viewport"])
    assert found == [], name


def away(page: Page) -> None:
    """Wait until the page is complete, then take its network away."""
    wait_until_loaded(page)
    page.context.set_offline(True)


@dataclass(frozen=True)
class Game:
    """A match's game and entries, the key that opens its offline form (`half`), and the keys of an entry (`once`)."""

    engine: Any
    seats: int
    options: Any
    entries: Sequence[Any]
    half: str
    once: tuple[str, ...]
    is_scrolled: bool = False


GAMES = {
    "top dog": Game(
        top_dog.TOP_DOG, 4, None, (), "label[for=won-0-4]", ("label[for=won-1-3]", "label[for=won-2-2]", "#go.btn-main")
    ),
    "pack": Game(pack_o_dogs.PACK_O_DOGS, 2, None, (), "label[for=pack-1]", ("#seat-1 .win",)),
    "corgis": Game(
        clash_of_corgis.CLASH_OF_CORGIS,
        4,
        clash_of_corgis.Options(best_of=9),
        (),
        "label[for=left-2-3]",
        ("#seat-1 .win",),
    ),
    "war": Game(DOGS_OF_WAR, 4, Options(houses=years.HOUSES), (), ".pick6 .num", (), is_scrolled=True),
    "tally": Game(
        DOGS_OF_WAR,
        5,
        Options(houses=years.HOUSES),
        (years.FIRST, years.SECOND, *years.THIRD, years.FOURTH),
        "#go.btn-main",
        ("label[for=seat-1]", "label[for=support-2]", "[data-to=vp][data-add='6']", "#go.btn-main"),
        is_scrolled=True,
    ),
}


@pytest.mark.parametrize("name", list(GAMES))
def test_blank_forms_and_what_waits(screens: Screens, keeper: User, name: str) -> None:
    game, club = GAMES[name], keeper.memberships.get().club
    players = factory.some_players(club, game.seats, NAMES)
    match = ledger.start(club, game.engine.key, players, game.options or game.engine.options())
    if game.entries:
        written(match, game.entries)
    page = at_the_table(screens, keeper, f"/m/{match.pk}/table/")
    away(page)
    fits = "" if game.is_scrolled else "tablet phone"
    tap(page, game.half)
    expect(page.locator("#main[data-what=ahead]")).to_be_visible()
    reads_well(page, f"{name} blank", fits=fits)
    for each in game.once:
        tap(page, each)
    if game.once:
        expect(page.locator("#waiting")).to_contain_text("to send")
        reads_well(page, f"{name} waits", fits=fits, waits=True)
    page.close()  # so that it sends no more requests


@pytest.mark.thorough
def test_a_phone_asks_for_cards_left_later(screens: Screens, keeper: User) -> None:
    game = GAMES["corgis"]
    players = factory.some_players(keeper.memberships.get().club, game.seats, NAMES)
    match = ledger.start(players[0].club, game.engine.key, players, game.options)
    page = at_the_table(screens, keeper, f"/m/{match.pk}/table/", "phone")
    away(page)
    tap(page, "#seat-0 .win")
    expect(page.locator("#waiting")).to_be_visible()
    tap(page, "#seat-2 .pick")
    tap(page, game.half)
    expect(page.locator("#main[data-what=ahead]")).to_be_visible()
    assert page.evaluate(OVERFLOW)[0] <= 0
    assert [*axe(page), *page.evaluate(SMALL), *page.evaluate(HIDES)] == []
    page.close()  # so that it sends no more requests


@pytest.mark.thorough
def test_ten_dirty_dogs_and_the_list_of_what_waits(screens: Screens, keeper: User) -> None:
    match = ten(keeper)
    page = at_the_table(screens, keeper, f"/m/{match.pk}/table/?hand=5")
    away(page)
    thumb, seats = Tapping(page), order(page)
    bid(thumb, seats)
    shows(page, "tricks")
    expect(page.locator("#waiting")).to_contain_text("1 entry to send")
    thumb.number(seats[2], 0)
    reads_well(page, "dirty tricks", fits="tablet", waits=True)
    page.locator(".more summary").tap()
    page.get_by_text("Unsent entries").tap()
    expect(page.locator("#entries")).to_be_visible()
    reads_well(page, "list")
    page.close()  # so that it sends no more requests


def ten(keeper: User) -> Match:
    """A match of ten players after four hands."""
    return factory.a_match(
        keeper.memberships.get().club,
        factory.some_players(keeper.memberships.get().club, 10, NAMES),
        hands=4,
        seed=3,
        table="1",
    )


def order(page: Page) -> list[int]:
    return [int(row.get_attribute("data-seat") or "") for row in page.locator(".seat").all()]


def bid(thumb: Tapping, seats: Sequence[int]) -> None:
    for seat in seats:
        thumb.number(seat, 1)


def test_two_tablets_wrote_the_same_line(screens: Screens, keeper: User) -> None:
    match = ten(keeper)
    page = at_the_table(screens, keeper, f"/m/{match.pk}/table/?hand=5")
    seats = order(page)
    factory.write(match, [Bids(dict.fromkeys(seats, 0), trump="hearts")])
    wait_until_loaded(page)
    bid(Tapping(page), seats)
    expect(page.locator("#main[data-what=conflict]")).to_be_visible()
    expect(page.locator("#waiting")).to_contain_text("1 entry to send")
    reads_well(page, "conflict")


def test_what_the_server_does_not_take(screens: Screens, keeper: User) -> None:
    match = ten(keeper)
    page = at_the_table(screens, keeper, f"/m/{match.pk}/table/?hand=5")
    wait_until_loaded(page)
    page.evaluate(
        "Object.assign(document.querySelector('[data-suit=hearts]'), {value: 'stars'}).dataset.suit = 'stars'"
    )
    thumb = Tapping(page)
    thumb.tap("[data-suit=stars]")
    bid(thumb, order(page))
    expect(page.locator("[role=alert]")).to_contain_text("stars")
    reads_well(page, "refused", fits="tablet")
    keeper.memberships.update(role=Role.MEMBER)
    thumb.tap("[data-suit=clubs]")
    expect(page.locator(".says")).to_contain_text("It may not write here now")
    reads_well(page, "stuck", waits=True)
    page.close()  # so that it sends no more requests


@pytest.mark.thorough
def test_a_pencil_that_went_elsewhere(screens: Screens, keeper: User) -> None:
    match = ten(keeper)
    page = at_the_table(screens, keeper, f"/m/{match.pk}/table/?hand=5")
    away(page)
    bid(Tapping(page), order(page))
    expect(page.locator("#waiting")).to_contain_text("1 entry to send")
    scoring_device.take(match.pk, uuid4(), None, scoring_device.device_label(NAMES[1]))
    page.context.set_offline(False)
    expect(page.locator("#main[data-what=elsewhere]")).to_be_visible()
    expect(page.locator("[data-waiting] li")).to_have_count(1)
    reads_well(page, "elsewhere")
    page.close()  # so that it sends no more requests
