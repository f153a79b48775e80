"""The scoring device of a match in the API."""

from typing import Any
from uuid import UUID, uuid4

import pytest
from django.utils import timezone
from django.utils.dateparse import parse_datetime

from clubs.models import Membership, Role, Scope
from games import scoring_device
from games.models import Match, ScorekeeperLock
from tests.dogclub.api.kennel import Kennel, a_kennel
from tests.factory import a_club, a_member

pytestmark = pytest.mark.django_db
PEN = UUID("6f9a1c52-8d0e-4b39-9a51-0c1c8f5f4a10")
NOBODY = {"device": None, "since": None}


@pytest.fixture
def kennel() -> Kennel:
    return a_kennel()


@pytest.fixture
def match(kennel: Kennel) -> Match:
    return kennel.going


def read(kennel: Kennel, scope: Scope = Scope.RESULTS, **headers: str) -> Any:
    return kennel.program(scope).get(f"matches/{kennel.going.pk}/pencil", **headers)


def test_nobody_holds_it(kennel: Kennel, match: Match) -> None:
    assert read(kennel).json() == NOBODY
    scoring_device.keep_unsaved_form(match.pk, PEN, "half a bid")
    assert read(kennel).json() == NOBODY


def test_a_device_is_told_by_its_name_and_nothing_else(kennel: Kennel, match: Match) -> None:
    scoring_device.take(match.pk, PEN, a_member(kennel.club, Role.SCOREKEEPER), "a phone")
    scoring_device.keep_unsaved_form(match.pk, PEN, "half a bid")
    answer = read(kennel)
    assert answer.json()["device"] == "scorekeeper@kennel.example’s phone"
    assert parse_datetime(answer.json()["since"]) == ScorekeeperLock.objects.get().taken_at
    assert str(PEN) not in answer.content.decode()
    assert "half a bid" not in answer.content.decode()


def test_another_edition_when_it_goes_on(kennel: Kennel, match: Match) -> None:
    scoring_device.take(match.pk, PEN, None, "“by the window”")
    tag = read(kennel)["ETag"]
    assert read(kennel, if_none_match=tag).status_code == 304
    scoring_device.take(match.pk, uuid4(), None, "“at the bar”")
    answer = read(kennel, if_none_match=tag)
    assert (answer.status_code, answer.json()["device"]) == (200, "“at the bar”")


def test_whoever_has_left_the_club_has_taken_the_name_along(kennel: Kennel, match: Match) -> None:
    scoring_device.take(match.pk, PEN, a_member(kennel.club, Role.SCOREKEEPER), "a phone")
    Membership.objects.all().delete()
    assert read(kennel).json()["device"] == "a phone"


def test_only_members_are_told(kennel: Kennel, match: Match) -> None:
    kennel.club.history_is_open = True
    kennel.club.save()
    scoring_device.take(match.pk, PEN, None, "“by the window”")
    assert read(kennel, Scope.TONIGHT).status_code == 403
    elsewhere = Kennel(a_club("elsewhere"), [], kennel.season, kennel.night, match, match)
    assert read(elsewhere).status_code == 403


def test_it_says_who_had_it_last_when_the_match_is_over(kennel: Kennel, match: Match) -> None:
    scoring_device.take(match.pk, PEN, None, "“by the window”")
    Match.objects.filter(pk=match.pk).update(finished_at=timezone.now())
    assert read(kennel).json()["device"] == "“by the window”"
