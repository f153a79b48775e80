"""A player's photo in the API."""

from http import HTTPStatus
from typing import Any

import pytest

from clubs.member_photos import SquarePhoto, read_square
from clubs.models import Club, MemberPhoto, Membership, Role, ShowPhotos
from tests.dogclub.api.kennel import Kennel, Program, a_kennel
from tests.pictures import a_picture, opened

pytestmark = [pytest.mark.django_db, pytest.mark.only("sqlite")]


@pytest.fixture
def kennel() -> Kennel:
    kennel = a_kennel()
    kennel.club.photos = ShowPhotos.MEMBERS
    kennel.club.save()
    return kennel


@pytest.fixture
def bea(kennel: Kennel) -> Program:
    """A client with the key of the member who plays as the first player."""
    person = kennel.person(Role.SCOREKEEPER)
    Membership.objects.filter(club=kennel.club, role=Role.SCOREKEEPER).update(player=kennel.players[0])
    return person


def test_a_member_puts_reads_and_removes_it(kennel: Kennel, bea: Program) -> None:
    player = f"clubs/kennel/players/{kennel.players[0].pk}"
    photo, before = f"{player}/photo", bea.get(player)
    assert (before.json()["photo"], bea.get(photo, Accept="image/jpeg").status_code) == (None, 404)
    assert bea.hand_in(photo, a_picture(), "image/png", "PUT").status_code == HTTPStatus.NO_CONTENT
    sent = bea.get(photo, Accept="image/jpeg")
    assert (sent["Content-Type"], opened(sent.content).size) == ("image/jpeg", (256, 256))
    assert bea.get(photo, Accept="image/jpeg", If_None_Match=sent["ETag"]).status_code == HTTPStatus.NOT_MODIFIED
    after = bea.get(player, If_None_Match=before["ETag"])
    listed = bea.get("clubs/kennel/players").json()["players"]
    assert after.json()["photo"] == next(each["photo"] for each in listed if each["photo"])
    assert after.json()["photo"] == f"/api/v1/{photo}"
    assert bea.delete(photo, If_Match=before["ETag"]).status_code == HTTPStatus.PRECONDITION_FAILED
    assert bea.delete(photo).status_code == HTTPStatus.NO_CONTENT
    assert bea.get(player).json()["photo"] is None


def test_what_cannot_be_is_told(kennel: Kennel, bea: Program) -> None:
    mine, other = (f"clubs/kennel/players/{each.pk}/photo" for each in kennel.players[:2])
    for content, status, code in ((b"<svg/>", 422, "invalid"), (bytes(10_000_001), 413, "too-large")):
        refused = bea.hand_in(mine, content, "application/octet-stream", "PUT")
        assert (refused.status_code, refused.json()["error"]["code"]) == (status, code)
    assert bea.hand_in(other, a_picture(), "image/png", "PUT").status_code == HTTPStatus.FORBIDDEN
    assert kennel.program().hand_in(mine, a_picture(), "image/png", "PUT").status_code == HTTPStatus.FORBIDDEN
    assert bea.delete(other).status_code == HTTPStatus.FORBIDDEN
    bea.hand_in(mine, a_picture(), "image/png", "PUT")
    kennel.club.photos = ShowPhotos.NOBODY
    kennel.club.save()
    assert bea.hand_in(mine, a_picture(), "image/png", "PUT").json()["error"]["code"] == "refused"
    assert bea.get(mine, Accept="image/jpeg").status_code == HTTPStatus.NOT_FOUND
    assert bea.get(mine.removesuffix("/photo")).json()["photo"] is None
    assert kennel.program().delete(mine).status_code == HTTPStatus.NO_CONTENT


def test_a_photo_is_refused_where_photos_were_turned_off_while_it_was_read(
    kennel: Kennel, bea: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    def read_slowly(*given: Any) -> SquarePhoto:
        Club.objects.update(photos=ShowPhotos.NOBODY)
        return read_square(*given)

    monkeypatch.setattr("dogclub.api.people.read_square", read_slowly)
    mine = f"clubs/kennel/players/{kennel.players[0].pk}/photo"
    assert bea.hand_in(mine, a_picture(), "image/png", "PUT").json()["error"]["code"] == "refused"
    assert not MemberPhoto.objects.exists()
