"""The finish page of every game fits an upright tablet without scrolling, and the foot of ten players a phone."""

import pytest
from playwright.sync_api import expect

from clubs.models import Role
from games.models import Match
from tests import factory
from tests.browser.look import AWKWARD
from tests.browser.taps import at_the_table
from tests.evenings import PLAYED_BY_BOTS, an_evening
from tests.games.pack_o_dogs.packs import WHOLE, a_pack_match
from tests.screens import SCREENS, Screens

pytestmark = [pytest.mark.needs("chromium"), pytest.mark.django_db(transaction=True)]


# Call-outs whose words begin in the line of their name: it stands above them.
RUN_TOGETHER = """[...document.querySelectorAll(".callouts li")].filter(each => {
  const [name, words] = [...each.children].map(part => part.getClientRects()[0]);
  return words.top < name.bottom - 1;
}).map(each => each.innerText)"""


def test_the_end_of_every_game_fits_an_upright_tablet(screens: Screens) -> None:
    club = factory.a_club()
    players = factory.some_players(club, 10, AWKWARD)
    for game in PLAYED_BY_BOTS:
        an_evening(club, game, players[: min(game.engine.seats[1], 5)], 1)
    factory.a_match(club, players, plan=(1, 2, 1), seed=3, table="1")
    a_pack_match(club, WHOLE)
    page = at_the_table(screens, factory.a_member(club, Role.OWNER), "/c/kennel/", "tablet")
    for match in Match.objects.exclude(finished_at=None):
        page.goto(f"/m/{match.pk}/finish/")
        height = page.evaluate("document.documentElement.scrollHeight")
        assert height <= SCREENS["tablet"]["viewport"]["height"], (match.game, match.start_seats)
        assert page.evaluate(RUN_TOGETHER) == [], (match.game, match.start_seats)


LINES = """() => {
  const words = document.createRange();
  words.selectNodeContents(document.querySelector('#back span'));
  return new Set([...words.getClientRects()].map(each => each.top)).size;
}"""


def test_undo_takes_two_lines_on_the_phone_of_ten(screens: Screens) -> None:
    club = factory.a_club()
    players = factory.some_players(club, 10, AWKWARD)
    match = factory.a_match(club, players, hands=2, bids_only=True)
    page = at_the_table(screens, factory.a_member(club, Role.OWNER), f"/m/{match.pk}/table/", "phone")
    expect(page.locator("#back")).to_contain_text("Undo: Wilhelmina bids")
    assert page.evaluate(LINES) <= 2
