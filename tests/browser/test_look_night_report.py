"""The night report passes axe and fits every screen, in both themes, empty or full, and with large text."""

from datetime import UTC, datetime, timedelta

import pytest

from clubs.models import Attendance, Club, Night, Role, User
from games.models import Tag
from tests.browser.look import AWKWARD
from tests.browser.test_large_text import PHONE, WIDTH, large
from tests.browser.test_look_pages import looked_at
from tests.factory import a_club, a_match, a_member, some_players
from tests.screens import Screens

pytestmark = [pytest.mark.variants, pytest.mark.django_db(transaction=True), pytest.mark.needs("chromium")]


@pytest.fixture
def member() -> User:
    """A night of two tables with long names, a late guest and a tag; and the next night, still empty."""
    club = a_club()
    players = some_players(club, 10, AWKWARD)
    began = datetime(2026, 11, 26, 18, 30, tzinfo=UTC)
    night = Night.objects.create(club=club, starts_at=began, place="The back room", name="Birthday night")
    first = a_match(club, players[:5], seed=12, plan=(1, 2, 3, 4, 3, 2, 1), night=night, table="1")
    a_match(club, players[5:], seed=3, plan=(1, 2, 3, 2, 1), night=night, table="2")
    night.refresh_from_db()
    late = night.starts_at + timedelta(minutes=40)
    Attendance.objects.create(night=night, player=players[5], arrived_at=late, host=players[2])
    Tag.objects.create(match=first, round=2, term="kobayashi-maru", player=players[5])
    Night.objects.create(club=club, starts_at=began + timedelta(days=7))
    return a_member(club, Role.MEMBER)


def pages() -> list[str]:
    """The reports of both nights."""
    return [f"/c/kennel/nights/{night.pk}/report/" for night in Club.objects.get().nights.order_by("starts_at")]


@pytest.mark.thorough
def test_the_report_passes_axe_and_fits(screens: Screens, member: User) -> None:
    troubles = []
    for number, path in enumerate(pages()):
        troubles += looked_at(screens, member, f"report-{number}", path)
    assert troubles == []


@pytest.mark.thorough
def test_large_text_is_read_by_scrolling_down(screens: Screens, member: User) -> None:
    wide = [path for path in pages() if large(screens, member, path).evaluate(WIDTH) > PHONE]
    assert wide == []
