"""A match of Dogs of War recorded only at its end: house values and four tallies by taps, on one shared tablet."""

import json
import re
from collections.abc import Callable, Mapping

import pytest
from playwright.sync_api import Page, expect

from clubs.models import Role, User
from games import ledger
from games.models import Match
from scoring.dogs_of_war import DOGS_OF_WAR, Options, Tally
from scoring.records import score
from tests.browser.taps import at_the_table
from tests.factory import a_club, a_member, some_players
from tests.games.dogs_of_war.tallying import TALLIES, TOTALS, VALUES, a_war
from tests.screens import OF_COLOURS, SCREENS, Screens, axe, axe_in_both_themes
from tests.server import until

pytestmark = [pytest.mark.variants, pytest.mark.needs("chromium"), pytest.mark.django_db(transaction=True)]

NAMES = ("Bea Marlowe", "Wilhelmina Featherstonehaugh-Oyelaran", "Núria Ødegård", "Łukasz Tremblay", "דבורה לב")
START = -1
KEPT = """new Promise(done => { const opening = indexedDB.open("dogclub", 1); opening.onsuccess = () => {
  const asking = opening.result.transaction("kept").objectStore("kept").getAll();
  asking.onsuccess = () => done(asking.result.map(each => JSON.stringify(each))); }; })"""


