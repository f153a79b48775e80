"""The first visit of a page: number of requests, bytes, and layout shifts when fonts load."""

from collections.abc import Callable
from typing import Any

import pytest
from django.conf import settings
from playwright.sync_api import Page, Response, Route

from clubs.models import Role
from dogclub.server.web.headers import CompressionMiddleware, compressed
from tests import factory, nights
from tests.browser.taps import at_the_table
from tests.screens import Screens
from tests.server import Server

pytestmark = [pytest.mark.needs("chromium"), pytest.mark.django_db(transaction=True)]
SEATED = """
from django.test import Client
from games import ledger
from clubs.models import Role
from dogclub.server.web.headers import CompressionMiddleware, compressed
from tests import factory
club = factory.a_club()
names = ["Bea Marlowe", "Otto Pym", "Wilhelmina Featherstonehaugh", "Percy Abara", "Gus Tate"]
match = factory.a_match(club, factory.some_players(club, 5, names), hands=6)
client = Client()
client.force_login(factory.a_member(club, Role.SCOREKEEPER))
print(match.pk, client.cookies["sessionid"].value)
"""
SHIFTS = """window.shifted = 0;
new PerformanceObserver(list => list.getEntries().forEach(entry => { shifted += entry.value; }))
  .observe({type: "layout-shift", buffered: true});"""
PAINTED = """new Promise(resolve => new PerformanceObserver(list => {
  if (list.getEntriesByName("first-contentful-paint").length) resolve();
}).observe({type: "paint", buffered: true}))"""
SETTLED = """async () => {
  await document.fonts.ready;
  await new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  return shifted;
}"""


@pytest.mark.thorough
def test_the_first_visit_is_light(server: Server, make_screens: Callable[[str], Screens], capsys: Any) -> None:
    """The entry page in every language; scripts and styles that the first tap does not need load seconds later."""
    match, session = server.manage("shell", "--verbosity=0", "-c", SEATED).stdout.split()[-2:]
    for language, _ in settings.LANGUAGES:
        page = make_screens(server.url).open("tablet")
        cookies = {"sessionid": session, settings.LANGUAGE_COOKIE_NAME: language}
        page.context.add_cookies([{"name": name, "value": cookies[name], "url": server.url} for name in cookies])
        sizes = weight(page, f"/m/{match}/table/")
        with capsys.disabled():
            print(f"\n{language}: {len(sizes)} requests, {sum(sizes.values()) / 1000:.1f} kB {sizes}")
        assert len(sizes) <= 6
        assert sum(sizes.values()) <= 45_000


def weight(page: Page, path: str) -> dict[str, int]:
    """The bytes of each response by file name; of the page with half of the random padding that hides its length. The
    favicon is left out: it is loaded once for the whole site.
    """
    answers: list[Response] = []
    page.on("response", lambda answer: answers.append(answer) if "favicon" not in answer.url else None)
    page.goto(path, wait_until="networkidle")
    page_itself, *files = answers
    sizes = {each.url.rsplit("/", 1)[-1]: each.request.sizes()["responseBodySize"] for each in files}
    return {"page": len(compressed(page_itself.body(), CompressionMiddleware.max_random_bytes // 2)), **sizes}


@pytest.mark.thorough
def test_nothing_moves_when_the_fonts_come(screens: Screens) -> None:
    club = factory.a_club()
    user = factory.a_member(club, Role.OWNER)
    night = nights.a_night(club, minutes=-60)
    players = factory.some_players(club, 7)
    nights.here(night, players)
    match = factory.a_match(club, players, hands=4, night=night)
    page = at_the_table(screens, user, "/")
    page.add_init_script(SHIFTS)
    paths = ["/", f"/c/{club.slug}/", nights.url(night, ""), f"/m/{match.pk}/", f"/m/{match.pk}/table/"]
    moved = {path: shift_until_the_fonts_are_there(page, path) for path in paths}
    assert max(moved.values()) <= 0.02, moved


def shift_until_the_fonts_are_there(page: Page, path: str) -> float:
    """The layout shift of the page if it is painted before its fonts arrive."""
    held: list[Route] = []
    page.route("**/*.woff2", lambda route: held.append(route))
    page.goto(path, wait_until="commit")
    page.evaluate(PAINTED)
    assert held, path
    page.unroute("**/*.woff2")  # continues the requests that were held
    page.wait_for_load_state("load")
    return float(page.evaluate(SETTLED))
