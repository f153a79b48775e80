"""Actions while the server is away: each has its own form, and is queued like other entries."""

import json
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from scoring.base import replay
from scoring.dirty_dog import DIRTY_DOG, Bids, DirtyDogSheet, Options, TiebreakHand, Tricks
from scoring.dirty_dog.entries import Adjust, Join, Leave, Redeal
from scoring.dogs_of_war import Betrayal, Contest, Gain, Year
from scoring.records import entry_to_json
from scoring.top_dog import Round
from tests.browser.origins import wait_until_loaded
from tests.browser.outbox import outbox
from tests.browser.taps import Tapping
from tests.browser.test_dirty_dog_offline import bids_of, missed, totals_on, tricks_of
from tests.browser.test_games_offline import HANDS, entries, on_line, tap, top_dog
from tests.games.dogs_of_war import years
from tests.screens import Screens, axe
from tests.server import Server, until

pytestmark = pytest.mark.needs("chromium")
# The forms are those of the page's version, and their style sheet, which is loaded last, is there.
IS_FRESH = outbox("""String(table.extras.arrivals?.version) === document.querySelector("#outbox").dataset.version
  && Boolean(document.querySelector('link[href*="/asides."]')?.sheet)""")
PLAN = (1, 2, 3)
GONE = "from clubs.models import Player; Player.objects.filter(name='%s').delete()"
SEATED = """
import json
from django.test import Client
from games import ledger
from clubs.models import Player, Role
from scoring import dirty_dog, dogs_of_war, top_dog
from tests import factory
from tests.games.dogs_of_war import tallying, years
club = factory.a_club()
players = factory.some_players(club, 4, ("Maximiliana Bartholomew-Cholmondeley III", "Otto Pym", "דבורה לב", "Bo"))
for name in ("Gus Fisk", "Ines Roux", "Percy Abara"):
    Player.objects.create(club=club, name=name)
dogs = "dirty-dog"
names = ("void", "comings", "refused", "let go", "penalty")
found = {name: ledger.start(club, dogs, players[:3], dirty_dog.Options(plan=%r)) for name in names}
found["tie"] = factory.write(ledger.start(club, dogs, players, dirty_dog.Options(plan=(2,))), [
    dirty_dog.Bids({1: 1, 2: 1, 3: 0, 0: 1}), dirty_dog.Tricks({1: 1, 2: 1, 3: 0, 0: 0}),
])
found["top"] = ledger.start(club, "top-dog", players, top_dog.Options())
found["war"] = ledger.start(club, "dogs-of-war", players, dogs_of_war.Options(houses=years.HOUSES))
tallying.written(found["war"], [years.FIRST, years.SECOND, years.PAIRS])
client = Client()
client.force_login(factory.a_member(club, Role.SCOREKEEPER))
keys = {name: str(match.pk) for name, match in found.items()}
print(json.dumps({"session": client.cookies["sessionid"].value, **keys}))
"""


YEAR = Year(
    (
        Contest(("Talbot", "Tornborn"), 15, {"Talbot": {0: 2}}),
        Contest(("Hackett", "Mallory"), -15, {"Mallory": {1: 3}}),
        Contest(("Bastiani", "Harlow"), 15, {"Bastiani": {2: 1}}),
    ),
    first_player=2,
    gained={1: 2},
)


@pytest.fixture(scope="module")
def seated(shared_server: Server) -> dict[str, Any]:
    done = shared_server.manage("shell", "--verbosity=0", "-c", SEATED % (PLAN,))
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return found


@pytest.fixture
def open_table(
    shared_server: Server, make_screens: Callable[[str], Screens], seated: dict[str, Any]
) -> Callable[..., Page]:
    """A function that opens the table of a game once its offline data is current."""
    screens = make_screens(shared_server.url)

    def opened(game: str, query: str = "") -> Page:
        page = screens.open("tablet", service_workers="block")
        page.context.add_cookies([{"name": "sessionid", "value": seated["session"], "url": shared_server.url}])
        page.goto(f"/m/{seated[game]}/table/{query}")
        wait_until_loaded(page)
        until(lambda: bool(page.evaluate(IS_FRESH)))
        return page

    return opened


@contextmanager
def without(shared_server: Server) -> Iterator[None]:
    """Kill the server while the context is open, and start it again afterwards."""
    shared_server.kill(signal.SIGKILL)
    try:
        yield
    finally:
        shared_server.start()


def ask(page: Page, label: str) -> None:
    """Open the form of the action with this label."""
    tap(page, ".more summary")
    page.locator(".more a", has_text=label).tap()
    expect(page.locator("#aside")).to_be_visible()


