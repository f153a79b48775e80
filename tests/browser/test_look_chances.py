"""The page of chances and the wall that shows them pass axe and fit every screen, with ten long names."""

import pytest

from clubs.models import Club, Role, ShowChances, User
from games.forecasts.stored import compute
from games.models import Match
from tests.browser.look import AWKWARD
from tests.browser.test_large_text import PHONE, WIDTH, large
from tests.browser.test_look_pages import looked_at
from tests.factory import a_club, a_history, a_match, a_member, some_players
from tests.screens import Screens

pytestmark = [pytest.mark.variants, pytest.mark.django_db(transaction=True), pytest.mark.needs("chromium")]


@pytest.fixture
def member() -> User:
    club = a_club(chances=ShowChances.WALL)
    players = some_players(club, 10, AWKWARD)
    a_history(club, players, 10)
    running = a_match(club, players, hands=4, plan=(1, 2, 3, 4, 5, 4, 3, 2, 1))
    over = a_match(club, players[:5], seed=12, plan=(1, 2, 3, 4, 3, 2, 1))
    for match in (running, over):
        compute(match.pk)
    return a_member(club, Role.SCOREKEEPER)


def pages() -> list[str]:
    newest = Match.objects.filter(club=Club.objects.get(), forecast__isnull=False)
    return [f"/m/{match.pk}/chances/" for match in newest]


@pytest.mark.thorough
def test_chances_pass_axe_and_fit(screens: Screens, member: User) -> None:
    troubles = []
    for number, path in enumerate(pages()):
        troubles += looked_at(screens, member, f"chances-{number}", path)
    assert troubles == []


@pytest.mark.thorough
def test_large_text_is_read_by_scrolling_down(screens: Screens, member: User) -> None:
    wide = [path for path in pages() if large(screens, member, path).evaluate(WIDTH) > PHONE]
    assert wide == []
