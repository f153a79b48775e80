"""Dirty Dog without the server: the tablet computes The Rule, the plan, points and totals itself."""

from collections.abc import Callable, Mapping
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from scoring.base import replay
from scoring.dirty_dog import DIRTY_DOG, Bids, DirtyDogSheet, Options, Tricks
from scoring.records import to_record
from tests.browser.outbox import outbox
from tests.browser.taps import Tapping
from tests.screens import Screens
from tests.server import Server, until

pytestmark = [pytest.mark.thorough, pytest.mark.needs("chromium")]
PLAN = (1, 2, 3, 4, 5, 5, 4, 3, 2, 1)
NAMES = [
    "Bartholomew Featherstonehaugh-Cholmondel",
    "Bea Marlowe",
    "Wilhelmina Featherstonehaugh-Oyelaran II",
]
SEATED = """
from django.test import Client
from clubs.models import Role
from tests import factory
club = factory.a_club(recap_page=True)
match = factory.a_match(club, factory.some_players(club, 3, %r), hands=0, plan=%r)
client = Client()
client.force_login(factory.a_member(club, Role.SCOREKEEPER))
print(match.pk, client.cookies["sessionid"].value)
"""
AGAIN = "from games.models import Entry; print(Entry.objects.filter(revision__gt=1).count())"
BOLD, GREEDY = 1, 2  # the seat that bids all cards, and the one that takes all tricks


@pytest.fixture
def sheet() -> DirtyDogSheet:
    """The engine's empty sheet of the match, to compare with."""
    sheet: DirtyDogSheet = replay(DIRTY_DOG, 3, Options(plan=PLAN), [])
    return sheet


def bids_of(sheet: DirtyDogSheet) -> dict[int, int]:
    """The bids of a hand: BOLD bids all cards, the others 0; the dealer is one off where The Rule bars that."""
    bids = {seat: sheet.cards if seat == BOLD else 0 for seat in sheet.order}
    if sum(bids.values()) == sheet.cards:
        bids[sheet.dealer] += -1 if bids[sheet.dealer] else 1
    return bids


def tricks_of(sheet: DirtyDogSheet) -> dict[int, int]:
    """The tricks of a hand: GREEDY takes all."""
    return {seat: sheet.cards if seat == GREEDY else 0 for seat in sheet.order}


def missed(bids: Mapping[int, int], tricks: Mapping[int, int]) -> list[tuple[int, int]]:
    """The seats that did not take what they bid, as (seat, tricks)."""
    return [(seat, took) for seat, took in tricks.items() if took != bids[seat]]


def totals_on(page: Page) -> list[str]:
    return [text.replace("\u2212", "-") for text in page.locator(".tt .fig").all_inner_texts()]


def shows(page: Page, sheet: DirtyDogSheet) -> None:
    """Assert that the page shows the last scored hand as the engine computes it: number, totals, leaders and bottom."""
    line = sheet.lines[-1]
    expect(page.locator("#main[data-what=result]")).to_be_visible()
    expect(page.locator("h1")).to_contain_text(f"Hand {line.hand} ")
    assert [int(text.split()[0]) for text in totals_on(page)] == list(line.totals.values())
    for seat, mark in enumerate(page.locator(".tt .fig").all()):
        held = "mark-top" if seat in line.leaders else "mark-low" if seat in line.bottom else ""
        assert held in (mark.get_attribute("class") or "")


def test_a_whole_match_without_the_server(
    server: Server, make_screens: Callable[[str], Screens], sheet: DirtyDogSheet
) -> None:
    match, session = server.manage("shell", "--verbosity=0", "-c", SEATED % (NAMES, PLAN)).stdout.split()[-2:]
    screens = make_screens(server.url)
    page = screens.open("tablet")
    page.context.add_cookies([{"name": "sessionid", "value": session, "url": server.url}])
    page.goto(f"/m/{match}/table/?hand=1")
    expect(page.locator("#main[data-what=bids]")).to_be_visible()
    until(lambda: bool(page.evaluate(outbox("Boolean(table.extras.pages)"))))  # loaded after the page
    server.kill()
    thumb, entries = Tapping(page), []
    for hand, cards in enumerate(PLAN, start=1):
        expect(page.locator(".hand h1")).to_contain_text(f"{hand}Hand {hand} of 10 hands{cards} card")
        bids = bids_of(sheet)
        rows = [int(row.get_attribute("data-seat") or "") for row in page.locator(".seat").all()]
        assert rows == list(sheet.order)
        the_rule_holds(thumb, sheet, bids)
        sheet, tricks = DIRTY_DOG.play(sheet, Bids(bids)), tricks_of(sheet)
        if hand == 4:
            think_again(thumb, bids)
        thumb.tricks(missed(bids, tricks))
        sheet = DIRTY_DOG.play(sheet, Tricks(tricks))
        shows(page, sheet)
        entries += [Bids(bids), Tricks(tricks)]
        if hand == 5:
            score_again(thumb, sheet)
        if hand < len(PLAN):
            thumb.next_hand()
    expect(page.locator("main")).to_contain_text("All hands are entered.")
    expect(page.locator("body")).to_contain_text("20 entries to send")
    server.start()
    page.evaluate("dispatchEvent(new Event('online'))")
    expect(page.locator("h1")).to_have_text("Hand 10 scored")
    shows(page, sheet)
    expected: Any = to_record(DIRTY_DOG, NAMES, 3, Options(plan=PLAN), entries)
    record = page.request.get(f"/m/{match}/record.json").json()
    assert record["rounds"] == expected["rounds"]
    assert server.manage("shell", "--verbosity=0", "-c", AGAIN).stdout.split()[-1] == "0"


def the_rule_holds(thumb: Tapping, sheet: DirtyDogSheet, bids: Mapping[int, int]) -> None:
    """Enter the bids, and assert that the barred bid is struck out before the dealer bids."""
    *others, dealer = sheet.order
    for seat in others:
        thumb.number(seat, bids[seat])
    left = sheet.cards - sum(bids[seat] for seat in others)
    barred = thumb.page.locator(f"#seat-{dealer} .num.is-barred")
    if 0 <= left <= sheet.cards:
        expect(barred).to_have_text(str(left))
        expect(thumb.page.locator(f"#reason-{dealer}")).to_contain_text("The Rule: ")
    else:
        expect(barred).to_have_count(0)
    thumb.number(dealer, bids[dealer])
    expect(thumb.page.locator("#main[data-what=tricks]")).to_be_visible()


def think_again(thumb: Tapping, bids: Mapping[int, int]) -> None:
    """Undo unsent bids: all but the last one are on the page again."""
    thumb.tap("#back")
    expect(thumb.page.locator("#main[data-what=bids]")).to_be_visible()
    expect(thumb.page.locator("#go")).to_have_text("1 bid to go")
    seat, bid = list(bids.items())[-1]
    thumb.number(seat, bid)
    expect(thumb.page.locator("#main[data-what=tricks]")).to_be_visible()


def score_again(thumb: Tapping, sheet: DirtyDogSheet) -> None:
    """Undo unsent tricks; a link that needs the server shows a message instead."""
    page = thumb.page
    thumb.tap("#back")
    expect(page.locator("#main[data-what=tricks]")).to_be_visible()
    thumb.tap(".more summary")
    thumb.tap(".more a")
    expect(page.locator(".says")).to_contain_text("You are offline")
    thumb.tap("#go.btn-main")
    shows(page, sheet)
