"""The wall of a club shows its tables in turn, and hides its controls while they are not used."""

import random
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from clubs.models import Club, Role, SpectatorLink
from games import ledger
from games.entries.match_state import load
from games.models import Match
from games.registry import TABLE_GAMES
from scoring.dirty_dog import Bids, Options, Tricks
from tests.browser.look import AWKWARD, signed_in
from tests.evenings import an_evening
from tests.factory import a_club, a_match, a_member, played, some_players, write
from tests.screens import Screens, axe, axe_in_both_themes

pytestmark = [pytest.mark.variants, pytest.mark.django_db(transaction=True), pytest.mark.needs("chromium")]
IN_SIGHT = """() => [...document.querySelectorAll(".turn:not([hidden]) .wall *")].filter(each => {
  const box = each.getBoundingClientRect();
  return box.width && !each.closest(".vh, svg") && (box.right > innerWidth + 1 || box.bottom > innerHeight + 1);
}).map(each => each.outerHTML)"""


def next_hand(match: Match) -> None:
    """Record one more hand of the match."""
    sheet: Any = load(match).sheet
    entries, _ = played(sheet, len(sheet.lines) + 1, random.Random(3))
    write(match, entries)


def shown(page: Page) -> Any:
    """The part of the wall that is shown at the moment."""
    return page.locator(".turn:not([hidden])")


def tables(club: Club) -> list[Match]:
    """Three matches in progress, for 2, 5 and 10 players."""
    players = some_players(club, 10, AWKWARD)
    return [a_match(club, players[:size], hands=3, table=str(at)) for at, size in enumerate((2, 5, 10), 1)]


@pytest.mark.thorough
def test_tables_take_turns_and_a_fresh_entry_comes_forward(screens: Screens) -> None:
    club = a_club()
    first, _, third = tables(club)
    page = signed_in(screens, a_member(club), "wall", "light", "/c/kennel/wall/?seconds=8")
    expect(shown(page)).to_have_attribute("id", f"m-{first.pk.hex}")
    expect(page.locator(".dots li")).to_have_count(3)
    page.evaluate(
        "window.order = []; new MutationObserver(() => { const id = document.querySelector('.turn:not([hidden])')?.id;"
        " if (id && order.at(-1) !== id) order.push(id); }).observe(document.querySelector('.walls'),"
        " { subtree: true, attributes: true, attributeFilter: ['hidden'] })"
    )
    next_hand(third)
    expect(shown(page)).to_have_attribute("id", f"m-{third.pk.hex}")
    expect(shown(page).locator(".now .fig")).to_have_text("5")
    # It continues in the order of the tables.
    expect(shown(page)).to_have_attribute("id", f"m-{first.pk.hex}")
    assert page.evaluate("order.slice(-2)") == [f"m-{third.pk.hex}", f"m-{first.pk.hex}"]

    # The pointer and the controls are hidden after a while; a move of the pointer shows them.
    page.mouse.move(300, 300)
    expect(page.locator(".wall-keys")).to_be_visible()
    expect(page.locator("body.is-idle")).to_have_count(1)
    assert page.evaluate("getComputedStyle(document.body).cursor") == "none"
    expect(page.locator(".wall-keys")).to_be_hidden()

    # A tap pauses at a table, another one continues; so does the space bar.
    page.mouse.click(500, 500)
    expect(page.get_by_text("Paused.")).to_be_visible()
    page.keyboard.press("ArrowRight")
    held = shown(page).get_attribute("id")
    next_hand(third)
    expect(page.locator(f"#m-{third.pk.hex}")).to_have_attribute("data-version", str(third.version))
    page.evaluate("document.querySelector('.walls').dataset.pace = 0")  # undo the swap's value
    page.wait_for_timeout(1_000)  # long enough for two turns
    expect(shown(page)).to_have_attribute("id", held or "")
    page.keyboard.press(" ")
    expect(page.get_by_text("Paused.")).to_be_hidden()
    expect(shown(page)).not_to_have_attribute("id", held or "")


@pytest.mark.thorough
def test_every_game_fits_the_screen_and_passes_axe(screens: Screens) -> None:
    club = a_club()
    players = some_players(club, 10, AWKWARD)
    for game in TABLE_GAMES:
        for count in game.engine.seats:
            if game.has_bots:
                match = an_evening(club, game, players[:count], 3, part=0.6)
            else:
                match = a_match(club, players[:count], hands=4, max_cards=4)
            Match.objects.filter(pk=match.pk).update(table=f"{game.key} {count}")
    door = SpectatorLink.objects.create(club=club)
    page = signed_in(
        screens, a_member(club, Role.ORGANISER), "wall", "light", f"/c/kennel/wall/?seconds=120&door={door.pk}"
    )
    expect(page.locator(".dots li")).to_have_count(2 * len(TABLE_GAMES))
    for _ in range(2 * len(TABLE_GAMES)):
        page.keyboard.press("ArrowRight")
        assert page.evaluate(IN_SIGHT) == []
    assert axe_in_both_themes(page) == []
    page.keyboard.press(" ")  # else its turn may end before it is looked at
    expect(page.get_by_text("Paused.")).to_be_visible()
    page.evaluate("for (const each of document.querySelectorAll('.turn')) each.hidden = each.id !== 'phones'")
    expect(page.get_by_role("heading", name="Follow on your phone")).to_be_visible()
    assert axe_in_both_themes(page) == []


# Moves the pointer at each check, because the controls are hidden three seconds after its last move.
KEYS_ALONE = """() => {
  document.dispatchEvent(new PointerEvent("pointermove"));
  const seen = (element) => getComputedStyle(element).visibility === "visible" && element.checkVisibility();
  const keys = [...document.querySelectorAll("button")].find((each) => each.textContent.includes("Full screen"));
  return seen(keys) && !seen(document.querySelector("footer [data-stale]"));
}"""


def test_ten_long_names_below_nought_and_all_called_out_stay_in_sight(screens: Screens) -> None:
    club = a_club()
    names = (*AWKWARD[:9], "Donaudampfschifffahrtsgesellschaftskapit")
    match = ledger.start(club, "dirty-dog", some_players(club, 10, names), Options(plan=(5,) * 8), table="1")
    for _ in range(4):  # every seat bids three, and one takes all five tricks
        sheet: Any = load(match).sheet
        took = dict.fromkeys(sheet.order, 0) | {sheet.order[0]: 5}
        write(match, [Bids(dict.fromkeys(sheet.order, 3)), Tricks(took)])
    page = signed_in(screens, a_member(club), "wall", "light", "/c/kennel/wall/")
    # The controls do not cover any text while they are visible.
    keys, news = page.get_by_role("button", name="Full screen"), page.locator("footer [data-stale]")
    page.wait_for_function(KEYS_ALONE)
    expect(keys).to_be_hidden()
    expect(news).to_have_css("visibility", "visible")
    expect(page.locator(".side")).to_contain_text(names[-1])
    for width, height in ((1920, 1080), (1280, 720)):
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(IN_SIGHT) == []


def test_an_empty_wall_waits_for_the_first_table(screens: Screens) -> None:
    club = a_club()
    page = signed_in(screens, a_member(club), "wall", "dark", "/c/kennel/wall/")
    expect(page.get_by_role("heading", name="No table is playing")).to_be_visible()
    expect(page.get_by_role("button", name="Pause here")).to_be_hidden()
    assert axe(page) == []
    a_match(club, some_players(club), hands=1, table="1")
    expect(shown(page).locator(".board li")).to_have_count(5)
    expect(page.locator("footer .live").first).to_contain_text("Live. Updated ")
