"""Scoring of the other four games moves to another device, by code or by link, with what is partly entered."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.origins import wait_until_loaded
from tests.browser.test_games_offline import entries, tap
from tests.browser.test_takeover import says_where, waits
from tests.screens import Screens
from tests.server import Server, until

pytestmark = [pytest.mark.variants, pytest.mark.needs("chromium")]
A_TABLE = """
from games import ledger
from games.models import TabletPass
from games.registry import table_game
from clubs.links.tokens import sign
from scoring.dogs_of_war import HouseValues
from tests import factory
from tests.games.dogs_of_war import tallying, years
club = factory.a_club("{slug}")
names = ("Maximiliana Bartholomew-Cholmondeley III", "🐶 Gus 🦴", "דבורה לב", "Otto Pym")
players = factory.some_players(club, {seats}, names)
match = ledger.start(club, "{game}", players, table_game("{game}").engine.options())
tallying.written(match, [{before}])
print(match.pk)
for label in ("by the window", "by the door"):
    print("/tablet/" + sign(TabletPass.objects.create(match=match, label=label).pk, "tablet") + "/")
"""
LINK = re.compile(r"^/tablet/.+/$", re.M)
WRITE = """url => fetch(url, {method: "POST", body: new URLSearchParams({what: "round", number: 1, version: 0}),
  headers: {"HX-Request": "true", ...JSON.parse(document.body.getAttribute("hx-headers:inherited"))}})
  .then(answer => [answer.status, answer.headers.get("X-Pencil-Elsewhere"), answer.headers.get("X-Entry-Written")])"""
CHOSEN = "Object.fromEntries(new FormData(document.querySelector('#entry') || undefined))"


@dataclass(frozen=True)
class Game:
    """The taps before scoring moves, the form fields they set on the other device, and the entry made there."""

    key: str
    seats: int
    taps: tuple[str, ...]
    half: dict[str, str]
    go: str
    payload: dict[str, Any]
    before: str = ""
    is_by_code: bool = True


GAMES = (
    Game(
        "top-dog",
        3,
        ("label[for=won-0-4]", "label[for=won-1-5]"),
        {"won-0": "4", "won-1": "5"},
        "#go.btn-main",
        {"won": {"0": 4, "1": 5, "2": 4}},
    ),
    Game(
        "pack-o-dogs",
        2,
        ("label[for=pack-1]",),
        {"pack": "1"},
        "#seat-1 .win",
        {"winner": 1, "pack": True},
        is_by_code=False,
    ),
    Game(
        "clash-of-corgis",
        3,
        ("label[for=left-2-3]",),
        {"left-2": "3"},
        "#seat-0 .win",
        {"winner": 0, "cards_left": {"2": 3}},
    ),
    Game(
        "dogs-of-war",
        4,
        ("[data-to=cap-0-0-3][data-add='1']", "[data-to=tracker-0][data-set='15']"),
        {"cap-0-0-3": "1", "tracker-0": "15"},
        "#go.btn-main",
        {"battle": 0, "tracker": 15, "captains": {"Talbot": {"3": 1}}},
        before="years.PAIRS",
        is_by_code=False,
    ),
)


def a_table(server: Server, game: str, seats: int, before: str) -> tuple[str, list[str]]:
    """Create a match with the entries `before`; return its id and the links of two tablet passes."""
    done = server.manage("shell", stdin=A_TABLE.format(game=game, seats=seats, before=before, slug=f"{game}-{seats}"))
    links = LINK.findall(done.stdout)
    assert len(links) == 2, done.stderr
    return done.stdout.splitlines()[-3], links


def goes_over(first: Page, second: Page, link: str) -> None:
    """Take over scoring by the link that the QR code contains, or by the handover code if `link` is empty."""
    if link:
        second.goto(link)
    else:
        first.locator(".more summary").tap()
        first.get_by_text("Hand over to another tablet").tap()
        first.get_by_text("Create code").tap()
        code = first.locator(".code b").inner_text()
        second.goto("/tablet/")
        second.fill("#code", code)
        second.click("text=Continue")
    expect(second.locator("#main")).to_contain_text("Until now that was “by the window”")
    second.get_by_role("button", name="Score on this device").tap()
    second.wait_for_url("**/table/**")  # waits for its scripts too


@pytest.mark.thorough
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_the_pencil_goes_over_with_what_is_half_entered(
    shared_server: Server, make_screens: Callable[[str], Screens], game: Game
) -> None:
    match, links = a_table(shared_server, game.key, game.seats, game.before)
    screens = make_screens(shared_server.url)
    first, second = screens.open(path=links[0]), screens.open("phone" if game.is_by_code else "tablet")
    first.get_by_role("button", name="Score on this device").tap()
    expect(first.locator("#outbox")).to_be_attached()
    wait_until_loaded(first)
    *some, last = game.taps
    for each in some:
        tap(first, each)
    name, value = list(game.half.items())[-1]
    with first.expect_response(lambda answer: f"{name}%3D{value}" in (answer.request.post_data or "")):
        tap(first, last)  # the taps before may be sent only now

    goes_over(first, second, "" if game.is_by_code else links[1])
    expect(second).to_have_url(re.compile(r"/table/$"))
    until(lambda: second.evaluate(CHOSEN).items() >= game.half.items())
    if game.is_by_code:
        first.get_by_role("link", name="Keep scoring here").click()
    says_where(first, "tablet " if game.is_by_code else "“by the door”")
    expect(first.locator("form[data-out]:visible")).to_have_count(0)
    assert first.evaluate(WRITE, f"/m/{match}/table/") == [409, "1", None]

    before = entries(shared_server, match)
    tap(second, game.go)
    until(lambda: len(entries(shared_server, match)) > len(before))
    assert entries(shared_server, match)[len(before) :] == [[len(before) + 1, 1, game.payload]]


@pytest.mark.thorough
def test_a_final_tally_goes_to_no_other_device(shared_server: Server, make_screens: Callable[[str], Screens]) -> None:
    _, links = a_table(shared_server, "dogs-of-war", 3, "HouseValues(tallying.VALUES)")
    screens = make_screens(shared_server.url)
    first, second = screens.open(path=links[0]), screens.open()
    sent_bodies: list[str] = []
    first.on("request", lambda sent: sent_bodies.append(sent.post_data or "") if "/half/" in sent.url else None)
    first.get_by_role("button", name="Score on this device").tap()
    first.wait_for_url("**/table/**")  # waits for its scripts too
    first.locator("#go.btn-main").tap()
    waits(first, "tally")
    wait_until_loaded(first)
    tap(first, "[data-to=vp][data-add='6']")
    expect(first.locator("#meter .count")).to_contain_text("6 VP")
    goes_over(first, second, links[1])
    says_where(first, "“by the door”")
    waits(second, "tally-covered")
    second.locator("#go.btn-main").tap()
    waits(second, "tally")
    expect(second.locator("[name=vp]")).to_have_value("0")
    assert not any("vp" in sent for sent in sent_bodies)
