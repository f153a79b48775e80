"""Clubs and players in the API: read, written, and refused with the same messages as on the pages."""

from http import HTTPStatus
from typing import Any

import pytest
from django.utils import timezone
from pytest_django.fixtures import Settings

from clubs.models import Invitation, Player, Role, Scope
from dogclub.models import Job
from dogclub.new_members.add import MOST_A_DAY
from tests.dogclub.api.kennel import Kennel, Program, a_kennel
from tests.factory import a_club

pytestmark = pytest.mark.django_db
PLAYERS = "clubs/kennel/players"


@pytest.fixture
def kennel() -> Kennel:
    return a_kennel()


def test_a_key_of_a_club_knows_that_club_alone(kennel: Kennel) -> None:
    a_club("friday")
    found = kennel.program(Scope.RECORD).get("clubs").json()
    assert [(club["slug"], club["role"], club["can_record"]) for club in found["clubs"]] == [
        ("kennel", "scorekeeper", True)
    ]
    assert kennel.program().get("clubs/friday").status_code == HTTPStatus.NOT_FOUND


def test_a_key_of_a_person_may_no_more_than_the_person(kennel: Kennel) -> None:
    found = kennel.person(Role.MEMBER, Scope.ORGANISE).get("clubs/kennel").json()
    assert (found["role"], found["can_record"], found["can_organise"]) == ("member", False, False)


def test_nobody_without_a_key_reads_anything(kennel: Kennel) -> None:
    for path in ("clubs", "clubs/kennel", PLAYERS, f"matches/{kennel.going.pk}"):
        assert Program().get(path).status_code in (HTTPStatus.UNAUTHORIZED, HTTPStatus.FORBIDDEN)


def test_the_games_of_the_house_are_open_to_all() -> None:
    games = Program().get("games").json()["games"]
    assert {game["key"]: (game["least"], game["most"]) for game in games}["dirty-dog"] == (2, 10)


def test_a_player_is_written_read_and_changed(kennel: Kennel) -> None:
    program = kennel.program()
    added = program.post(PLAYERS, {"name": "  Rex  Tan ", "initials": "RT", "colour": "green"})
    assert added.status_code == HTTPStatus.CREATED
    path = f"{PLAYERS}/{added.json()['id']}"
    assert program.get(path).json() == added.json()
    assert (added.json()["name"], added.json()["state"], added.json()["guest"]) == ("Rex Tan", "plays", False)
    changed = program.patch(path, {"nickname": "the elder", "resting": True}).json()
    assert (changed["label"], changed["state"], changed["colour"]) == ("Rex Tan (the elder)", "rests", "green")
    assert changed["called_before"] == ["Rex Tan"]


def test_what_was_read_is_what_is_changed(kennel: Kennel) -> None:
    program, path = kennel.program(), f"{PLAYERS}/{kennel.players[0].pk}"
    tag = program.get(path)["ETag"]
    kept = program.patch(path, {"initials": "B"}, If_Match=tag)
    assert kept.status_code == HTTPStatus.OK, kept.json()
    assert program.patch(path, {"initials": "C"}, If_Match=tag).status_code == HTTPStatus.PRECONDITION_FAILED
    assert program.get(path).json()["initials"] == "B"


BAD: dict[str, tuple[Any, int, str]] = {
    "no name": ({}, 422, "name"),
    "an empty name": ({"name": ""}, 422, "name"),
    "a name of spaces": ({"name": "   "}, 422, "name"),
    "a name that cannot be printed": ({"name": "a\u0007b"}, 422, "name"),
    "a name without end": ({"name": "a" * 61}, 422, "name"),
    "a name that stands there already": ({"name": "bea marlowe"}, 422, "name"),
    "a colour nobody has": ({"name": "Rex", "colour": "pink"}, 422, "colour"),
    "a guest in words": ({"name": "Rex", "guest": "yes"}, 422, "guest"),
    "an unknown key": ({"name": "Rex", "points": 3}, 422, "points"),
}


@pytest.mark.parametrize("case", BAD)
def test_bad_input_is_told_what_is_wrong_and_writes_nothing(case: str, kennel: Kennel) -> None:
    body, status, field = BAD[case]
    before = Player.objects.count()
    answer = kennel.program().post(PLAYERS, body)
    assert answer.status_code == status, answer.json()
    assert answer["Content-Type"] == "application/problem+json"
    assert answer.json()["error"].get("field", "") == field
    assert Player.objects.count() == before


