"""What one's own devices are notified of, through the API."""

import pytest

from clubs.models import Role
from dogclub.models import PushSettings
from tests.dogclub.api.kennel import Kennel, a_kennel

pytestmark = pytest.mark.django_db
MINE = "clubs/kennel/notifications/mine"


@pytest.fixture
def kennel() -> Kennel:
    return a_kennel()


def test_a_member_reads_and_changes_the_own_choice(kennel: Kennel) -> None:
    member = kennel.person(Role.MEMBER)
    read = member.get(MINE).json()
    assert read == {
        **dict.fromkeys(("night", "seat", "confirmation", "trophy"), False),
        "quiet_from": 22,
        "quiet_until": 8,
        "devices": 0,
    }
    changed = member.patch(MINE, {"seat": True, "quiet_until": 7})
    assert (changed.status_code, changed.json()) == (200, {**read, "seat": True, "quiet_until": 7})
    assert PushSettings.objects.get().seat


@pytest.mark.parametrize("body", [{"quiet_from": 24}, {"digest": True}, {"night": "yes"}])
def test_what_there_is_not_is_refused(kennel: Kennel, body: dict[str, object]) -> None:
    assert kennel.person(Role.MEMBER).patch(MINE, body).status_code == 422


def test_a_clubs_key_stands_for_nobody(kennel: Kennel) -> None:
    assert kennel.program().get(MINE).status_code == 409
