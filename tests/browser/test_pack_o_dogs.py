"""Pack o' Dogs by taps: a match from the new-match page to its record, and every screen on every device."""

import json
import re
from collections.abc import Callable, Sequence
from typing import Any

import pytest
from django.urls import reverse
from playwright.sync_api import Page, Route, expect

from clubs.models import Role
from games.models import Entry
from scoring.pack_o_dogs import Round
from scoring.records import score
from tests.browser.taps import Tapping, at_the_table
from tests.browser.test_table_outbox import Trouble, is_on_the_disk, lost
from tests.factory import a_club, a_member, some_players
from tests.games.pack_o_dogs.packs import GAME_1, GAME_2, NAMES, WHOLE, a_pack_match
from tests.screens import Screens, axe_in_both_themes

pytestmark = [pytest.mark.variants, pytest.mark.needs("chromium"), pytest.mark.django_db(transaction=True)]
Open = Callable[..., Page]
# The second where the machine needs more than half a second to lose the request.
GOES_ON = re.compile(r"Otto wins it\. (You are offline|The server has not answered yet)\.")
SIX = [*GAME_1, *GAME_2[:5]]


@pytest.fixture
def table(screens: Screens) -> Open:
    def start(entries: Sequence[Any], screen: str = "tablet", path: str = "table/", **options: Any) -> Page:
        club = a_club()
        some_players(club, 2, NAMES)
        about = {key: options.pop(key) for key in ("games", "mode") if key in options}
        match = a_pack_match(club, entries, **about)
        return at_the_table(screens, a_member(club, Role.OWNER), f"/m/{match.pk}/{path}", screen, **options)

    return start


def written(page: Page, what: str) -> None:
    """Assert that the page is at this step."""
    expect(page.locator(f"#main[data-what={what}]")).to_be_visible()


def go_on(page: Page, what: str) -> None:
    page.locator("#go").tap()
    written(page, what)


def play(thumb: Tapping, entry: Round) -> None:
    """Enter a round by one tap, or by two with a pack."""
    if entry.pack:
        thumb.tap("label[for=pack-1]")
    thumb.page.wait_for_timeout(400)  # a second tap on the same spot would be a double tap
    thumb.tap(f"#seat-{entry.winner} .win")


def sit_down(page: Page) -> None:
    page.get_by_text("Pack o’ Dogs", exact=True).tap()
    expect(page.locator("#mode-complex")).to_be_checked()
    for number, name in enumerate(NAMES, start=1):
        page.locator("label.tap", has_text=name.split()[0]).first.tap()
        expect(page.locator("[data-seat]")).to_have_count(number)
    page.locator("button[value=deal]").tap()
    page.wait_for_url("**/table/**")  # waits for its scripts too
    written(page, "round")


@pytest.mark.thorough
def test_a_match_of_three_games_by_taps_is_its_record(screens: Screens, capsys: pytest.CaptureFixture[str]) -> None:
    club = a_club()
    some_players(club, 2, NAMES)
    page = at_the_table(screens, a_member(club, Role.OWNER), reverse("match-new", args=[club.slug]))
    sit_down(page)
    match, thumb = page.url.split("table/")[0], Tapping(page)
    for number, entry in enumerate(WHOLE):
        before = thumb.taps
        play(thumb, entry)
        assert thumb.taps - before == (2 if entry.pack else 1)
        if number == 11:
            expect(page.locator("h1")).to_have_text("Otto wins game 2, 28 to 10")
            expect(page.locator(".working")).to_have_count(2)
            expect(page.locator("#go")).to_contain_text("Game 3 of 3")
        if number + 1 in (len(GAME_1), len(GAME_1 + GAME_2)):
            go_on(page, "round")
        elif number < len(WHOLE) - 1:
            expect(page.locator("#main[data-what=round] #entry")).to_have_attribute("data-key", f"{number + 2}-round")
    with capsys.disabled():
        print(f"\n{len(WHOLE)} rounds, {sum(entry.pack for entry in WHOLE)} packs: {thumb.taps} taps")
    page.wait_for_url("**/finish/")
    expect(page.locator("h1")).to_contain_text("Wilhelmina")
    page.goto(match)
    sheet = score(json.loads(page.request.get(f"{match}record.json").body()))
    assert sheet["finished"]
    assert list(sheet["totals"].values()) == [36, 32]
    marks = page.locator(".sheet-pack tbody tr").last.locator(".mark").all_inner_texts()
    assert [int(text.split()[0]) for text in marks] == [36, 32]
    points = [int(text) for text in page.locator(".pk a.fig").all_inner_texts()]
    assert points == [max(each["points"].values()) for each in sheet["rounds"]]


def test_the_sum_follows_the_pack(table: Open) -> None:
    page = table(SIX, path="table/?number=11")
    expect(page.locator(".gain")).to_have_text(["+3", "+9"])
    page.locator("label[for=pack-1]").tap()
    expect(page.locator(".gain")).to_have_text(["+6", "+18"])
    expect(page.locator("#back")).to_have_text("Undo: pack")
    page.locator("#seat-1 .win").tap()
    expect(page.locator(".recap")).to_contain_text("Otto: 2 × 3 × 3 = 18")
    page.locator(".recap a").tap()
    written(page, "written")
    expect(page.locator(".product .v")).to_have_text(["2", "3", "3", "18"])
    page.locator("button.key[name=pack]").tap()
    expect(page.locator(".recap")).to_contain_text("Otto: 1 × 3 × 3 = 9")
    assert Entry.objects.filter(number=11).count() == 2


