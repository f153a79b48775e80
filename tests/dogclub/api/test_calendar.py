"""Seasons, nights and attendance in the API."""

from datetime import timedelta
from http import HTTPStatus

import pytest
from django.test import override_settings
from django.utils import timezone

from clubs.models import Night, Player, Scope, Season
from tests.dogclub.api.kennel import Kennel, Program, a_kennel

pytestmark = pytest.mark.django_db
NIGHTS, SEASONS = "clubs/kennel/nights", "clubs/kennel/seasons"


@pytest.fixture
def kennel() -> Kennel:
    return a_kennel()


@pytest.fixture
def program(kennel: Kennel) -> Program:
    return kennel.program()


def test_a_season_is_written_changed_and_closed(program: Program) -> None:
    added = program.post(SEASONS, {"name": "Spring 2031", "starts_on": "2031-01-01", "ends_on": "2031-05-31"})
    assert added.status_code == HTTPStatus.CREATED, added.json()
    path = f"{SEASONS}/{added.json()['id']}"
    assert program.patch(path, {"ends_on": "2031-06-30"}).json()["ends_on"] == "2031-06-30"
    assert program.patch(path, {"closed": True}).json()["closed"] is True
    refused = program.patch(path, {"name": "Summer"})
    assert (refused.status_code, refused.json()["error"]["code"]) == (HTTPStatus.CONFLICT, "refused")
    assert program.patch(path, {"closed": False, "name": "Summer"}).json()["name"] == "Summer"


def test_seasons_never_overlap(kennel: Kennel, program: Program) -> None:
    day = kennel.season.starts_on.isoformat()
    answer = program.post(SEASONS, {"name": "Another", "starts_on": day, "ends_on": day})
    assert (answer.status_code, answer.json()["error"]["field"]) == (HTTPStatus.UNPROCESSABLE_ENTITY, "starts_on")
    assert Season.objects.count() == 1


def test_a_night_is_written_changed_called_off_and_on(program: Program) -> None:
    added = program.post(NIGHTS, {"starts_at": "2031-03-06T19:30:00Z", "place": " The  barn "})
    assert added.status_code == HTTPStatus.CREATED, added.json()
    path = f"{NIGHTS}/{added.json()['id']}"
    assert (added.json()["starts_at"], added.json()["place"]) == ("2031-03-06T19:30:00Z", "The barn")
    assert program.patch(path, {"name": "The final"}).json()["title"] == "The final"
    assert program.post(f"{path}/call-off").json()["called_off_at"]
    assert program.post(f"{path}/call-on").json()["called_off_at"] is None


@override_settings(MAIL_IS_SENT=True)
def test_those_without_an_answer_are_reminded_once_a_day(program: Program) -> None:
    path = f"{NIGHTS}/{program.post(NIGHTS, {'starts_at': '2031-03-06T19:30:00Z'}).json()['id']}/remind"
    assert program.post(path).json()["reminded_at"]
    again = program.post(path)
    assert (again.status_code, again.json()["error"]["code"]) == (HTTPStatus.CONFLICT, "refused")


def test_a_night_somebody_came_to_keeps_its_start(kennel: Kennel, program: Program) -> None:
    path = f"{NIGHTS}/{kennel.night.pk}"
    moved = program.patch(path, {"starts_at": (kennel.night.starts_at + timedelta(hours=1)).isoformat()})
    assert (moved.status_code, moved.json()["error"]["field"]) == (HTTPStatus.UNPROCESSABLE_ENTITY, "starts_at")
    assert program.post(f"{path}/call-off").status_code == HTTPStatus.CONFLICT


@pytest.mark.parametrize("moment", ["2031-03-06T19:30:20Z", "2031-03-06T19:30:00", "0001-01-01T00:00:00+14:00", "soon"])
def test_no_night_starts_then(moment: str, program: Program) -> None:
    before = Night.objects.count()
    assert program.post(NIGHTS, {"starts_at": moment}).status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    assert Night.objects.count() == before


def test_somebody_is_here_comes_late_stays_away_and_leaves(kennel: Kennel) -> None:
    program, path = kennel.program(Scope.RECORD), f"{NIGHTS}/{kennel.night.pk}/attendance"
    late = (timezone.now() + timedelta(hours=1)).replace(microsecond=0)
    who = kennel.players[6].pk
    states = [
        program.put(f"{path}/{who}", {"state": state, **more}).json()["state"]
        for state, more in (("late", {"expected_at": late}), ("here", {}), ("left", {}), ("away", {}))
    ]
    assert states == ["late", "here", "left", "away"]
    there = program.get(f"{NIGHTS}/{kennel.night.pk}").json()["attendance"]
    assert {each["player"]: each["state"] for each in there}[who] == "away"


def test_nobody_leaves_who_has_not_come(kennel: Kennel, program: Program) -> None:
    never = Player.objects.create(club=kennel.club, name="Nils Holm")
    answer = program.put(f"{NIGHTS}/{kennel.night.pk}/attendance/{never.pk}", {"state": "left"})
    assert (answer.status_code, answer.json()["error"]["code"]) == (HTTPStatus.CONFLICT, "refused")
    assert "Nils Holm was never here" in answer.json()["detail"]


def test_whoever_sits_at_a_table_does_not_stay_away(kennel: Kennel, program: Program) -> None:
    path = f"{NIGHTS}/{kennel.night.pk}/attendance/{kennel.players[0].pk}"
    answer = program.put(path, {"state": "away"})
    assert (answer.status_code, answer.json()["error"]["code"]) == (HTTPStatus.CONFLICT, "refused")


def test_a_trophy_is_passed_on_with_a_reason(kennel: Kennel, program: Program) -> None:
    bone = kennel.club.trophies.get(name="Golden Bone")
    path, player = f"clubs/kennel/trophies/{bone.pk}", kennel.players[3]
    passed = program.post(f"{path}/pass", {"player": player.pk, "reason": "for the song"})
    assert passed.status_code == HTTPStatus.CREATED, passed.json()
    assert [holder["player"] for holder in passed.json()["holders"]] == [player.pk]
    again = program.post(f"{path}/pass", {"player": player.pk, "reason": "for the song"})
    assert again.status_code == HTTPStatus.CONFLICT
    chain = program.get(f"{path}?limit=1").json()
    assert [(link["player"], link["reason"]) for link in chain["chain"]] == [(player.pk, "for the song")]
    before = program.get(chain["next"].partition("/api/v1/")[2]).json()["chain"][0]
    assert (before["reason"], before["days"]) == ("for the cake", 0)
