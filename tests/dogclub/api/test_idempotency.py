"""Idempotency-Key: a POST that is sent again gets its first response, and makes nothing twice."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from clubs.models import Club, Night, Player, Role, Scope
from clubs.players.anonymise import anonymise_player
from dogclub.api.http import endpoint
from dogclub.models import IdempotencyKey, Webhook
from tests.dogclub.api.programs import Program, a_program, somebody
from tests.factory import some_players

pytestmark = pytest.mark.django_db
NIGHTS, HOOKS = "/api/v1/clubs/kennel/nights", "/api/v1/clubs/kennel/hooks"
BODY = '{"starts_at": "2027-01-14T19:30:00Z"}'
KEY = '"8e03978e-40d5-43dd-bc93-6894a57f9324"'


@pytest.fixture
def program(club: Club) -> Program:
    return a_program(somebody(club, Role.ORGANISER), Scope.ORGANISE)


def post(program: Program, body: str = BODY, key: str = KEY, address: str = NIGHTS) -> Any:
    return program.ask(address, "POST", body, Idempotency_Key=key)


def test_the_same_request_again_gets_the_first_response(club: Club, program: Program) -> None:
    first, again = post(program), post(program)
    assert (first.status_code, again.status_code, again.json()) == (201, 201, first.json())
    assert (again["Location"], again["Idempotency-Replayed"]) == (first["Location"], "true")
    assert "Idempotency-Replayed" not in first
    assert Night.objects.filter(club=club).count() == 1


def test_a_secret_that_is_shown_once_comes_again_and_is_stored_encrypted(club: Club, program: Program) -> None:
    first, again = (post(program, '{"url": "https://hooks.example/in"}', address=HOOKS) for _ in range(2))
    assert (first.status_code, again.json()["secret"]) == (201, first.json()["secret"])
    assert Webhook.objects.count() == 1
    assert first.json()["secret"] not in IdempotencyKey.objects.get().response


def test_another_body_under_the_key_is_refused(program: Program) -> None:
    post(program)
    other = post(program, BODY.replace("14", "15"))
    assert (other.status_code, other.json()["error"]["code"]) == (422, "idempotency-key")
    assert Night.objects.count() == 1


def test_a_key_counts_for_its_requester_alone(club: Club, program: Program) -> None:
    post(program)
    assert post(a_program(club, Scope.ORGANISE), BODY.replace("14", "15")).status_code == 201
    assert Night.objects.count() == 2


def test_a_refused_request_may_be_mended_under_its_key(program: Program) -> None:
    assert post(program, '{"starts_at": "soon"}').status_code in (400, 422)
    assert IdempotencyKey.objects.count() == 0
    assert post(program).status_code == 201


@pytest.mark.parametrize("key", ["", "a b", "x" * 256, "ä"])
def test_a_key_without_text_or_too_long_is_refused(key: str, program: Program) -> None:
    refused = post(program, key=key)
    assert (refused.status_code, refused.json()["error"]["code"]) == (400, "idempotency-header")
    assert Night.objects.count() == 0


def test_without_the_header_nothing_is_kept(program: Program) -> None:
    program.ask(NIGHTS, "POST", BODY)
    assert IdempotencyKey.objects.count() == 0


def test_after_a_day_it_is_forgotten(program: Program) -> None:
    post(program)
    assert endpoint.clear_away() == 0
    IdempotencyKey.objects.update(created_at=timezone.now() - timedelta(days=1, minutes=1))
    assert endpoint.clear_away() == 1


def test_a_name_that_is_erased_is_in_no_stored_response(club: Club, program: Program) -> None:
    post(program, '{"name": "Juno Marsh"}', address="/api/v1/clubs/kennel/players")
    some_players(club, 1)
    anonymise_player(Player.objects.get(club=club, name="Juno Marsh"))
    assert IdempotencyKey.objects.count() == 0
