"""The entry screens on every device: no scrolling, nothing cut off, and keys large enough for a thumb."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from clubs.models import Role
from games.entries.match_state import load
from games.models import Match
from scoring.dirty_dog import Bids, next_step
from tests import factory
from tests.browser.taps import Tapping, at_the_table
from tests.screens import AT_REST, OF_COLOURS, WCAG, Screens, axe

pytestmark = [pytest.mark.variants, pytest.mark.needs("chromium"), pytest.mark.django_db(transaction=True)]
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
# (players, hands played): the next hand is the largest of the plan
LARGEST = [(10, 4), (3, 16), (4, 11), (5, 9), (6, 7), (7, 6), (8, 5), (9, 4)]
TABLETS = [(820, 1180), (1280, 800), (1024, 768), (1180, 820)]
ON_ITS_SIDE = {10, 6, 5, 3}  # how many players sit at a table that is shown on the smaller tablets on their side
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
    def start(players: int, hands: int, screen: str, **options: Any) -> Page:
        club = factory.a_club()
        user = factory.a_member(club, Role.SCOREKEEPER)
        match = factory.a_match(club, factory.some_players(club, players, NAMES), hands=hands, seed=3)
        page = at_the_table(screens, user, f"/m/{match.pk}/table/?hand={hands + 1}", screen, **options)
        expect(page.locator(".seat")).to_have_count(players)
        return page

    return start


def write_bids(match: Match) -> None:
    """Record the bids of the next hand."""
    step: Any = next_step(load(match).sheet)  # type: ignore[arg-type]
    bids = dict.fromkeys(step.order, 0) | {step.order[0]: 1, step.order[-1]: 1}
    if sum(bids.values()) == step.cards:
        bids[step.order[-1]] = 0
    factory.write(match, [Bids(bids, trump="hearts")])


@pytest.mark.parametrize(("players", "hands"), LARGEST)
def test_nothing_to_scroll_and_every_key_is_large(table: Open, players: int, hands: int) -> None:
    """On a tablet upright and on its side; with ten players, text twice as large is not cut either."""
    page = table(players, hands, "tablet")
    found = unfit(page, players)
    write_bids(Match.objects.get())
    page.reload()
    expect(page.locator("#main[data-what=tricks]")).to_be_visible()
    assert found + unfit(page, players) == []


def unfit(page: Page, players: int) -> list[Any]:
    """What does not fit, with the width of the tablet."""
    found: list[Any] = []
    for width, height in TABLETS if players in ON_ITS_SIDE else TABLETS[:2]:
        page.set_viewport_size({"width": width, "height": height})
        over = [each for each in page.evaluate(OVERFLOW) if each > 0]
        found += [(width, each) for each in (*over, *page.evaluate(SMALLEST, 56), *cut_off(page))]
    if players == 10:
        page.evaluate("document.documentElement.style.fontSize = '200%'")
        for width, height in TABLETS[:2]:
            page.set_viewport_size({"width": width, "height": height})
            over = ["too wide"] * (page.evaluate(OVERFLOW)[0] > 0)
            found += [(width, "twice as large", each) for each in (*over, *cut_off(page))]
    return found


def cut_off(page: Page) -> list[Any]:
    """The parts of rows that stick out, and how many rows have parts that overlap."""
    outside, overlaps = page.evaluate(OUTSIDE), page.evaluate(OVERLAPS)
    return [*outside, *[f"{overlaps} rows overlap"] * bool(overlaps)]


def test_the_pad_of_a_phone_names_its_player_and_nothing_covers_it(table: Open) -> None:
    page = table(10, 4, "phone")
    pad = page.locator(".is-now .pad")
    label = pad.evaluate("pad => getComputedStyle(pad, '::before').content")
    assert label == f'"{pad.get_attribute("data-label")}"'
    page.locator("#back span").evaluate("(label, name) => { label.textContent = name; }", f"Undo: {NAMES[5]} bids 0")
    box, foot = pad.bounding_box(), page.locator(".foot").bounding_box()
    assert box
    assert foot
    assert box["y"] + box["height"] <= foot["y"] + 1
    undo, more = page.locator("#back").bounding_box(), page.locator(".btn-more").bounding_box()
    assert undo
    assert more
    assert undo["height"] == more["height"] == 52


@pytest.mark.parametrize(("players", "hands"), [(10, 4), (5, 9), (3, 16)])
def test_a_phone_scrolls_down_at_most(table: Open, players: int, hands: int) -> None:
    page = table(players, hands, "phone")
    for step in ("bids", "tricks"):
        if step == "tricks":
            write_bids(Match.objects.get())
            page.reload()
        expect(page.locator(f"#main[data-what={step}]")).to_be_visible()
        assert page.evaluate(OVERFLOW)[0] <= 0
        assert page.evaluate(SMALLEST, 44 if players == 10 else 56) == []
        for seat in page.locator(".seat").all():
            assert (seat.bounding_box() or {"height": 0})["height"] >= 44


@pytest.mark.parametrize("screen", ["tablet", "phone"])
def test_axe_finds_nothing(table: Open, screen: str) -> None:
    page = table(5, 6, screen)
    seats = [int(row.get_attribute("data-seat") or "") for row in page.locator(".seat").all()]
    thumb = Tapping(page)
    for seat in seats[:-1]:
        thumb.number(seat, 1)
    assert found_by_axe(page) == []
    thumb.number(seats[-1], 0)
    expect(page.locator("#main[data-what=tricks]")).to_be_visible()
    thumb.number(seats[0], 4)
    assert found_by_axe(page) == []
    expect(page.locator("#entries")).to_be_attached()  # the deferred scripts have loaded; they would close the menu
    page.locator(".more summary").tap()
    assert found_by_axe(page, ".more") == []
    page.keyboard.press("Escape")
    thumb.tricks([])
    assert found_by_axe(page) == []


def found_by_axe(page: Page, part: str = "html") -> list[str]:
    """The axe violations of a part of the page in both themes, best practice included; the light theme stays set."""
    page.emulate_media(color_scheme="dark")
    found = [f"dark: {each}" for each in axe(page, part, [*WCAG, "best-practice"])]
    page.emulate_media(color_scheme="light")
    return [*found, *(f"light: {each}" for each in axe(page, part, OF_COLOURS))]


def test_what_joins_the_keys_at_the_foot_moves_none_of_them(table: Open) -> None:
    page = table(5, 6, "desk")
    places = [page.locator(key).bounding_box() for key in ("#go", "#back")]
    expect(page.locator(".foot > #waiting")).to_be_attached()
    assert [page.locator(key).bounding_box() for key in ("#go", "#back")] == places


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
    expect(page.locator(".recap")).to_be_visible()


def test_a_hand_of_five_takes_ten_keys_and_is_said(table: Open) -> None:
    page = table(5, 6, "desk")
    said, focused = page.locator("#said"), page.locator(":focus")
    expect(focused).to_have_text(re.compile("^7"))  # the heading gets the focus once the deferred scripts have loaded
    pressed: list[str] = []

    def press(*keys: str) -> None:
        for key in keys:
            page.keyboard.press(key)
        pressed.extend(keys)

    first = page.locator(".is-now .name").inner_text().split()[0]
    press("2")
    second = page.locator(".is-now .name").inner_text()
    expect(said).to_have_text(f"{first} bids 2. {second}: bids now.")
    press("9")
    expect(said).to_have_text("9 cannot be chosen here.")
    press("Enter")
    expect(said).to_have_text("4 bids to go")
    expect(page.locator(".is-done .is-on")).to_have_text("2")
    press("Backspace")
    expect(page.locator(".is-done")).to_have_count(0)
    pressed.clear()
    press(*"11110", *"1020")  # the tricks are typed while the bids are being sent
    expect(page.locator("#main[data-what=tricks]")).to_be_visible()
    expect(focused).to_have_text(re.compile("^7"))
    expect(page.locator("#go")).to_have_text("Score hand 7")
    assert page.locator(".num[aria-pressed=true]").all_inner_texts() == list("10204")
    press("Enter")
    expect(focused).to_have_text(re.compile("^8"))
    expect(said).to_have_text(re.compile(r"^Hand 7\s?One made it\. .+: bids now\.$"))
    assert len(pressed) == 10


def test_a_number_of_two_digits_is_typed_as_it_is_written(table: Open) -> None:
    page = table(3, 12, "desk")
    for keys in ("1 0", "1 Enter", "1 2"):
        for key in keys.split():
            page.keyboard.press(key)
    expect(page.locator("#main[data-what=tricks]")).to_be_visible()
    expect(page.locator(".num[aria-pressed=true]")).to_have_text(["10", "1", "12"])


COLOURS = """[...document.querySelectorAll(".seat .num")].map(key => {
  const { backgroundColor, color, borderTopStyle } = getComputedStyle(key);
  return [key.className.replace("num", "").trim(), backgroundColor, color, borderTopStyle];
})"""


def test_in_high_contrast_a_chosen_bid_and_a_barred_one_stand_out(table: Open) -> None:
    page = table(5, 6, "tablet", forced_colors="active")
    bids = page.url
    page.goto(f"{bids.partition('?')[0]}?recap=1")
    main = page.locator(".foot .btn-main")
    assert main.evaluate("key => getComputedStyle(key).forcedColorAdjust") == "none"  # or its text is invisible
    page.goto(bids)
    seats = [int(row.get_attribute("data-seat") or "") for row in page.locator(".seat").all()]
    for seat in seats[:-1]:
        Tapping(page).number(seat, 1)
    page.evaluate(AT_REST)
    looks = {css: tuple(look) for css, *look in page.evaluate(COLOURS)}
    assert set(looks) == {"", "is-on", "is-barred"}
    assert looks["is-on"][0] != looks[""][0]
    assert looks["is-on"][1] != looks["is-barred"][1]  # not the grey of a disabled key
    assert looks["is-barred"][1:] != looks[""][1:]
    stroke = "getComputedStyle(document.querySelector('.is-barred'), '::after').backgroundImage"
    assert "gradient" in page.evaluate(stroke)
    assert page.evaluate("getComputedStyle(document.querySelector('.is-now')).outlineStyle") == "solid"
