"""Four years of Dogs of War by taps, from the new match to the tally, on each screen size."""

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from clubs.models import Role, User
from games import ledger
from games.models import Match
from scoring.dogs_of_war import DOGS_OF_WAR, Options
from scoring.records import score
from tests import factory
from tests.browser.taps import Tapping, at_the_table
from tests.browser.test_dogs_of_war_tally import KEPT
from tests.browser.test_table_screens import OVERFLOW
from tests.games.dogs_of_war import years
from tests.games.dogs_of_war.tallying import TALLIES, written
from tests.screens import Screens, axe
from tests.server import until

pytestmark = [pytest.mark.variants, pytest.mark.needs("chromium"), pytest.mark.django_db(transaction=True)]
NAMES = (
    "Maximiliana Bartholomew-Cholmondeley the Third",
    "דבורה לב",
    "🐶 Gus 🦴",
    "Wilhelmina Featherstonehaugh-Oyelaran",
    "Otto Pym",
)
SAME_SPOT = 400  # milliseconds: two taps on one spot within this time count as one


@pytest.fixture
def keeper() -> User:
    club = factory.a_club()
    factory.some_players(club, 5, NAMES)
    return factory.a_member(club, Role.SCOREKEEPER)


def a_war(keeper: User, *entries: Any, players: int = 5, variants: tuple[str, ...] = ()) -> Match:
    club = keeper.memberships.get().club
    seated = list(club.players.order_by("pk"))[:players]
    match = ledger.start(club, DOGS_OF_WAR.key, seated, Options(variants))
    return written(match, entries) if entries else match


class War(Tapping):
    """Taps on the pages of a match of Dogs of War."""

    def sit_down(self, players: int) -> None:
        for number in range(players):
            box = self.page.locator("[name=player]").nth(number)
            self.page.locator(f"label[for={box.get_attribute('id')}]").tap()
            expect(self.page.locator("[data-seat]")).to_have_count(number + 1)
        self.page.locator("button[value=deal]").tap()
        expect(self.page.locator("main.warpairs")).to_be_visible()

    def pairs(self, *houses: str) -> None:
        """Choose the first four houses; the last two are paired automatically."""
        for house in houses:
            self.tap(f".pick6 .num:has-text('{house}')")
            expect(self.page.locator(".battles .is-on", has_text=house)).to_be_visible()
        expect(self.page.locator(".battles .is-auto")).to_have_count(2)
        self.tap("#go.btn-main")
        expect(self.page.locator(".battle.is-now")).to_be_visible()

    def captain(self, seat: int, side: int, battle: int, count: int = 1) -> None:
        for number in range(count):
            field = f"cap-{battle}-{side}-{seat}"
            self.tap(f"[data-to={field}][data-add='1']")
            expect(self.page.locator(f"#entry input[name={field}]")).to_have_value(str(number + 1))

    def push(self, battle: int, *steps: int) -> None:
        """Tap the tracker's keys: positive values move it to the left, ±15 sets it to that end."""
        for step in steps:
            key = f"data-set='{step}'" if abs(step) == 15 else f"data-add='{step}'"
            self.tap(f"[data-to=tracker-{battle}][{key}]")

    def go(self) -> None:
        self.page.wait_for_timeout(SAME_SPOT)
        self.tap("#go.btn-main")


@pytest.mark.thorough
def test_a_whole_war_by_taps_is_what_its_record_says(screens: Screens, keeper: User) -> None:
    page = at_the_table(screens, keeper, f"/c/kennel/matches/new/?game={DOGS_OF_WAR.key}")
    war = War(page)
    war.sit_down(3)
    match = page.url.split("table/")[0]
    for year in (1, 2, 3, 4):
        expect(page.locator("h1")).to_contain_text(f"Year {year} of 4 years")
        war.pairs("Talbot", "Harlow", "Mallory", "Hackett")
        final_year(war) if year != 2 else year_by_plays(war)
    expect(page.locator("#main .turns")).to_be_visible()
    page.goto(match)
    sheet = score(json.loads(page.request.get(f"{match}record.json").body()))
    assert [line["number"] for line in sheet["rounds"]] == [1, 2, 3, 4]
    assert sheet["needs"][0]["what"] == "final-tally"
    for line, row in zip(sheet["rounds"], page.locator(".warsheet tbody tr").all(), strict=True):
        shown = [int(re.sub(r"\D", "", text)) for text in row.locator(".mark").all_inner_texts()]
        assert shown == list(line["totals"].values())
    values = page.locator(".houses tbody .val").all_inner_texts()
    assert [int(text.replace("−", "-")) for text in values] == list(sheet["house_values"].values())