@pytest.mark.parametrize("scope", [Scope.TONIGHT, Scope.RESULTS])
def test_a_key_that_only_reads_writes_nothing(scope: Scope, kennel: Kennel) -> None:
    answer = kennel.program(scope).post(PLAYERS, {"name": "Rex"})
    assert (answer.status_code, answer.json()["error"]["code"]) == (HTTPStatus.FORBIDDEN, "scope")


def test_changing_a_player_is_for_organisers(kennel: Kennel) -> None:
    path = f"{PLAYERS}/{kennel.players[0].pk}"
    assert kennel.program(Scope.RECORD).patch(path, {"initials": "B"}).status_code == HTTPStatus.FORBIDDEN
    assert kennel.person(Role.SCOREKEEPER).patch(path, {"initials": "B"}).status_code == HTTPStatus.FORBIDDEN


def test_a_body_says_that_it_is_json(kennel: Kennel) -> None:
    from django.test import Client

    program = kennel.program()
    answer = Client().post(
        f"/api/v1/{PLAYERS}",
        "name=Rex",
        content_type="text/plain",
        headers={"Authorization": f"Bearer {program.token}"},
    )
    assert answer.status_code == HTTPStatus.UNSUPPORTED_MEDIA_TYPE


def test_a_list_is_read_page_by_page(kennel: Kennel) -> None:
    program, seen, path = kennel.program(), [], f"{PLAYERS}?limit=4"
    while path:
        page = program.get(path).json()
        seen += [player["id"] for player in page["players"]]
        path = (page["next"] or "").partition("/api/v1/")[2]
    assert seen == [player.pk for player in kennel.players]


MEMBERS = "clubs/kennel/members"


def test_members_are_added_as_previewed(kennel: Kennel, settings: Settings) -> None:
    settings.MAIL_IS_SENT = True
    settings.EMAIL_BACKEND = "dogclub.notify.mail.QueuedMail"
    people = [{"name": "Hal Brook", "email": "hal@brook.example"}, {"name": "Lia Ash", "email": "lia@ash"}]
    program, before = kennel.program(), kennel.club.players.count()
    seen = program.post(MEMBERS, {"people": people, "preview": True}).json()
    assert [(each["outcome"], each["new"]) for each in seen["people"]] == [("invited", True), ("no-invitation", True)]
    assert "“lia@ash” is not an email address." in seen["people"][1]["problem"]
    assert (kennel.club.players.count(), Job.objects.count()) == (before, 0)
    assert program.post(MEMBERS, {"people": people, "keep_score": True}).json() == seen
    assert (seen["added"], seen["invited"]) == (2, 1)
    assert Invitation.objects.get().role == Role.SCOREKEEPER
    assert Job.objects.get().asked["to"] == ["hal@brook.example"]
    again = program.post(MEMBERS, {"people": people}).json()
    assert (again["added"], again["invited"], Job.objects.count()) == (0, 0, 1)


def test_a_question_about_a_member_is_answered(kennel: Kennel) -> None:
    player = Player.objects.get(club=kennel.club, name="Wilhelmina Featherstonehaugh-Oyelaran")
    program, wil = kennel.program(), {"name": "Wil Oyelaran"}
    (asked,) = program.post(MEMBERS, {"people": [wil]}).json()["people"]
    assert (asked["outcome"], asked["candidates"]) == ("question", [player.pk])
    (same,) = program.post(MEMBERS, {"people": [{**wil, "player": player.pk}]}).json()["people"]
    assert (same["outcome"], same["player"], same["new"]) == ("here", player.pk, False)
    (another,) = program.post(MEMBERS, {"people": [{**wil, "is_another": True}]}).json()["people"]
    assert (another["outcome"], another["new"]) == ("added", True)


def test_too_many_invitations_in_a_day_are_refused(kennel: Kennel, settings: Settings) -> None:
    settings.MAIL_IS_SENT = True
    Invitation.objects.bulk_create(Invitation(club=kennel.club, sent_at=timezone.now()) for _ in range(MOST_A_DAY))
    answer = kennel.program().post(MEMBERS, {"people": [{"name": "Hal Brook", "email": "hal@brook.example"}]})
    assert answer.status_code == HTTPStatus.CONFLICT
    assert (
        answer.json()["error"]["message"] == "At most 300 invitations are sent in 24 hours. Send the others tomorrow."
    )
    assert not Player.objects.filter(name="Hal Brook").exists()
