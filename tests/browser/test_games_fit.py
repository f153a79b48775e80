"""The tables of the four smaller games, and the pages about a match of each, fit every screen and pass axe."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from clubs.models import Club, Role
from games import ledger
from games.models import Match
from scoring.clash_of_corgis import Options as Series
from scoring.dogs_of_war import Options as War
from scoring.pack_o_dogs import Capture, Piles
from scoring.top_dog import Options as Mastery
from tests import factory
from tests.browser.look import on_the_same_screen
from tests.browser.test_dogs_of_war_years import OPEN
from tests.browser.test_table_screens import OVERFLOW, OVERLAPS
from tests.games.clash_of_corgis.series import KEY, SERIES, played
from tests.games.dogs_of_war.tallying import written
from tests.games.pack_o_dogs.packs import GAME_1, GAME_2, P, W, a_pack_match
from tests.games.pack_o_dogs.packs import NAMES as TWO
from tests.games.top_dog.matches import ROTATING, a_match, rounds
from tests.screens import Screens, axe, axe_in_both_themes

pytestmark = [pytest.mark.needs("chromium"), pytest.mark.django_db(transaction=True)]
FOUR = ("Maximiliana Bartholomew-Cholmondeley III", "🐶 Gus 🦴", "דבורה לב", "Wilhelmina Featherstonehaugh-Oyelaran")
FIVE = (
    "Maximiliana Bartholomew-Cholmondeley the Third",
    "דבורה לב",
    "🐶 Gus 🦴",
    "Wilhelmina Featherstonehaugh-Oyelaran",
    "Otto Pym",
)
# The keys that are smaller than a thumb needs.
SMALL = """least => [...document.querySelectorAll('#main .num, #main .btn')].filter(e => e.checkVisibility()).map(e => {
  const box = e.getBoundingClientRect();
  return [e.className, Math.min(box.width, box.height)];
}).filter(([css, size]) => size < (css.includes('num') ? least : 44) - 0.5)"""
SMALL_IN_ROWS = """least => [...document.querySelectorAll('#main :is(button, a, summary, label, .figure)')]
  .filter(each => each.checkVisibility() && !each.closest('.more ul, .pick') && !each.matches('.vh, .pick')
    && !each.closest('.seat:not(.is-picked)'))
  .map(each => [each.className, each.getBoundingClientRect()])
  .filter(([css, box]) => Math.min(box.width, box.height) < (/num|figure/.test(css) ? least - 0.5 : 43.5))
  .map(each => each[0])"""


@dataclass(frozen=True)
class Case:
    """A match at some point: how it comes about, the query of its table page, and what is asked there.

    `least` is the size of a number key by screen, where it is not 56; `reads` the screens on which axe looks at the
    page; `scrolls` those on which the page may scroll down.
    """

    start: Callable[[Club], Match]
    query: str = ""
    small: str = SMALL
    least: dict[str, int] = field(default_factory=dict)
    reads: Sequence[str] = ("tablet", "wide tablet", "phone")
    scrolls: Sequence[str] = ()


def top_dog(played: int, options: Mastery, query: str, players: int = 4) -> Case:
    def start(club: Club) -> Match:
        return a_match(club, factory.some_players(club, players, FOUR), rounds(played), options, table="1")

    return Case(start, query, SMALL_IN_ROWS, reads=("tablet",))


def pack(entries: Sequence[Any], query: str = "", **about: Any) -> Case:
    def start(club: Club) -> Match:
        factory.some_players(club, 2, TWO)
        return a_pack_match(club, entries, **about)

    return Case(start, query, reads=("tablet",))


def corgis(query: str) -> Case:
    def start(club: Club) -> Match:
        players = factory.some_players(club, 4, FIVE)
        return played(ledger.start(club, KEY, players, Series(first_starter=0)), SERIES[:3])

    return Case(start, query)


def war(shown: str, **about: Any) -> Case:
    def start(club: Club) -> Match:
        return written(ledger.start(club, "dogs-of-war", factory.some_players(club, 5, FIVE), War()), OPEN[shown])

    return Case(start, scrolls=("phone",), **about)


SIX = [*GAME_1, *GAME_2[:5]]
RUNNING = [Piles({0: 15, 1: 21}), Capture(W), Capture(P, pack=True)]
CASES = {
    "top dog: keys": top_dog(10, ROTATING, "?won-0=2&won-1=3&last=won-1"),
    "pack: open": pack(SIX, "?number=11&pack=1"),
    "corgis: won": corgis("?recap=1"),
    "war: year": war("year"),
    "top dog: placed": top_dog(10, ROTATING, "?won-0=2&won-1=3&won-2=5&tied=1&last=won-2"),
    "top dog: empty": top_dog(0, Mastery(), ""),
    "top dog: cards": top_dog(10, ROTATING, "?by=cards&taken-0=8&taken-1=13"),
    "top dog: steps": top_dog(0, Mastery(suits=2), "?won-0=12"),
    "top dog: dummy": top_dog(0, Mastery(dummy=True), "?won-0=6&won-1=3&won-2=1", 3),
    "top dog: over": top_dog(12, ROTATING, ""),
    "pack: written": pack([*GAME_1, *GAME_2[:6]], "?recap=1"),
    "pack: base": pack(RUNNING, mode="base"),
    "pack: count": pack(RUNNING, "?number=4&count=1", mode="base"),
    "corgis: playing": corgis("?game=4"),
    "war: pairs": war("pairs", least={"phone": 44}),
    "war: plays": war("plays"),
}
# One for each game, and what is laid out as no other; the rest repeats these with other keys.
EVERY_DAY = ("top dog: keys", "pack: open", "corgis: won", "war: year")
ANOTHER_LAYOUT = ("top dog: placed", "top dog: dummy", "pack: base", "pack: count", "corgis: playing", "war: pairs")
# The pages about a match, each on a screen.
PAGES: dict[str, tuple[Case, Sequence[tuple[str, str]]]] = {
    "top dog": (
        top_dog(11, ROTATING, ""),
        [("tablet", each) for each in ("", "wall/", "table/stuck/", "correct/4/", "cell/4/1/", "paper/")],
    ),
    "pack": (
        pack([*GAME_1, *GAME_2]),
        [
            ("tablet", each)
            for each in ("table/", "table/?number=13&pack=1", "", "wall/", "cell/11/1/", "correct/11/", "paper/")
        ]
        + [("tablet", "history/")],
    ),
    "pack: base": (
        pack(RUNNING, mode="base"),
        [("tablet", each) for each in ("table/", "", "wall/", "cell/1/1/", "correct/1/", "paper/")],
    ),
    "corgis": (
        corgis(""),
        [("tablet", each) for each in ("table/effects/", "", "cell/2/0/", "correct/2/", "paper/")]
        + [("phone", ""), ("wall", "wall/")],
    ),
    "war": (
        war("plays"),
        [
            ("tablet", each)
            for each in ("", "cell/1/0/", "correct/1/", "paper/", "table/betrayal/", "table/move/", "table/gain/")
        ]
        + [("phone", ""), ("phone", "correct/1/"), ("wall", "wall/")],
    ),
}


def when(name: str) -> list[pytest.MarkDecorator]:
    if name in EVERY_DAY:
        return []
    return [pytest.mark.thorough if name in ANOTHER_LAYOUT else pytest.mark.release]


@pytest.mark.variants
@pytest.mark.parametrize("case", [pytest.param(each, marks=when(name), id=name) for name, each in CASES.items()])
def test_a_table_fits_every_screen_and_thumbs_hit_its_keys(screens: Screens, case: Case) -> None:
    club = factory.a_club()
    match, user = case.start(club), factory.a_member(club, Role.OWNER)
    path = f"/m/{match.pk}/table/{case.query}"
    page = on_the_same_screen(screens, user, "tablet", "light", path)
    expect(page.locator("#main")).to_be_visible()
    found = unfit(page, case, "tablet")
    page.set_viewport_size({"width": 1280, "height": 800})
    found += unfit(page, case, "wide tablet")
    assert found + unfit(on_the_same_screen(screens, user, "phone", "light", path), case, "phone") == []


def unfit(page: Page, case: Case, screen: str) -> list[Any]:
    """What does not fit the screen, is too small for a thumb, covers something else or does not pass axe: in both
    themes on the tablet, in the light one where only places change.
    """
    across, down = page.evaluate(OVERFLOW)
    found = [*page.evaluate(case.small, case.least.get(screen, 56))]
    found += ["too wide"] * (across > 0) + ["too long"] * (down > 0 and screen not in case.scrolls)
    found += ["rows overlap"] * (page.evaluate(OVERLAPS) > 0)
    if screen in case.reads:
        found += axe_in_both_themes(page) if screen == "tablet" else axe(page)
    return [(screen, each) for each in found]


@pytest.mark.thorough
@pytest.mark.parametrize("game", PAGES)
def test_the_pages_about_a_match_fit_and_read_well(screens: Screens, game: str) -> None:
    case, pages = PAGES[game]
    club = factory.a_club()
    match, user = case.start(club), factory.a_member(club, Role.OWNER)
    found: list[Any] = []
    for screen, path in pages:
        page = on_the_same_screen(screens, user, screen, "light", f"/m/{match.pk}/{path}")
        expect(page.locator("#main")).to_be_visible()
        wrong = axe_in_both_themes(page) + ["too wide"] * (page.evaluate(OVERFLOW)[0] > 0)
        found += [(screen, path, each) for each in wrong]
    assert found == []
