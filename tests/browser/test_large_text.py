"""With text twice as large, pages on a phone scroll only vertically."""

from collections.abc import Iterator

import pytest
from django.utils import timezone
from playwright.sync_api import Page

from clubs.models import Player, Role, User
from games import ledger
from games.base.table_game import TableGame
from games.entries.drafts import Draft
from games.models import Match
from games.registry import TABLE_GAMES, table_game
from scoring.dogs_of_war import Options
from scoring.pack_o_dogs import PACK_O_DOGS
from scoring.records import entry_to_json
from tests import factory
from tests.browser.look import on_the_same_screen
from tests.browser.taps import at_the_table
from tests.browser.test_dogs_of_war_years import OPEN
from tests.evenings import PLAYED_BY_BOTS, an_evening
from tests.games.dogs_of_war.tallying import written
from tests.games.pack_o_dogs.packs import GAME_1
from tests.screens import Screens

pytestmark = [pytest.mark.variants, pytest.mark.needs("chromium"), pytest.mark.django_db(transaction=True)]
NAMES = (
    "Wilhelmina Featherstonehaugh-Oyelaran",
    "דבורה לב",
    "Maximiliana Bartholomew-Cholmondeley the Third",
    "Núria Ødegård",
    "Łukasz Tremblay",
)
WIDTH = "document.documentElement.scrollWidth"
PHONE = 390
# The rows of a table whose name, as it is drawn, touches the pips beside or below it.
INTO_PIPS = """[...document.querySelectorAll('.seat')].filter(seat => {
  const words = document.createRange(), pips = seat.querySelector('.pips').getBoundingClientRect();
  words.selectNodeContents(seat.querySelector('.who'));
  return [...words.getClientRects()].some(each => each.left < pips.right - 1 && each.right > pips.left + 1
    && each.top < pips.bottom - 1 && each.bottom > pips.top + 1);
}).map(seat => seat.getAttribute('aria-label'))"""


@pytest.fixture
def players() -> list[Player]:
    return factory.some_players(factory.a_club(), 5, NAMES)


@pytest.fixture
def keeper(players: list[Player]) -> User:
    return factory.a_member(players[0].club, Role.SCOREKEEPER, players[0])


def large(screens: Screens, keeper: User, path: str) -> Page:
    """The page on a phone with text twice as large."""
    page = at_the_table(screens, keeper, path, "phone")
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    return page


def test_no_line_is_squeezed_on_a_tablet_while_a_hand_is_played(
    screens: Screens, players: list[Player], keeper: User
) -> None:
    match = factory.a_match(players[0].club, players, hands=5, seed=4, bids_only=True)
    page = at_the_table(screens, keeper, f"/m/{match.pk}/table/", "tablet")
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    widths = {each: (page.locator(each).bounding_box() or {"width": 0})["width"] for each in (".meter .says", "#go")}
    assert min(widths.values()) > 700, widths


def test_no_name_runs_into_its_pips(screens: Screens, players: list[Player], keeper: User) -> None:
    match = an_evening(players[0].club, table_game("clash-of-corgis"), players[:4], 1, part=0.3)
    for screen in ("phone", "tablet"):
        page = at_the_table(screens, keeper, f"/m/{match.pk}/table/", screen)
        page.evaluate("document.documentElement.style.fontSize = '200%'")
        assert page.locator(".seat .pips").count() == 4
        assert page.evaluate(INTO_PIPS) == [], screen


def is_wide(screens: Screens, keeper: User, path: str) -> bool:
    """Whether the page scrolls sideways, on a phone with text twice as large."""
    page = on_the_same_screen(screens, keeper, "phone", "light", path)
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    return bool(page.evaluate(WIDTH) > PHONE)


@pytest.mark.parametrize("game", TABLE_GAMES, ids=lambda game: game.key)
def test_the_entry_screens_and_the_page_of_a_new_match(
    screens: Screens, players: list[Player], keeper: User, game: TableGame
) -> None:
    seated = "".join(f"&player={player.pk}&seat={player.pk}" for player in players[: game.engine.seats[1]])
    pages = [f"/c/{players[0].club.slug}/matches/new/?game={game.key}{seated}", *entry_screens(players, game)]
    assert [path for path in pages if is_wide(screens, keeper, path)] == []


def entry_screens(players: list[Player], game: TableGame) -> Iterator[str]:
    """Yield the paths of a table of this game at several points."""
    club = players[0].club
    if game in PLAYED_BY_BOTS:
        yield from (f"/m/{an_evening(club, game, players, 7, part=part).pk}/table/" for part in (0.3, 0.6))
    if game.key == "dirty-dog":
        match = factory.a_match(club, players, hands=8, seed=3)
        yield from (f"/m/{match.pk}/table/{query}" for query in ("", "?hand=9"))
    if game.key == "dogs-of-war":
        for shown in ("year", "plays"):
            yield f"/m/{written(ledger.start(club, game.key, players, Options()), OPEN[shown]).pk}/table/"
    if game.key == "pack-o-dogs":
        over = ledger.start(club, PACK_O_DOGS.key, players[:2], PACK_O_DOGS.options(games=3))
        drafts = [Draft("round", at, entry_to_json(each)) for at, each in enumerate(GAME_1, 1)]
        ledger.record(over.pk, drafts, version=0, by=ledger.Author(None, "tablet 1"))
        yield f"/m/{over.pk}/table/"


def test_a_game_of_corgis_on_a_wide_tablet(screens: Screens, players: list[Player], keeper: User) -> None:
    match = an_evening(players[0].club, table_game("clash-of-corgis"), players[:3], 7, part=0.6)
    page = at_the_table(screens, keeper, f"/m/{match.pk}/table/", "wide tablet")
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    assert page.evaluate(WIDTH) <= 1280


@pytest.mark.thorough
@pytest.mark.parametrize(("screen", "width"), [("phone", PHONE), ("tablet", 820)])
def test_pages_to_read_and_to_type(
    screens: Screens, players: list[Player], keeper: User, screen: str, width: int
) -> None:
    over: Match = factory.a_match(
        players[0].club, players, plan=(1, 2, 3, 4, 3, 2, 1), finished_at=timezone.now(), table="Winners’ table"
    )
    on: Match = factory.a_match(players[0].club, players, hands=5, table="Winners’ table")
    club = players[0].club.get_absolute_url()
    war = written(ledger.start(players[0].club, "dogs-of-war", players, Options()), OPEN["year"])
    page = at_the_table(screens, keeper, club, screen)
    found = []
    for path in (
        f"/m/{over.pk}/",
        f"/m/{over.pk}/finish/",
        f"/m/{over.pk}/history/",
        f"/m/{on.pk}/paper/",
        f"/m/{war.pk}/",
        f"/m/{war.pk}/correct/1/",
        f"{club}matches/new/",
        *(
            f"{club}{name}/"
            for name in (
                "matches",
                "matches/batch",
                "standings",
                "records",
                "rules",
                "glossary",
                "people",
                "nights",
                "no",
            )
        ),
    ):
        page.goto(path)
        for size in ("100%", "200%"):
            page.evaluate("size => { document.documentElement.style.fontSize = size; }", size)
            found += [(path, size)] * (page.evaluate(WIDTH) > width)
    assert found == []
