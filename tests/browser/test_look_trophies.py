"""The trophies of a club pass axe and fit every screen, in both themes and with text twice as large."""

import pytest

from clubs.models import Club, Player, Role, User
from leagues.models import Trophy
from leagues.trophies import awards
from tests.browser.test_large_text import NAMES, PHONE, WIDTH, large
from tests.browser.test_look_pages import looked_at
from tests.factory import a_club, a_member, some_players
from tests.leagues.test_awards import corrected, won_by
from tests.screens import Screens

pytestmark = [pytest.mark.variants, pytest.mark.django_db(transaction=True), pytest.mark.needs("chromium")]
SHELF = "/c/kennel/trophies/"


@pytest.fixture
def players() -> list[Player]:
    return some_players(a_club(), 5, NAMES)


@pytest.fixture
def organiser(players: list[Player]) -> User:
    """A cup that was defended and then moved by a correction, and a bone with a long name and a withdrawn award."""
    club = players[0].club
    for winner in (0, 1, 1, 2):
        match = won_by(club, players, winner, 4)
    corrected(match, 3, 4)
    name = "The Golden Bone of Saint Featherstonehau"
    bone = Trophy.objects.create(club=club, name=name, rule="hand", about="Chewed at both ends, and never washed.")
    awards.pass_on(bone, players[2], "Wrote the longest message of the year, and sent it twice.", by=None)
    astray = awards.pass_on(bone, players[0], "brought the cake", by=None)
    awards.withdraw(astray, "It was somebody else’s cake.", by=None)
    return a_member(club, Role.ORGANISER, players[0])


def pages(club: Club) -> list[str]:
    cup, bone = club.trophies.get(rule="winner"), club.trophies.get(rule="hand")
    return [SHELF, f"{SHELF}{cup.pk}/", f"{SHELF}{bone.pk}/", f"{SHELF}new/", f"{SHELF}{bone.pk}/pass/"]


@pytest.mark.thorough
def test_trophies_pass_axe_and_fit(screens: Screens, players: list[Player], organiser: User) -> None:
    troubles = []
    for number, path in enumerate(pages(players[0].club)):
        troubles += looked_at(screens, organiser, f"trophies-{number}", path)
    assert troubles == []


@pytest.mark.thorough
def test_large_text_is_read_by_scrolling_down(screens: Screens, players: list[Player], organiser: User) -> None:
    wide = [path for path in pages(players[0].club) if large(screens, organiser, path).evaluate(WIDTH) > PHONE]
    assert wide == []