def choose(page: Page, field: str, name: str) -> None:
    page.locator(f"#aside .tap:has([name={field}])", has_text=name).tap()


def write_down(page: Page, words: str) -> None:
    """Save the action's form, and assert that the list of entries contains the words."""
    page.locator("#aside .btn-main").tap()
    expect(page.locator("#aside")).to_be_hidden()
    expect(page.locator("#entries ol").first).to_contain_text(words)


def back_again(page: Page, shared_server: Server, match: str, expected: list[Any]) -> None:
    """Tell the page that the network is back, and assert that the server has exactly the expected entries."""
    page.evaluate("dispatchEvent(new Event('online'))")
    until(lambda: len(entries(shared_server, match)) == len(expected))
    expect(page.locator("#waiting")).to_be_hidden()
    found = entries(shared_server, match)
    assert [row[:2] for row in found] == [[at, 1] for at in range(1, len(expected) + 1)]
    assert [row[2] for row in found] == [entry_to_json(entry) for entry in expected]


@pytest.mark.thorough
def test_a_void_hand_is_dealt_again_without_a_server(
    shared_server: Server, seated: dict[str, Any], open_table: Any
) -> None:
    sheet: DirtyDogSheet = replay(DIRTY_DOG, 3, Options(plan=PLAN), [])
    page = open_table("void", "?hand=1")
    thumb, bids, tricks = Tapping(page), Bids(bids_of(sheet)), Tricks(tricks_of(sheet))
    with without(shared_server):
        tap(page, ".more summary")
        expect(page.locator(".more a", has_text="Redeal")).to_have_count(1)
        tap(page, ".more summary")
        thumb.bids(bids.bids)
        ask(page, "Redeal this hand")
        assert axe(page) == []
        page.locator("#aside [name=note]").fill("A card too many")
        write_down(page, "Hand void, dealt again")
        expect(page.locator("#main[data-what=bids]")).to_be_visible()
        expect(page.locator(".hand h1")).to_contain_text("1Hand 1 of 3 hands1 card")
        expect(page.locator("#back")).to_have_text("Undo: hand void, dealt again")
        thumb.bids(bids.bids)
        thumb.tricks(missed(bids.bids, tricks.tricks))
        expect(page.locator("#waiting")).to_contain_text("4 entries to send")
    back_again(page, shared_server, seated["void"], [bids, Redeal(), bids, tricks])


@pytest.mark.thorough
def test_a_penalty_is_given_without_a_server(shared_server: Server, seated: dict[str, Any], open_table: Any) -> None:
    sheet: DirtyDogSheet = replay(DIRTY_DOG, 3, Options(plan=PLAN), [])
    page, penalty = open_table("penalty", "?hand=1"), Adjust({1: -5}, "dealt eight cards")

    def give() -> None:
        ask(page, "Bonus or penalty")
        choose(page, "seat", "Otto")
        choose(page, "sign", "Penalty")
        page.locator("#aside [name=points]").fill("5")
        page.locator("#aside [name=note]").fill("dealt eight cards")
        assert axe(page) == []
        write_down(page, "Points by hand: Otto")
        expect(page.locator(".recap")).to_contain_text("By hand: Otto −5 (dealt eight cards).")

    with without(shared_server):
        made = a_hand(page, sheet)
        give()
        page.locator("#back").tap()
        expect(page.locator("#main[data-what=bids]")).to_be_visible()
        made += a_hand(page, play(sheet, made))
        give()
        Tapping(page).next_hand()
        forgotten(page)
        made = [*made[:2], Adjust({0: 3}, "baked the cake"), *made[2:], penalty]
        made += a_hand(page, play(sheet, made))
    page.evaluate("dispatchEvent(new Event('online'))")
    stands = [entry_to_json(entry) for entry in made]
    until(lambda: [*{row[0]: row[2] for row in entries(shared_server, seated["penalty"])}.values()] == stands)
    expect(page.locator("#waiting")).to_be_hidden()


def forgotten(page: Page) -> None:
    """Give a bonus for the first hand, after the second."""
    ask(page, "Bonus or penalty")
    hands = page.locator("#aside [name=hand]")
    assert hands.locator("option").all_inner_texts() == ["2", "1"]
    hands.select_option("1")
    choose(page, "seat", "Maximiliana")
    choose(page, "sign", "Bonus")
    page.locator("#aside [name=points]").fill("3")
    page.locator("#aside [name=note]").fill("baked the cake")
    write_down(page, "Points by hand: Maximiliana")
    expect(page.locator("#back")).to_have_text("Nothing to undo")


