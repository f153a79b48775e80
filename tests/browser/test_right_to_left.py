"""In Arabic every page is mirrored: it fits a narrow phone, starts at the right, and signs precede their figures."""

from typing import Any

import pytest
from django.test import Client
from playwright.sync_api import Page

from clubs.language import choice
from clubs.models import Club, Role
from games.models import Match
from tests.browser.crawl import NARROW, in_language, measured
from tests.dogclub.crawl import kennel, visit
from tests.factory import a_club, a_match, a_member, some_players
from tests.screens import Screens

pytestmark = [pytest.mark.only("sqlite"), pytest.mark.django_db(transaction=True)]
__all__ = ["kennel"]
# For each visible plus or minus sign, whether it is drawn to the left of its figure.
SIGNS = r"""() => {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), found = [];
  const range = document.createRange();
  const left = (node, at) => {
    range.setStart(node, at);
    range.setEnd(node, at + 1);
    return range.getBoundingClientRect();
  };
  for (let node = walker.nextNode(); node; node = walker.nextNode())
    for (const sign of node.data.matchAll(/[−+]\d/g)) {
      const [minus, figure] = [left(node, sign.index), left(node, sign.index + 1)];
      if (figure.width && node.parentElement.checkVisibility()) found.push(minus.left < figure.left);
    }
  return found;
}"""
# The left edges of the header cells of each table, if they are in one row.
HEADS = """() => [...document.querySelectorAll("table thead tr:first-child")].filter(
  row => row.checkVisibility() && getComputedStyle(row).display === "table-row"
).map(row => [...row.cells].map(each => each.getBoundingClientRect().left))"""


@pytest.fixture(autouse=True)
def _every_page_is_in_arabic(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also those that Arabic does not cover yet."""
    monkeypatch.setattr(choice, "of_page", lambda request, code: code)


def arabic(screens: Screens, client: Client, screen: str = "phone", **options: Any) -> Page:
    return in_language(screens, client, "ar", screen, **options)


def over(page: Page) -> int:
    """By how many pixels the page is wider than the screen."""
    return int(page.evaluate("document.documentElement.scrollWidth - innerWidth"))


@pytest.fixture
def evening() -> tuple[Client, Club, Match, Match]:
    """A client signed in as an organiser, the club, a finished match and one in progress."""
    club = a_club()
    players = some_players(club, 5)
    ended, running = a_match(club, players), a_match(club, players, hands=6)
    client = Client()
    client.force_login(a_member(club, Role.ORGANISER, players[0]))
    return client, club, ended, running


@pytest.mark.variants
def test_main_pages_are_mirrored(screens: Screens, evening: tuple[Client, Club, Match, Match]) -> None:
    client, club, ended, running = evening
    page = arabic(screens, client, viewport=NARROW)
    signs = []
    for path in (f"/c/{club.slug}/", f"/c/{club.slug}/standings/", *table(ended), *table(running)):
        page.goto(path)
        assert page.evaluate("document.dir") == "rtl", path
        assert over(page) == 0, path
        assert all(lefts == sorted(lefts, reverse=True) for lefts in page.evaluate(HEADS)), path
        signs += page.evaluate(SIGNS)
    assert len(signs) > 10
    assert all(signs)


@pytest.mark.variants
def test_the_wall_is_mirrored(screens: Screens, evening: tuple[Client, Club, Match, Match]) -> None:
    client, club, _, running = evening
    page = arabic(screens, client, "wall")
    for path in (f"/c/{club.slug}/wall/", f"/m/{running.pk}/wall/"):
        page.goto(path)
        assert (page.evaluate("document.dir"), over(page)) == ("rtl", 0), path
        names = page.locator(".board .name").first.bounding_box()
        assert names and names["x"] > 960, path


@pytest.mark.variants
def test_a_chart_begins_at_the_right(screens: Screens, evening: tuple[Client, Club, Match, Match]) -> None:
    client, _, ended, _ = evening
    page = arabic(screens, client, "tablet")
    page.goto(f"/m/{ended.pk}/")
    drawn = page.locator("svg.chart text[text-anchor=middle]")
    lefts = [box["x"] for each in drawn.all() if (box := each.bounding_box())]
    assert len(lefts) > 2
    assert lefts == sorted(lefts, reverse=True)


@pytest.mark.thorough
@pytest.mark.parametrize(
    "visitor",
    [
        "anonymous",
        *(pytest.param(each, marks=pytest.mark.release) for each in ("tablet", str(Role.OWNER.label))),
    ],
)
def test_no_page_is_wider_than_a_phone_in_arabic(screens: Screens, kennel: Club, visitor: str) -> None:
    crawl = measured(screens, *visit(kennel, visitor), "ar", signs='dir="rtl"')
    assert crawl.wide == {}
    assert len(crawl.pages) > 3


def table(match: Match) -> list[str]:
    """The paths of the match's page and its table page."""
    return [f"/m/{match.pk}/", f"/m/{match.pk}/table/"]