class Counting:
    """Taps on the pages of the final tally, counted in `taps`."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.taps = 0

    def tap(self, selector: str) -> None:
        self.taps += 1
        self.page.locator(selector).first.tap()

    def onward(self) -> None:
        """Tap the main key, after a pause so that it is not taken for a double tap."""
        self.page.wait_for_timeout(400)
        self.tap("#go.btn-main")

    def add(self, field: str, value: int, keys: tuple[int, ...] = (1,)) -> None:
        """Add `value` to a field with as few taps as the step sizes `keys` allow."""
        for key in sorted(keys, reverse=True):
            for _ in range(value // key):
                self.tap(f'[data-to="{field}"][data-add="{key}"]')
            value %= key
        expect(self.page.locator("#main")).to_be_visible()

    def houses(self, values: Mapping[str, int]) -> None:
        for at, value in enumerate(values.values()):
            self.add(f"value-{at}", value - START)
        self.onward()

    def tally(self, tally: Tally) -> None:
        page = self.page
        self.add("vp", tally.vp, (1, 3, 6))
        for at, house in enumerate(VALUES):
            self.add(f"tokens-{at}", tally.influence.get(house, 0))
        self.tap(f"label[for=support-{list(VALUES).index(tally.support)}]")
        self.add("coins", tally.coins, (1, 3))
        self.add("tactics", tally.tactics)
        self.add("soldiers", tally.soldiers)
        if tally.adjust:
            self.add("adjust", tally.adjust)
            page.locator("input.written[name=why]").fill(tally.adjust_note)
            page.locator("input.written[name=why]").blur()
        expect(page.locator("#go")).to_have_text("Hand in and cover")


def a_tablet(screens: Screens, names: tuple[str, ...] = NAMES[:4], screen: str = "tablet") -> tuple[Page, Match, User]:
    """A new match of Dogs of War, its table page, and the scorekeeper."""
    club = a_club()
    user = a_member(club, Role.SCOREKEEPER)
    match = ledger.start(club, DOGS_OF_WAR.key, some_players(club, len(names), names), Options())
    return at_the_table(screens, user, f"/m/{match.pk}/table/", screen), match, user


@pytest.mark.thorough
def test_the_end_alone_is_recorded_by_taps_and_the_record_equals_the_page(screens: Screens) -> None:
    page, match, _ = a_tablet(screens)
    page.goto(f"/m/{match.pk}/table/only-the-end/")
    page.get_by_text("Enter the house values").tap()
    page.wait_for_url("**/table/?end=only")
    thumb = Counting(page)
    thumb.houses(VALUES)
    expect(page.locator("h1")).to_have_text("The final tally")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    for seat, tally in enumerate(TALLIES):
        thumb.onward()
        expect(page.locator("main.tally-entry h1")).to_contain_text(NAMES[seat].split()[0])
        thumb.tally(tally)
        expect(page.locator("#meter .count")).to_have_text(f"{TOTALS[seat]} VP")
        thumb.onward()
        expect(page.locator("main.tally-entry")).to_have_count(0)
        assert page.url.endswith("/table/")
    expect(page.locator("h1")).to_have_text("Núria takes the war, 52")
    assert thumb.taps <= 120  # two minutes at one tap a second
    assert [url for url in asked if re.search(r"vp=|tokens|support=|coins=", url)] == []

    sheet = score(json.loads(page.request.get(f"/m/{match.pk}/record.json").body()))
    assert list(sheet["totals"].values()) == list(TOTALS)
    page.goto(f"/m/{match.pk}/")
    totals = page.locator(".tallypad .grand .fig").all_inner_texts()
    assert [int(re.sub(r"\D", "", total)) for total in totals] == list(sheet["totals"].values())


@pytest.mark.thorough
def test_nothing_of_a_tally_is_left_on_the_tablet_that_passes_on(screens: Screens) -> None:
    page, match, _ = a_tablet(screens)
    page.goto(f"/m/{match.pk}/table/?end=only")
    thumb = Counting(page)
    thumb.houses(VALUES)
    expect(page.locator("h1")).to_have_text("The final tally")
    thumb.onward()
    thumb.tally(TALLIES[0])
    until(lambda: "support=Talbot" in str(page.evaluate(KEPT)))
    thumb.onward()
    expect(page.locator("h1")).to_have_text("Bea’s tally is in and covered")
    assert page.locator("[name=vp], [name=support], [name=coins]").count() == 0
    until(lambda: "support=" not in str(page.evaluate(KEPT)))
    with page.expect_event("load"):  # the page loads again; Chromium hangs if a page closes while loading
        page.go_back()
    expect(page.locator("h1")).to_have_text("Bea’s tally is in and covered")
    assert page.locator("[name=vp]").count() == 0


@pytest.mark.thorough
def test_what_is_half_counted_survives_a_reload_and_is_nobody_elses(screens: Screens) -> None:
    page, match, _ = a_tablet(screens)
    page.goto(f"/m/{match.pk}/table/?end=only")
    thumb = Counting(page)
    thumb.houses(VALUES)
    expect(page.locator("h1")).to_have_text("The final tally")
    thumb.onward()
    thumb.add("vp", 12, (1, 3, 6))
    thumb.tap("label[for=support-3]")
    expect(page.locator("#meter .count")).to_have_text("20 VP")
    page.reload()
    expect(page.locator("#meter .count")).to_have_text("20 VP")
    expect(page.locator("#support-3")).to_be_checked()
    page.locator("#back").tap()
    expect(page.locator("#meter .count")).to_have_text("12 VP")
    page.goto(f"/m/{match.pk}/table/?seat=1")
    expect(page.locator("#meter .count")).to_have_text("0 VP")
    expect(page.locator("input.fig[name=vp]")).to_have_value("0")


@pytest.mark.thorough
def test_the_cover_lies_over_every_number_and_loses_none(screens: Screens) -> None:
    page, match, _ = a_tablet(screens)
    page.goto(f"/m/{match.pk}/table/?end=only")
    thumb = Counting(page)
    thumb.houses(VALUES)
    expect(page.locator("h1")).to_have_text("The final tally")
    thumb.onward()
    thumb.add("vp", 17, (1, 3, 6))
    page.get_by_text("Cover", exact=True).tap()
    expect(page.locator("#cover")).to_be_visible()
    box = page.locator("#cover").bounding_box()
    assert box == {"x": 0, "y": 0, "width": 820, "height": 1180}
    assert page.evaluate("document.elementFromPoint(400, 200).closest('#cover') !== null")
    assert axe(page) == []
    page.get_by_text("Continue Bea’s tally").tap()
    expect(page.locator("#meter .count")).to_have_text("17 VP")


def test_quick_taps_on_a_stepper_all_count(screens: Screens) -> None:
    page, match, _ = a_tablet(screens)
    page.goto(f"/m/{match.pk}/table/?end=only")
    key = page.locator('[data-to="value-0"][data-add="1"]')
    for _ in range(5):
        key.tap()
    expect(page.locator("input.fig[name=value-0]")).to_have_value("4")
    page.locator('[data-to="value-1"][data-add="-1"]').tap()
    expect(page.locator("input.fig[name=value-1]")).to_have_value("−2")
    page.locator('[data-to="value-1"][data-add="1"]').tap()
    expect(page.locator("input.fig[name=value-1]")).to_have_value("−1")


@pytest.mark.thorough
@pytest.mark.parametrize("screen", ["tablet", "phone"])
def test_every_screen_of_the_end_is_accessible_and_fits(
    screens: Screens, screen: str, fits: Callable[[Page, str], None]
) -> None:
    club = a_club()
    user = a_member(club, Role.SCOREKEEPER)
    players = some_players(club, 5, NAMES)
    fresh = ledger.start(club, DOGS_OF_WAR.key, players, Options())
    open_war = a_war(club, players, TALLIES[:2])
    over = a_war(club, players, [*TALLIES, Tally(4, 3, {"Mallory": 2}, "Harlow", 0, 0, 0)])
    page = at_the_table(screens, user, f"/m/{fresh.pk}/table/?end=only", screen)
    for path in (
        f"{fresh.pk}/table/?end=only",
        f"{fresh.pk}/table/only-the-end/",
        f"{open_war.pk}/table/",
        f"{open_war.pk}/table/?seat=2",
        f"{open_war.pk}/correct/1/",
        f"{over.pk}/table/",
        f"{over.pk}/",
        f"{over.pk}/cell/1/1/",
        f"{over.pk}/correct/1/?seat=1",
        f"{over.pk}/correct/1/?values=1",
    ):
        page.set_viewport_size(SCREENS[screen]["viewport"])
        page.goto(f"/m/{path}")
        name = f"{path.split('/', 1)[1]} {screen}"
        assert axe_in_both_themes(page) == [], name
        fits(page, name)
        if screen == "tablet":
            page.set_viewport_size(SCREENS["wide tablet"]["viewport"])
            assert axe(page, without=OF_COLOURS) == [], name
            fits(page, f"wide {name}")


@pytest.fixture
def fits() -> Callable[[Page, str], None]:
    """Assert that entry pages fit a tablet's screen, and that their keys are at least 56 px high."""

    def look(page: Page, name: str) -> None:
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), name
        if page.locator("main.tally-entry").count():
            small = "[...document.querySelectorAll('.tally-entry .num')].filter(each => each.offsetHeight < 56).length"
            assert page.evaluate(small) == 0, name
            if "phone" not in name:
                assert page.evaluate("document.documentElement.scrollHeight <= innerHeight"), name

    return look
