"""The entry screens on every device: nothing to scroll, nothing cut, thumbs hit what they aim at, light on the wire."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, Response, expect

from clubs.models import Role
from games.entries.match_state import load
from games.models import Match
from scoring.dirty_dog import Bids, next_step
from tests import factory
from tests.browser.taps import Tapping, at_the_table
from tests.screens import AT_REST, Screens
from tests.server import Server

pytestmark = [pytest.mark.variants, pytest.mark.needs("chromium"), pytest.mark.django_db(transaction=True)]
AXE = (Path(__file__).parent / "vendor" / "axe.min.js").read_text()
NAMES = (
    "Bea Marlowe",
    "Otto Pym",
    "Wilhelmina Featherstonehaugh-Oyelaran",
    "Núria Ødegård",
    "Łukasz Tremblay",
    "Maximiliana Bartholomew-Cholmondeley the Third",
    "🐶 Gus 🦴",
    "דבורה לב",
    "Sam Kettle",
    "A",
)
# players, hands played before: the largest hand of each table is next
LARGEST = [(3, 16), (4, 11), (5, 9), (6, 7), (7, 6), (8, 5), (9, 4), (10, 4)]
OVERFLOW = "[document.documentElement.scrollWidth - innerWidth, document.documentElement.scrollHeight - innerHeight]"
SMALLEST = """least => [...document.querySelectorAll('#main button, #main a, #main summary')]
  .filter(e => e.checkVisibility() && !e.closest('.more ul')).map(e => {
    const box = e.getBoundingClientRect(), after = getComputedStyle(e, '::after');
    const more = e.matches('.change') ? 25 : 0;
    return [e.className, Math.min(box.width, box.height + more)];
  }).filter(([css, size]) => size < (css.includes('num') ? least : 44) - 0.5)"""
OUTSIDE = """[...document.querySelectorAll('.seat')].flatMap(row => {
  const box = row.getBoundingClientRect();
  return [...row.querySelectorAll('.num, .who b, .role, .total')].filter(e => e.checkVisibility()).filter(e => {
    const b = e.getBoundingClientRect();
    return b.top < box.top - 1 || b.bottom > box.bottom + 1 || b.right > box.right + 1;
  }).map(e => e.className);
})"""
OVERLAPS = """[...document.querySelectorAll('.seat')].filter(row => {
  const parts = [...row.querySelectorAll('.who b, .pad, .total')].map(e => e.getBoundingClientRect());
  return parts.some((a, i) => parts.some((b, j) => i < j && a.left < b.right - 1 && b.left < a.right - 1
    && a.top < b.bottom - 1 && b.top < a.bottom - 1));
}).length"""
Open = Callable[..., Page]


@pytest.fixture
def table(screens: Screens) -> Open:
    def start(players: int, hands: int, screen: str, *, tricks: bool = False, **options: Any) -> Page:
        club = factory.a_club()
        user = factory.a_member(club, Role.SCOREKEEPER)
        match = factory.a_match(club, factory.some_players(club, players, NAMES), hands=hands, seed=3)
        if tricks:
            write_bids(match)
        page = at_the_table(screens, user, f"/m/{match.pk}/table/?hand={hands + 1}", screen, **options)
        expect(page.locator(".seat")).to_have_count(players)
        return page

    return start


def write_bids(match: Match) -> None:
    step: Any = next_step(load(match).sheet)  # type: ignore[arg-type]
    bids = dict.fromkeys(step.order, 0) | {step.order[0]: 1, step.order[-1]: 1}
    if sum(bids.values()) == step.cards:
        bids[step.order[-1]] = 0
    factory.write(match, [Bids(bids, trump="hearts")])


@pytest.mark.parametrize("tricks", [False, True], ids=["bids", "tricks"])
@pytest.mark.parametrize("screen", ["tablet", "wide tablet"])
@pytest.mark.parametrize(("players", "hands"), LARGEST)
def test_nothing_to_scroll_and_every_key_is_large(
    table: Open, players: int, hands: int, screen: str, *, tricks: bool
) -> None:
    page = table(players, hands, screen, tricks=tricks)
    assert max(page.evaluate(OVERFLOW)) <= 0
    assert page.evaluate(SMALLEST, 56) == []
    assert page.evaluate(OUTSIDE) == []
    assert page.evaluate(OVERLAPS) == 0


@pytest.mark.parametrize("tricks", [False, True], ids=["bids", "tricks"])
@pytest.mark.parametrize(("players", "hands"), [(3, 16), (5, 9), (10, 4)])
def test_a_phone_scrolls_down_at_most(table: Open, players: int, hands: int, *, tricks: bool) -> None:
    page = table(players, hands, "phone", tricks=tricks)
    assert page.evaluate(OVERFLOW)[0] <= 0
    assert page.evaluate(SMALLEST, 56) == []
    for seat in page.locator(".seat").all():
        assert (seat.bounding_box() or {"height": 0})["height"] >= 44


@pytest.mark.parametrize("tricks", [False, True], ids=["bids", "tricks"])
@pytest.mark.parametrize("screen", ["tablet", "wide tablet"])
def test_text_twice_as_large_is_not_cut(table: Open, screen: str, *, tricks: bool) -> None:
    page = table(10, 4, screen, tricks=tricks)
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    assert page.evaluate(OVERFLOW)[0] <= 0
    assert page.evaluate(OUTSIDE) == []
    assert page.evaluate(OVERLAPS) == 0


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("screen", ["tablet", "phone"])
def test_axe_finds_nothing(table: Open, screen: str, theme: str) -> None:
    page = table(5, 6, screen, color_scheme=theme)
    seats = [int(row.get_attribute("data-seat") or "") for row in page.locator(".seat").all()]
    thumb = Tapping(page)
    for seat in seats[:-1]:
        thumb.number(seat, 1)
    assert found_by_axe(page) == []
    thumb.number(seats[-1], 0)
    expect(page.locator("#main[data-what=tricks]")).to_be_visible()
    thumb.number(seats[0], 4)
    assert found_by_axe(page) == []
    expect(page.locator("#entries")).to_be_attached()  # what comes after the page is there, and closes the menu
    page.locator(".more summary").tap()
    assert found_by_axe(page, ".more") == []
    page.keyboard.press("Escape")
    thumb.tricks([])
    assert found_by_axe(page) == []


def found_by_axe(page: Page, part: str = "html") -> list[str]:
    page.evaluate(AT_REST)  # colours are still changing
    page.evaluate(AXE)
    rules = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
    found = page.evaluate("([part, rules]) => axe.run(part, {runOnly: rules})", [part, rules])
    return [f"{each['id']}: {each['nodes'][0]['html'][:120]}" for each in found["violations"]]


def test_everything_works_by_keyboard(table: Open) -> None:
    page = table(5, 6, "desk")
    for said, bid in enumerate((1, 1, 1, 1, 0)):
        expect(page.locator(".seat.is-done")).to_have_count(said)
        now = page.locator(".is-now .num").nth(bid)
        now.focus()
        page.keyboard.press("Enter")
    expect(page.locator("#main[data-what=tricks]")).to_be_visible()
    page.locator(".num.is-fit").first.focus()
    page.keyboard.press("Space")
    expect(page.locator(".num:focus")).to_have_attribute("aria-pressed", "true")
    page.locator("#go").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#main[data-what=result]")).to_be_visible()


SEATED = """
from django.test import Client
from games import ledger
from clubs.models import Role
from tests import factory
club = factory.a_club()
names = ["Bea Marlowe", "Otto Pym", "Wilhelmina Featherstonehaugh", "Percy Abara", "Gus Tate"]
match = factory.a_match(club, factory.some_players(club, 5, names), hands=6)
client = Client()
client.force_login(factory.a_member(club, Role.SCOREKEEPER))
print(match.pk, client.cookies["sessionid"].value)
"""


@pytest.mark.thorough
def test_the_first_visit_is_light(server: Server, make_screens: Callable[[str], Screens], capsys: Any) -> None:
    match, session = server.manage("shell", "--verbosity=0", "-c", SEATED).stdout.split()[-2:]
    page = make_screens(server.url).open("tablet")
    page.context.add_cookies([{"name": "sessionid", "value": session, "url": server.url}])
    answers: list[Response] = []
    # The icon of the tab is fetched once for the whole site, beside the page.
    page.on("response", lambda answer: answers.append(answer) if "favicon" not in answer.url else None)
    page.goto(f"/m/{match}/table/?hand=7", wait_until="networkidle")
    sizes = {answer.url.rsplit("/", 2)[-1] or "page": answer.request.sizes()["responseBodySize"] for answer in answers}
    with capsys.disabled():
        print(f"\nfirst visit: {len(sizes)} requests, {sum(sizes.values()) / 1000:.1f} kB {sizes}")
    assert len(answers) <= 6
    assert sum(sizes.values()) <= 45_000