def final_year(war: War) -> None:
    """Enter a year by the battles' results: won by 6 on the left, glorious victory on the right, both defeated."""
    war.captain(0, 0, 0)
    war.captain(1, 1, 0)
    war.push(0, 5, 1)
    expect(war.page.locator(".battle.is-now .says")).to_contain_text("Talbot wins by 6.")
    war.go()
    expect(war.page.locator(".battle.is-now .says")).to_contain_text("Not fought yet.")
    war.captain(2, 1, 1)
    war.captain(0, 0, 1)
    war.push(1, -15)
    expect(war.page.locator(".battle.is-now .says")).to_contain_text("Hackett wins a glorious victory.")
    war.go()
    expect(war.page.locator("#battle-2")).to_be_checked()
    war.captain(1, 0, 2)
    expect(war.page.locator(".battle.is-now .says")).to_contain_text("Both defeated.")
    war.tap("label[for=passed-1]")
    expect(war.page.locator("#passed-1")).to_be_checked()
    war.go()
    expect(war.page.locator("#back")).to_contain_text("over")


def year_by_plays(war: War) -> None:
    """Enter a year play by play: four plays and three passes."""
    page = war.page
    page.get_by_text("play by play").tap()
    expect(page.locator("main.warlive")).to_be_visible()
    for play in range(4):  # the next player is preselected: one tap for each play
        page.wait_for_timeout(SAME_SPOT)
        seat = page.locator("[name=who]:checked").get_attribute("value")
        side = 1 if seat == "0" else 0
        war.tap(f".soldiers:nth-of-type({side + 1}) .num[value='{side}:knight']")
        expect(page.locator(".log li")).to_have_count(play + 1)
    for number in (0, 1, 2):
        page.wait_for_timeout(SAME_SPOT)
        war.tap(f"label[for=who-{number}]")
        expect(page.locator(f"#who-{number}")).to_be_checked()
        war.tap("[name=pass]")
        expect(page.locator(".who4 .is-out")).to_have_count(number + 1)
    war.go()
    expect(page.locator("main.warpairs")).to_be_visible()


@pytest.mark.thorough
def test_a_year_that_begins_is_heard_and_a_reload_leaves_the_focus_there(screens: Screens, keeper: User) -> None:
    match = a_war(keeper, players=3)
    page = at_the_table(screens, keeper, f"/m/{match.pk}/table/")
    for house in ("Talbot", "Mallory", "Bastiani", "Hackett"):
        page.locator(f".pick6 .num:has-text('{house}')").press("Enter")
        expect(page.locator(".battles .is-on", has_text=house)).to_be_visible()
    page.locator("#go.btn-main").press("Enter")
    expect(page.locator("#said")).to_contain_text("Captains and tracker of battle 1")
    expect(page.locator("#main h1")).to_be_focused()
    more = page.locator("[data-add='1'][data-to^=cap]").nth(1)
    assert re.match("Captains of .+ for .+: 1 more", more.get_attribute("aria-label") or "")
    more.focus()
    page.reload()
    expect(more).to_be_focused()


def test_any_value_of_the_tracker_is_at_most_four_taps_away(screens: Screens, keeper: User) -> None:
    match = a_war(keeper, years.PAIRS, players=3)
    page = at_the_table(screens, keeper, f"/m/{match.pk}/table/")
    war = War(page)
    assert all(len(shortest(value)) <= 4 for value in range(16))
    for value in (7, 13, 14):
        steps = shortest(value)
        war.push(0, *steps)
        expect(page.locator(".push .track")).to_have_text(f"{value}for Talbot")
        for _ in steps:
            page.wait_for_timeout(SAME_SPOT)
            page.locator("#back").tap()
        expect(page.locator(".push .track")).to_have_text("0level")


