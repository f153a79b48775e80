"""Every page that only shows something passes axe and fits its screen, in both themes.

DOGCLUB_SHOTS=folder writes screenshots.
"""

import os
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from playwright.sync_api import Page

from clubs.models import User
from tests.browser.look import Kennel, a_kennel, an_empty_club, on_the_same_screen
from tests.screens import OF_COLOURS, SCREENS, WCAG, Screens, axe

pytestmark = [pytest.mark.variants, pytest.mark.django_db(transaction=True), pytest.mark.needs("chromium")]
SHOTS = os.environ.get("DOGCLUB_SHOTS")
PAGES: dict[str, Callable[[Kennel], str]] = {
    "club-home": lambda kennel: f"/c/{kennel.club.slug}/",
    "matches": lambda kennel: f"/c/{kennel.club.slug}/matches/",
    "match": lambda kennel: kennel.five.get_absolute_url(),
    "match-ten": lambda kennel: kennel.ten.get_absolute_url(),
    "match-over": lambda kennel: kennel.over.get_absolute_url(),
    "match-lively": lambda kennel: kennel.lively.get_absolute_url(),
    "finish": lambda kennel: f"{kennel.over.get_absolute_url()}finish/",
    "finish-lively": lambda kennel: f"{kennel.lively.get_absolute_url()}finish/",
    "matches-none": lambda kennel: f"/c/{kennel.club.slug}/matches/?q=nobody",
    "player-new": lambda kennel: kennel.players[9].get_absolute_url(),
    "player": lambda kennel: kennel.players[3].get_absolute_url(),
    "player-versus": lambda kennel: f"{kennel.players[3].get_absolute_url()}against/",
    "club-records": lambda kennel: f"/c/{kennel.club.slug}/records/",
    "tags": lambda kennel: f"{kennel.five.get_absolute_url()}tags/1/",
    "ratings": lambda kennel: f"/c/{kennel.club.slug}/ratings/",
    "rules": lambda kennel: f"/c/{kennel.club.slug}/rules/",
    "glossary": lambda kennel: f"/c/{kennel.club.slug}/glossary/",
    "paper": lambda kennel: f"/c/{kennel.club.slug}/paper/",
}
WALLS: dict[str, Callable[[Kennel], str]] = {
    "wall": lambda kennel: f"{kennel.five.get_absolute_url()}wall/",
    "wall-ten": lambda kennel: f"{kennel.ten.get_absolute_url()}wall/",
    "wall-over": lambda kennel: f"{kennel.over.get_absolute_url()}wall/",
}
WIDER = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
# A page is rendered once, on the first of these screens, and looked at on each in its theme. What it has had before, a
# theme or a screen, is not asked again: only the other can change something.
LOOKS = (("tablet", "light"), ("phone", "dark"), ("desk", "dark"))
WALL_LOOKS = (("wall", "light"), ("wall", "dark"), ("tablet", "light"))


@pytest.mark.thorough
def test_pages_pass_axe_and_fit(screens: Screens) -> None:
    kennel = a_kennel()
    troubles = []
    for name, address in PAGES.items():
        troubles += looked_at(screens, kennel.user, name, address(kennel))
    assert troubles == []


@pytest.mark.thorough
def test_walls_pass_axe_and_fit_and_break_no_name_upright(screens: Screens) -> None:
    kennel = a_kennel()
    for name, address in WALLS.items():
        assert looked_at(screens, kennel.user, name, address(kennel), WALL_LOOKS) == []
        page = screens.contexts[0].pages[0]
        cut = page.evaluate("""() => [...document.querySelectorAll(".board li")]
            .filter(row => row.querySelector("div").scrollHeight > row.clientHeight + 2
                || row.querySelector("b").clientWidth < 150)
            .map(row => row.innerText)""")
        assert cut == []
        club = page.locator(".wall > header .wordmark bdi")
        club.evaluate("name => { name.textContent = 'Thursday Kennel'; }")
        assert club.evaluate("name => name.scrollWidth <= name.clientWidth"), address(kennel)


@pytest.mark.parametrize("players", [0, 5])
def test_an_empty_club_passes_axe_and_fits(screens: Screens, players: int) -> None:
    club, user = an_empty_club("new", players)
    troubles = looked_at(screens, user, f"home-of-{players}", club.get_absolute_url())
    troubles += looked_at(screens, user, f"matches-of-{players}", f"/c/{club.slug}/matches/")
    assert troubles == []


def looked_at(
    screens: Screens, user: User, name: str, address: str, looks: Sequence[tuple[str, str]] = LOOKS
) -> list[str]:
    """The page's axe violations, and whether it is too wide for a screen, as sentences that begin with `name`."""
    return found_on(on_the_same_screen(screens, user, *looks[0], address), name, looks)


def found_on(page: Page, name: str, looks: Sequence[tuple[str, str]] = LOOKS) -> list[str]:
    """The same of a page that is open."""
    found, seen = [], set[str]()
    for screen, theme in looks:
        page.set_viewport_size(SCREENS[screen]["viewport"])
        page.emulate_media(color_scheme="dark" if theme == "dark" else "light")
        rules, without = OF_COLOURS if screen in seen else WCAG, OF_COLOURS if theme in seen else ()
        seen |= {screen, theme}
        found += [f"{name}, {screen}, {theme}: {trouble}" for trouble in axe(page, rules=rules, without=without)]
        if (wider := page.evaluate(WIDER)) > 0:
            found.append(f"{name} is {wider} px wider than the {screen}")
        if SHOTS:
            Path(SHOTS).mkdir(exist_ok=True)
            page.screenshot(path=f"{SHOTS}/{name}-{screen}-{theme}.png", full_page=screen != "wall")
    return found