TOTALS = """[...document.querySelectorAll(".seat")].map(row => [row.dataset.seat,
  row.querySelector(".total .fig").textContent.match(/[−\\d]+/)[0]])"""


def a_hand(page: Page, sheet: DirtyDogSheet) -> list[Any]:
    """Enter a hand, check the totals shown against the engine's, and return its two entries."""
    thumb, bids, tricks = Tapping(page), Bids(bids_of(sheet)), Tricks(tricks_of(sheet))
    thumb.bids(bids.bids)
    thumb.tricks(missed(bids.bids, tricks.tricks))
    line = play(sheet, [bids, tricks]).lines[-1]
    if page.locator(".seat").count():
        shown = {int(seat): int(total.replace("−", "-")) for seat, total in page.evaluate(TOTALS)}
        assert shown == {seat: line.totals[seat] for seat in shown}
    else:
        seats = [seat for seat in sheet.seating_order if seat in sheet.active_seats]
        assert [int(text.split()[0]) for text in totals_on(page)] == [line.totals[seat] for seat in seats]
    return [bids, tricks]


def play(sheet: DirtyDogSheet, made: list[Any]) -> DirtyDogSheet:
    for entry in made:
        sheet = DIRTY_DOG.play(sheet, entry)
    return sheet


def in_order(page: Page, sheet: DirtyDogSheet) -> None:
    """Assert that the rows are in the sheet's bidding order."""
    expect(page.locator(".seat")).to_have_count(len(sheet.order))
    rows = [int(row.get_attribute("data-seat") or "") for row in page.locator(".seat").all()]
    assert rows == list(sheet.order)


@pytest.mark.thorough
def test_who_comes_and_who_goes_is_dealt_to_without_a_server(
    shared_server: Server, seated: dict[str, Any], open_table: Any
) -> None:
    start: DirtyDogSheet = replay(DIRTY_DOG, 3, Options(plan=PLAN), [])
    page = open_table("comings", "?hand=1")
    made: list[Any] = [Join(3, after=1)]
    with without(shared_server):
        ask(page, "A late arrival")
        choose(page, "who", "Gus Fisk")
        choose(page, "after", "Otto")
        write_down(page, "Gus arrives")
        in_order(page, play(start, made))
        made += a_hand(page, play(start, made))
        Tapping(page).next_hand()
        bids = bids_of(play(start, made))
        Tapping(page).bids(bids)
        ask(page, "An early leaver")
        choose(page, "seat", "Otto")
        write_down(page, "Otto leaves")
        made += [Bids(bids), Leave(1)]
        in_order(page, play(start, made))
        made += a_hand(page, play(start, made))
        expect(page.locator("#waiting")).to_contain_text("7 entries to send")
    back_again(page, shared_server, seated["comings"], made)


@pytest.mark.thorough
def test_a_tie_is_broken_without_a_server(shared_server: Server, seated: dict[str, Any], open_table: Any) -> None:
    page, before = open_table("tie"), [Bids({0: 1, 1: 1, 2: 1, 3: 0}), Tricks({0: 0, 1: 1, 2: 1, 3: 0})]
    with without(shared_server):
        tap(page, "#go")
        expect(page.locator("#aside h2")).to_have_text("Tie-break hand for Otto and \u2068דבורה\u2069")
        assert axe(page) == []
        for seat, (bid, took) in {1: (1, 2), 2: (2, 2), 3: (0, 0), 0: (2, 1)}.items():
            page.locator(f"#aside [name=bid-{seat}]").fill(str(bid))
            page.locator(f"#aside [name=took-{seat}]").fill(str(took))
        page.locator("#aside .btn-main").tap()
        assert page.locator("#aside input:invalid").count() == 1  # The Rule: five bid, five cards
        page.locator("#aside [name=bid-0]").fill("1")
        write_down(page, "Tie-break hand")
        expect(page.locator("#waiting")).to_contain_text("1 entry to send")
    hand = TiebreakHand({0: 1, 1: 1, 2: 2, 3: 0}, {0: 1, 1: 2, 2: 2, 3: 0})
    back_again(page, shared_server, seated["tie"], [*before, hand])