def shortest(value: int) -> list[int]:
    """The fewest keys that move the tracker from 0 to this value."""
    ways: list[list[int]] = [[]]
    while True:
        for way in ways:
            at = 0
            for step in way:
                at = step if abs(step) == 15 else max(-15, min(15, at + step))
            if at == value:
                return way
        ways = [[*way, step] for way in ways for step in (15, 5, 1, -1, -5)]


def test_half_a_battle_survives_a_reload_and_the_other_battles_too(screens: Screens, keeper: User) -> None:
    match = a_war(keeper, years.PAIRS)
    page = at_the_table(screens, keeper, f"/m/{match.pk}/table/")
    war = War(page)
    war.captain(4, 0, 0, 2)
    war.push(0, 5, 5)
    expect(page.locator(".battle.is-now .says")).to_contain_text("Talbot wins by 10.")
    war.tap("label[for=battle-2]")
    expect(page.locator("#battle-2")).to_be_checked()
    war.captain(4, 1, 2)
    until(lambda: "cap-2-1-4=1" in str(page.evaluate(KEPT)))
    page.reload()
    expect(page.locator("#battle-2")).to_be_checked()
    expect(page.locator("#entry input[name=cap-2-1-4]")).to_have_value("1")
    expect(page.locator(".battle").first).to_contain_text("Talbot wins by 10.")
    page.locator("#back").tap()
    expect(page.locator("#entry input[name=cap-2-1-4]")).to_have_value("0")
    assert match.entries.count() == 1


def test_plus_goes_grey_when_nobody_is_left_and_both_sides_are_betrayal(screens: Screens, keeper: User) -> None:
    match = a_war(keeper, years.PAIRS)
    page = at_the_table(screens, keeper, f"/m/{match.pk}/table/")
    war = War(page)
    war.captain(0, 0, 0)
    war.captain(0, 1, 0)
    expect(page.locator(".cap").nth(0)).to_contain_text("both sides: Betrayal")
    war.captain(1, 1, 0, 3)
    expect(page.locator("[data-to=cap-0-1-1][data-add='1']")).to_have_attribute("aria-disabled", "true")
    expect(page.locator(".cap").nth(1)).to_contain_text("none left of 3")


OPEN = {
    "pairs": (years.FIRST, years.SECOND),
    "year": (years.FIRST, years.SECOND, years.PAIRS, *years.BATTLES),
    "plays": (years.FIRST, years.SECOND, years.PAIRS, *years.PLAYS),
}


def test_the_match_page_of_a_war_that_is_over_reads_well(screens: Screens, keeper: User) -> None:
    entries = (years.FIRST, years.SECOND, *years.THIRD, years.FOURTH, *TALLIES)
    match = a_war(keeper, *entries, players=4)
    page = at_the_table(screens, keeper, f"/m/{match.pk}/")
    expect(page.locator(".yr")).to_have_count(4)
    assert axe(page) == []


def test_the_new_match_page_asks_for_variants_and_houses(screens: Screens, keeper: User) -> None:
    page: Page = at_the_table(screens, keeper, f"/c/kennel/matches/new/?game={DOGS_OF_WAR.key}", "phone")
    assert axe(page) == []
    assert page.evaluate(OVERFLOW)[0] <= 0


@pytest.mark.thorough
def test_a_year_can_be_written_without_a_script(screens: Screens, keeper: User) -> None:
    match = a_war(keeper, players=3)
    page = at_the_table(screens, keeper, f"/m/{match.pk}/table/", java_script_enabled=False)
    one_more = "[data-to=cap-0-0-1][data-add='1']"
    one_less = "[data-to=cap-0-0-1][data-add='-1']"
    houses = [f".pick6 .num:has-text('{house}')" for house in ("Talbot", "Harlow", "Mallory", "Hackett")]
    for key in (*houses, "#go.btn-main", one_more, one_more, "[data-set='-15']", one_less):
        with page.expect_navigation():  # each key loads a new page
            page.locator(key).tap()
    expect(page.locator(".battle.is-now .says")).to_contain_text("Harlow wins a glorious victory.")
    page.locator("#go.btn-main").tap()
    expect(page.locator("#back")).to_contain_text("battle 1")
    entry = match.entries.latest("number")
    assert entry.payload == {"battle": 0, "tracker": -15, "captains": {"Talbot": {"1": 1}}}
