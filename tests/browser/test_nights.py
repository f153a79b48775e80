"""Pages of nights on every screen: axe and overflow checks; taps and a drag, with and without scripts."""

from datetime import timedelta

import pytest
from django.test import Client
from playwright.sync_api import Page, expect

from clubs.calendar.nights import arrive
from clubs.calendar.nights import expect as expect_late
from clubs.models import Club, Night, Player, Role, User
from games.models import Match
from tests.browser.look import AWKWARD, on_the_same_screen, signed_in
from tests.browser.test_look_pages import found_on
from tests.factory import NAMES, a_club, a_match, a_member
from tests.nights import a_night, keeper, tap, url
from tests.screens import SCREENS, Screens

pytestmark = [pytest.mark.variants, pytest.mark.django_db(transaction=True), pytest.mark.needs("chromium")]
WIDTH = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
OVERLAPS = """() => [...document.querySelectorAll(".ring")].some(ring => {
  const boxes = [...ring.querySelectorAll(".chair, .ring-mid")].map(chair => chair.getBoundingClientRect());
  return boxes.some((a, i) => boxes.slice(i + 1).some(b =>
    a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1));
})"""


@pytest.fixture
def club() -> Club:
    return a_club()


@pytest.fixture
def user(club: Club) -> User:
    return a_member(club, Role.ORGANISER)


@pytest.fixture
def dogs(club: Club) -> list[Player]:
    names = [*AWKWARD, *(name for name in NAMES if name not in AWKWARD), *(f"Terrier {number}" for number in range(9))]
    return [Player.objects.create(club=club, name=name) for name in names[:23]]


@pytest.fixture
def night(club: Club) -> Night:
    return a_night(club, -20, place="Kennel Lane 7, the room over the bakery", note="Bring two decks a table.")


def look(page: Page, name: str) -> list[str]:
    """Sentences that begin with `name`: the page's axe violations, and whether it is too wide or its chairs overlap."""
    return [*found_on(page, name), *crowded(page, name)]


def crowded(page: Page, name: str) -> list[str]:
    """Sentences that begin with `name`: on which screens the page is too wide or its chairs overlap."""
    found = []
    for screen in ("tablet", "phone", "desk"):
        page.set_viewport_size(SCREENS[screen]["viewport"])
        found += [f"{name}: chairs cover each other on the {screen}"] * bool(page.evaluate(OVERLAPS))
        found += [f"{name} is too wide for the {screen}"] * (page.evaluate(WIDTH) > 0)
    return found


@pytest.mark.thorough
def test_a_night_passes_axe_and_fits(screens: Screens, user: User, dogs: list[Player], night: Night) -> None:
    arrive(night, dogs[:12], night.starts_at - timedelta(minutes=9))
    draw_tables(night)
    expect_late(night, dogs[12])
    a_match(night.club, dogs[:6], hands=5, seed=4, table="1", night=night, max_cards=6)
    a_match(night.club, dogs[6:12], hands=3, bids_only=True, table="2", night=night, max_cards=6)
    arrive(night, dogs[13:16])
    pages = {
        "night": url(night, ""),
        "night-setup": url(night),
        "night-comings": url(night, "comings/"),
        "night-join": url(night, f"join/{dogs[12].pk}/"),
        "nights": f"/c/{night.club.slug}/nights/",
        "night-new": f"/c/{night.club.slug}/nights/new/",
        "night-edit": url(night, "edit/"),
    }
    troubles = []
    for name, address in pages.items():
        troubles += look(on_the_same_screen(screens, user, "tablet", "light", address), name)
    assert troubles == []


@pytest.mark.parametrize("counts", [(2, 5, 21), (3, 4, 7, 8, 9, 10, 13)])
def test_every_ring_is_drawn(screens: Screens, user: User, dogs: list[Player], club: Club, counts: list[int]) -> None:
    troubles, scribe = [], keeper(Client(), club)
    for count in counts:
        night = a_night(club, -20)
        arrive(night, dogs[:count])
        tap(scribe, night, scribe.get(url(night)), "draw")
        page = on_the_same_screen(screens, user, "tablet", "light", url(night))
        asked = look if count == counts[-1] else crowded  # rings differ in their places alone
        troubles += asked(page, f"ring-{count}")
    assert troubles == []


def test_text_twice_as_large_does_not_scroll_sideways(
    screens: Screens, user: User, dogs: list[Player], night: Night
) -> None:
    arrive(night, dogs[:12])
    a_match(night.club, dogs[:5], hands=2, table="1", night=night)
    for address in (url(night, ""), url(night), url(night, "comings/"), f"/c/{night.club.slug}/nights/"):
        page = signed_in(screens, user, "phone", "light", address)
        page.evaluate("document.documentElement.style.fontSize = '200%'")
        assert page.evaluate(WIDTH) <= 0, address


def draw_tables(night: Night) -> None:
    """Draw the tables as a browser without scripts would."""
    scribe = keeper(Client(), night.club)
    tap(scribe, night, scribe.get(url(night)), "draw")


def chairs(page: Page) -> list[str]:
    return [each.inner_text().split("\n")[0] for each in page.locator("[data-chair]").all()]


def test_a_drag_swaps_two_names_across_tables(screens: Screens, user: User, dogs: list[Player], night: Night) -> None:
    arrive(night, dogs[10:22])
    draw_tables(night)
    page = signed_in(screens, user, "desk", "light", url(night))
    before = chairs(page)
    first, last = page.locator("[data-chair]").first, page.locator("[data-chair]").last
    start, end = first.bounding_box(), last.bounding_box()
    assert start
    assert end
    page.mouse.move(start["x"] + 20, start["y"] + 20)
    page.mouse.down()
    page.mouse.move(end["x"] + 20, end["y"] + 20, steps=5)
    page.mouse.up()
    expect(page.locator("[data-chair]").first).to_contain_text(before[-1])
    assert chairs(page)[-1] == before[0]


@pytest.mark.thorough
def test_without_a_script_the_night_begins_all_the_same(
    screens: Screens, user: User, dogs: list[Player], night: Night
) -> None:
    arrive(night, dogs[14:17])
    page = signed_in(screens, user, "tablet", "light", url(night))
    state = page.context.storage_state()
    plain = screens.open("tablet", path=url(night), storage_state=state, java_script_enabled=False)
    plain.click(f"#tile-{dogs[13].pk}")
    plain.click("#game-clash-of-corgis")
    plain.click("button[value=draw]")
    plain.locator("[data-chair]").first.click()
    plain.locator("[data-chair]").last.click()
    plain.click("button[value=deal]")
    expect(plain).to_have_url(f"{screens.base_url}/m/{Match.objects.get().pk}/table/")
    assert Match.objects.get().seats.count() == 4
