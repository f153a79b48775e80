"""Comments in the API: listed, added, edited, deleted."""

from http import HTTPStatus

import pytest
from django.test import Client
from django.utils import timezone

from clubs.models import Club, Membership, Night, Player, Role, User
from games.models import Comment
from tests.dogclub.api.kennel import Kennel, a_kennel
from tests.factory import a_match, some_players

pytestmark = [pytest.mark.django_db, pytest.mark.only("sqlite")]
JSON = "application/json"


@pytest.fixture
def kennel() -> Kennel:
    found = a_kennel()
    Club.objects.update(has_comments=True)
    found.club.refresh_from_db()
    return found


def a_client(kennel: Kennel, name: str, role: Role = Role.MEMBER) -> Client:
    client = Client()
    user = User.objects.create_user(f"{name.split()[0].lower()}@kennel.example")
    player = Player.objects.create(club=kennel.club, name=name)
    Membership.objects.create(club=kennel.club, user=user, role=role, player=player)
    client.force_login(user)
    return client


def addresses(kennel: Kennel) -> tuple[str, str]:
    night = Night.objects.create(club=kennel.club, starts_at=timezone.now())
    match = a_match(kennel.club, some_players(kennel.club, 3, ("Ann", "Ben", "Cy")), plan=(1,))
    return f"/api/v1/clubs/kennel/nights/{night.pk}/comments", f"/api/v1/matches/{match.pk}/comments"


def test_written_listed_edited_and_deleted(kennel: Kennel) -> None:
    ada, bo = a_client(kennel, "Ada Reyes"), a_client(kennel, "Bo Lind")
    for address in addresses(kennel):
        assert ada.get(address).json() == {"comments": [], "next": None}
        made = ada.post(address, {"text": " Four of  four. "}, content_type=JSON)
        assert (made.status_code, made.json()["text"]) == (HTTPStatus.CREATED, "Four of four.")
        bo.post(address, {"text": "Recount!"}, content_type=JSON)
        found = ada.get(address)
        rows = found.json()["comments"]
        assert [(row["name"], row["text"]) for row in rows] == [
            ("Ada Reyes", "Four of four."),
            ("Bo Lind", "Recount!"),
        ]
        one = f"/api/v1/clubs/kennel/comments/{made.json()['id']}"
        assert bo.put(one, {"text": "x"}, content_type=JSON).status_code == HTTPStatus.FORBIDDEN
        assert bo.delete(one).status_code == HTTPStatus.FORBIDDEN
        edited = ada.put(one, {"text": "Five of five."}, content_type=JSON).json()
        assert (edited["text"], edited["edited_at"] is None) == ("Five of five.", False)
        tag = found.headers["ETag"]
        assert ada.get(address, headers={"If-None-Match": tag}).status_code == HTTPStatus.OK
        assert ada.delete(one).status_code == HTTPStatus.NO_CONTENT
    assert Comment.objects.count() == 2


def test_organisers_delete_any(kennel: Kennel) -> None:
    night, _ = addresses(kennel)
    made = a_client(kennel, "Ada Reyes").post(night, {"text": "Woof."}, content_type=JSON).json()
    organiser = a_client(kennel, "Ola Ford", Role.ORGANISER)
    one = f"/api/v1/clubs/kennel/comments/{made['id']}"
    assert organiser.put(one, {"text": "x"}, content_type=JSON).status_code == HTTPStatus.FORBIDDEN
    assert organiser.delete(one).status_code == HTTPStatus.NO_CONTENT


def test_what_is_refused_says_why(kennel: Kennel) -> None:
    ada = a_client(kennel, "Ada Reyes")
    for address in addresses(kennel):
        bad = ada.post(address, {"text": "turned \u202e round"}, content_type=JSON)
        assert "reverses text" in bad.json()["detail"]
        assert ada.post(address, {"text": "x" * 501}, content_type=JSON).status_code == HTTPStatus.UNPROCESSABLE_ENTITY
        Club.objects.update(has_comments=False)
        off = ada.post(address, {"text": "Woof."}, content_type=JSON)
        assert off.json()["detail"] == "Comments are turned off in this club, so this was not posted."
        assert ada.get(address).status_code == HTTPStatus.NOT_FOUND
        Club.objects.update(has_comments=True)
    assert not Comment.objects.exists()


def test_an_owner_turns_them_on(kennel: Kennel) -> None:
    Club.objects.update(has_comments=False)
    owner = a_client(kennel, "Ola Ford", Role.OWNER)
    path = "/api/v1/clubs/kennel/settings"
    assert owner.get(path).json()["has_comments"] is False
    changed = owner.patch(path, {"has_comments": True}, content_type=JSON)
    assert changed.json()["has_comments"] is True
    assert Club.objects.get(slug="kennel").has_comments
