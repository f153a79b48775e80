"""The frame of every page, and the error pages, in a browser."""

import re

import pytest
from django.template.loader import render_to_string
from playwright.sync_api import Page, Route, expect

from clubs.models import Role
from tests.browser.look import signed_in
from tests.browser.test_look_pages import found_on
from tests.factory import a_club, a_match, a_member, some_players
from tests.screens import Screens, axe_in_both_themes

pytestmark = [pytest.mark.variants, pytest.mark.django_db(transaction=True)]


def colours(page: Page) -> str:
    return str(page.evaluate("getComputedStyle(document.body).backgroundColor"))


def test_every_error_page_passes_axe_and_fits(screens: Screens) -> None:
    page = screens.open("phone", path="/no/such/page/")
    assert page.locator("h1").inner_text() == "This page is not in the box"
    assert found_on(page, "404") == []
    for name in ("400", "403", "403_csrf", "429", "500"):
        page.set_content(render_to_string(f"{name}.html").replace('"/static/', f'"{screens.base_url}/static/'))
        page.wait_for_load_state("networkidle")
        assert page.locator("h1").count() == 1
        assert axe_in_both_themes(page) == [], name


def test_a_clubs_name_is_not_cut_beside_the_search(screens: Screens) -> None:
    club = a_club()
    club.name = "Quarry Hill Card Club"
    club.save()
    member = a_member(club)
    for screen in ("tablet", "phone", "desk"):
        page = signed_in(screens, member, screen, "light", "/c/kennel/")
        cut = page.locator(".head .wordmark bdi").evaluate("name => name.scrollWidth - name.clientWidth")
        assert cut <= 0, screen


def test_what_is_chosen_is_filled(screens: Screens) -> None:
    club = a_club()
    match = a_match(club, some_players(club, 3), plan=(1,), seed=3)
    page = signed_in(screens, a_member(club), "tablet", "light", f"/m/{match.pk}/share/")
    chosen, other = (page.locator(f".segments input{which} + .btn").first for which in (":checked", ":not(:checked)"))
    fill = "button => getComputedStyle(button).backgroundColor"
    assert chosen.evaluate(fill) == "rgb(0, 100, 60)" != other.evaluate(fill)


def test_a_marked_row_stands_in_line_with_the_others(screens: Screens) -> None:
    club = a_club()
    match = a_match(club, some_players(club, 4), hands=2, seed=3)
    page = signed_in(screens, a_member(club, Role.OWNER), "tablet", "light", f"/m/{match.pk}/table/leave/?seat=1")
    names = page.locator(".late tbody th")
    starts = names.evaluate_all("all => all.map(th => th.firstElementChild.getBoundingClientRect().left)")
    assert len(starts) == 4 and len(set(starts)) == 1


def test_the_device_decides_until_somebody_does(screens: Screens) -> None:
    dark = screens.open("desk", "dark", "/no/such/page/")
    light = screens.open("desk", "light", "/no/such/page/")
    assert colours(dark) == "rgb(13, 21, 18)"
    assert colours(light) == "rgb(245, 248, 242)"
    light.get_by_role("button", name="Dark").click()
    expect(light.get_by_role("button", name="Dark")).to_have_attribute("aria-pressed", "true")
    light.goto("/no/such/page/")
    assert colours(light) == "rgb(13, 21, 18)"
    assert light.get_by_role("button", name="Dark").get_attribute("aria-pressed") == "true"


def test_a_theme_is_chosen_without_javascript(screens: Screens) -> None:
    page = screens.open("desk", "light", "/no/such/page/", java_script_enabled=False)
    page.get_by_role("button", name="Dark").click()
    expect(page.get_by_role("button", name="Dark")).to_have_attribute("aria-pressed", "true")
    assert {cookie["name"]: cookie["value"] for cookie in page.context.cookies()}["theme"] == "dark"


def test_a_browser_below_the_floor_is_told_so_in_one_sentence(screens: Screens) -> None:
    page = screens.open("phone", path="/no/such/page/")
    expect(page.locator(".too-old")).to_be_hidden()
    page.route("**/table*.css", without_what_is_new)
    page.reload()
    expect(page.locator(".too-old")).to_be_visible()
    assert axe_in_both_themes(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def without_what_is_new(route: Route) -> None:
    """Change the unit that the style sheet tests for support, so that the browser counts as too old."""
    answer = route.fetch()
    route.fulfill(response=answer, body=answer.text().replace("1dvh", "1nothing"))


def test_the_keyboard_skips_to_the_page(screens: Screens) -> None:
    page = screens.open("desk", path="/no/such/page/")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.textContent") == "Skip to content"
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("#main$"))


def test_htmx_is_there_and_leaves_no_style_behind(screens: Screens) -> None:
    page = screens.open("desk", path="/no/such/page/")
    assert page.evaluate("htmx.config.includeIndicatorCSS") is False
    assert page.evaluate("document.adoptedStyleSheets.length + document.querySelectorAll('style').length") == 0


def test_where_a_browser_has_no_passkeys_none_is_offered(screens: Screens) -> None:
    page = screens.open("phone")
    page.add_init_script("delete window.PublicKeyCredential")
    page.goto("/accounts/login/")
    expect(page.get_by_role("button", name="Use a passkey")).to_be_hidden()


def test_no_field_zooms_and_no_key_zooms_or_is_selected(screens: Screens) -> None:
    page = screens.open("tablet", path="/accounts/login/")
    looks = "all => all.map(each => getComputedStyle(each)).map(look => [look.touchAction, look.userSelect])"
    keys = page.locator("button, .btn, summary")
    assert {tuple(look) for look in keys.evaluate_all(looks)} == {("manipulation", "none")}
    sizes = "all => all.map(each => parseFloat(getComputedStyle(each).fontSize))"
    assert min(page.locator("input:visible").evaluate_all(sizes)) >= 16