@pytest.mark.thorough
def test_a_round_that_got_stuck_stands_between_two_others(
    shared_server: Server, seated: dict[str, Any], open_table: Any
) -> None:
    page = open_table("top")
    with without(shared_server):
        tap(page, f"label[for=won-0-{HANDS[0][0]}]")
        expect(page.locator("#main[data-what=ahead]")).to_be_visible()
        top_dog(page, 0)
        on_line(page, 2)
        ask(page, "A round is stuck")
        for seat, won in enumerate((4, 3, 2, 2)):
            page.locator(f"#aside [name=won-{seat}]").fill(str(won))
        page.locator("#aside [name=why]").fill("The same tie for ever")
        write_down(page, "A round that got stuck")
        on_line(page, 3)
        top_dog(page, 1)
        expect(page.locator("#waiting")).to_contain_text("3 entries to send")
    rounds = [dict(enumerate((*hands, 13 - sum(hands)))) for hands in HANDS[:2]]
    stuck = Round({0: 4, 1: 3, 2: 2, 3: 2}, note="The same tie for ever")
    back_again(page, shared_server, seated["top"], [Round(rounds[0]), stuck, Round(rounds[1])])


def a_battle(page: Page, at: int, battle: Contest) -> None:
    page.locator(f"label[for=battle-{at}]").tap()
    for side, house in enumerate(battle.houses):
        for seat, count in battle.captains.get(house, {}).items():
            page.locator(f"#entry [name=cap-{at}-{side}-{seat}]").fill(str(count))
    tap(page, f"[data-to=tracker-{at}][data-set='{battle.tracker}']")


@pytest.mark.thorough
def test_what_happens_in_a_year_goes_before_it(shared_server: Server, seated: dict[str, Any], open_table: Any) -> None:
    page = open_table("war")
    with without(shared_server):
        ask(page, "Extra captain")
        choose(page, "seat", "Otto")
        choose(page, "captains", "2")
        write_down(page, "Extra captain: Otto, 2")
        expect(page.locator("#main[data-what=ahead]")).to_be_visible()
        ask(page, "Betrayal was played")
        choose(page, "seat", "Bo")
        choose(page, "battle", "2")
        write_down(page, "Betrayal: Bo, 2: Hackett against Mallory")
        for at, battle in enumerate(YEAR.battles):
            a_battle(page, at, battle)
        tap(page, "#go.btn-main")
        expect(page.locator("#waiting")).to_contain_text("3 entries to send")
        tap(page, ".more summary")
        page.locator(".more a", has_text="Extra captain").tap()
        expect(page.locator("#main")).to_contain_text("That needs a connection.")
    before = [years.FIRST, years.SECOND, years.PAIRS]
    back_again(page, shared_server, seated["war"], [*before, Gain(1, 2), Betrayal(1, 3), YEAR])


@pytest.mark.thorough
def test_what_the_server_refuses_is_put_right_in_its_place(
    shared_server: Server, seated: dict[str, Any], open_table: Any
) -> None:
    page = open_table("refused", "?hand=1")
    with without(shared_server):
        ask(page, "A late arrival")
        choose(page, "who", "Ines")
        write_down(page, "Ines arrives")
        shared_server.manage("shell", "--verbosity=0", "-c", GONE % "Ines Roux")
    page.evaluate("dispatchEvent(new Event('online'))")
    expect(page.locator("h1")).to_have_text("A late arrival was not saved")
    assert axe(page) == []
    tap(page, "[data-right]")
    choose(page, "who", "Gus Fisk")
    page.locator("#aside .btn-main").tap()  # sent at once, so "to send" is not visible long enough to check
    back_again(page, shared_server, seated["refused"], [Join(3, after=2)])


@pytest.mark.thorough
def test_what_the_server_refuses_may_be_let_go(shared_server: Server, seated: dict[str, Any], open_table: Any) -> None:
    page = open_table("let go", "?hand=1")
    with without(shared_server):
        ask(page, "A late arrival")
        choose(page, "who", "Percy")
        write_down(page, "Percy arrives")  # next to the dealer; only the server decides who deals next
        expect(page.locator(".says")).to_contain_text("Kept on this tablet.")
        tap(page, ".more summary")
        page.locator(".more a", has_text="An early leaver").tap()
        with page.expect_event("requestfailed", lambda request: request.method == "POST"):
            page.evaluate("dispatchEvent(new Event('online'))")
        expect(page.locator(".says")).to_contain_text("That needs a connection.")
        expect(page.locator("#aside")).to_be_hidden()
        shared_server.manage("shell", "--verbosity=0", "-c", GONE % "Percy Abara")
    page.evaluate("dispatchEvent(new Event('online'))")
    tap(page, "[data-let]")
    expect(page.locator(".seat")).to_have_count(3)
    expect(page.locator("#waiting")).to_be_hidden()
    assert entries(shared_server, seated["let go"]) == []
