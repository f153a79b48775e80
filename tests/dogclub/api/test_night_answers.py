"""Sign-ups for a night in the API."""

from datetime import timedelta
from http import HTTPStatus

import pytest
from django.test import Client
from django.utils import timezone
from django.utils.dateparse import parse_datetime

from clubs.models import Membership, Night, NightAnswer, Player, Role, User
from tests.dogclub.api.kennel import Kennel, a_kennel

pytestmark = [pytest.mark.django_db, pytest.mark.only("sqlite")]
JSON = "application/json"


@pytest.fixture
def kennel() -> Kennel:
    return a_kennel()


@pytest.fixture
def night(kennel: Kennel) -> Night:
    return Night.objects.create(club=kennel.club, starts_at=timezone.now() + timedelta(hours=5), places=1)


def a_client(kennel: Kennel, name: str) -> Client:
    client = Client()
    player = Player.objects.create(club=kennel.club, name=name)
    user = User.objects.create_user(f"{name.split()[0].lower()}@kennel.example")
    Membership.objects.create(club=kennel.club, user=user, role=Role.MEMBER, player=player)
    client.force_login(user)
    return client


def test_two_answer_and_the_second_one_waits(kennel: Kennel, night: Night) -> None:
    address = f"/api/v1/clubs/kennel/nights/{night.pk}/answers"
    ada, bo = a_client(kennel, "Ada Reyes"), a_client(kennel, "Bo Lind")
    first = ada.put(f"{address}/mine", {"answer": "yes", "note": "on time"}, content_type=JSON)
    assert (first.status_code, first.json()["has_place"]) == (HTTPStatus.OK, True)
    assert bo.put(f"{address}/mine", {"answer": "yes"}, content_type=JSON).json()["has_place"] is False
    found = bo.get(address).json()
    assert (found["places"], found["taken"], found["closed"]) == (1, 1, "")
    assert parse_datetime(found["closes_at"]) == night.starts_at
    assert [(row["name"], row["has_place"]) for row in found["answers"]] == [("Ada Reyes", True), ("Bo Lind", False)]


def test_what_is_refused_says_why(kennel: Kennel, night: Night) -> None:
    address = f"/api/v1/clubs/kennel/nights/{night.pk}/answers/mine"
    ada = a_client(kennel, "Ada Reyes")
    refused = ada.put(address, {"answer": "yes", "guests": ["Hal"]}, content_type=JSON)
    assert refused.json()["detail"] == "There is 1 place in all: you and your guests are more."
    comma = ada.put(address, {"answer": "yes", "guests": ["Hal, Rex"]}, content_type=JSON)
    assert comma.json()["detail"] == "The name of a guest has no comma."
    Night.objects.update(called_off_at=timezone.now())
    off = ada.put(address, {"answer": "yes"}, content_type=JSON)
    assert off.json()["detail"] == "This night is called off. No answer is needed."
    assert not NightAnswer.objects.exists()