@pytest.mark.thorough
def test_turns_say_how_many_cards_to_deal(table: Open) -> None:
    page = table(SIX, path="table/?recap=1")
    page.locator("button.key[name=turns][value='2']").tap()
    expect(page.locator(".deal")).to_have_text("Deal 2 cards to each hand, 2 to the table.")
    page.locator(".recap a").tap()
    page.locator("button.key[name=treat]").tap()
    expect(page.locator(".deal")).to_have_text("Deal 2 cards to each hand, 3 to the table.")


def test_half_entered_keys_survive_a_reload(table: Open) -> None:
    page = table(SIX, path="table/?number=11")
    page.locator("label[for=pack-1]").tap()
    expect(page.locator(".gain")).to_have_text(["+6", "+18"])
    page.locator("label[for=turns-3]").tap()
    expect(page.locator("#turns-3")).to_be_checked()
    is_on_the_disk(page)
    page.reload()
    expect(page.locator(".gain")).to_have_text(["+6", "+18"])
    expect(page.locator("#turns-3")).to_be_checked()
    page.locator("#back").tap()
    expect(page.locator("#turns-3")).not_to_be_checked()
    expect(page.locator("#pack-1")).to_be_checked()


def test_undo_takes_the_round_back(table: Open) -> None:
    page = table(SIX)
    page.locator("#back").tap()
    written(page, "round")
    expect(page.locator("#pack-1")).to_be_checked()
    expect(page.locator("h1 .fig")).to_have_text("5")
    page.wait_for_timeout(400)  # a second tap on the same spot would be a double tap
    page.locator("#back").tap()
    expect(page.locator("h1 .fig")).to_have_text("4")


def test_a_base_game_is_logged_and_counted(table: Open) -> None:
    page = table([], mode="base", games=1)
    page.locator("#seat-1 .win").tap()
    expect(page.locator(".recap")).to_contain_text("Otto took the turn.")
    expect(page.locator("#seat-1 .total")).to_contain_text("1")
    page.locator("label[for=pack-1]").tap()
    expect(page.locator(".gain").first).to_have_text("+3")
    page.locator("#seat-0 .win").tap()
    expect(page.locator("#go")).to_have_text("Who takes turn 3?")
    page.locator(".btn-side").tap()
    written(page, "count")
    expect(page.locator("#go")).to_have_text("Count both piles")
    page.locator("#piles-0").tap()  # the log’s number is right
    expect(page.locator("#piles-0")).to_have_value("3")
    expect(page.locator("#back")).to_have_text("Undo: Wilhelmina 3")
    page.locator("[data-to=piles-1][data-add='5']").tap()
    expect(page.locator("#go")).to_have_text("Otto wins, 6 to 3")
    page.locator("#go").tap()
    page.wait_for_url("**/finish/")
    expect(page.locator("main")).to_contain_text("The captures came to 3 for Wilhelmina and 1 for Otto")


@pytest.mark.thorough
def test_a_tap_shows_at_once_and_is_sent_until_the_answer_comes(table: Open) -> None:
    page = table(SIX, path="table/?number=11")
    is_shown: list[bool] = []

    def looked_at_and_lost(route: Route) -> None:
        is_shown.append(page.locator("#seat-1 .win[data-sent]").is_visible())
        lost(route)

    trouble = Trouble(page, looked_at_and_lost)
    page.locator("#seat-1 .win").dblclick()
    expect(page.locator(".says")).to_have_text(GOES_ON)
    assert is_shown[0]
    trouble.is_over = True
    expect(page.locator(".recap")).to_contain_text("Round 6")
    expect(page.locator("[data-sent]")).to_have_count(0)
    assert Entry.objects.filter(number__gte=11).count() == 1


def test_it_works_without_a_script(table: Open) -> None:
    page = table(SIX, java_script_enabled=False)
    page.locator(".recap a").tap()
    page.locator("button.key[name=pack]").tap()
    expect(page.locator(".recap")).to_contain_text("Otto: 1 × 2 × 2 = 4")
    page.locator("label[for=pack-1]").tap()
    page.locator("#seat-0 .win").tap()
    written(page, "over")
    assert Entry.objects.latest("number").payload == {"winner": 0, "pack": True}


@pytest.mark.thorough
def test_the_new_match_page_is_clear_to_everybody(screens: Screens) -> None:
    club = a_club()
    keys = [f"player={player.pk}" for player in some_players(club, 2, NAMES)]
    path = f"{reverse('match-new', args=[club.slug])}?game=pack-o-dogs&{'&'.join(keys)}"
    page = at_the_table(screens, a_member(club, Role.OWNER), path)
    assert axe_in_both_themes(page) == []
    page.locator("label[for=mode-base]").tap()
    expect(page.locator("#games-1")).to_be_checked()
    page.locator("label[for=games-3]").tap()
    expect(page.locator("#games-3")).to_be_checked()
