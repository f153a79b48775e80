"""The hours in which scorekeepers may correct a final sheet, exactly until they are over, on the pages and over the
API.
"""

from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import uuid4

import pytest
import time_machine
from django.test import Client

from clubs.models import Club, Confirm, Role
from games.models import Match
from tests.games.confirmation.parts import a_careful_club, complete, confirmed, signed_in, state_of

pytestmark = pytest.mark.django_db
FINAL = datetime(2026, 11, 26, 21, tzinfo=UTC)
HOURS, TICK = timedelta(hours=2), timedelta(microseconds=1)
EDGES = [(timedelta(), True), (HOURS - TICK, True), (HOURS, False), (HOURS + TICK, False)]


@pytest.fixture(params=[Confirm.NOBODY, Confirm.EVERY_SEAT])
def match(request: pytest.FixtureRequest) -> Match:
    """A final match in a club with two correction hours."""
    match = complete(a_careful_club(request.param, correction_hours=2))
    if match.is_waiting:
        confirmed(match, 0, 1, 2, 3)
    Match.objects.update(finished_at=FINAL)
    match.refresh_from_db()
    return match


def rewritten(client: Client, match: Match) -> int:
    """The status of the API response to writing the last line again with the same payload."""
    last = state_of(match).live[-1]
    draft = {"id": str(uuid4()), "number": last.number, "kind": last.kind, "payload": last.payload}
    body: dict[str, Any] = {"version": match.version, "drafts": [draft]}
    path = f"/api/v1/matches/{match.pk}/entries"
    return client.post(path, body, content_type="application/json").status_code


def pages(match: Match) -> list[str]:
    """The paths of the pages that change a match."""
    last = state_of(match).live[-1].number
    return [f"/m/{match.pk}/history/{last}/take-back/", f"/m/{match.pk}/correct/1/", f"/m/{match.pk}/table/"]


@pytest.mark.parametrize(("ago", "may"), EDGES)
def test_scorekeepers_correct_until_the_hours_are_over(match: Match, ago: timedelta, *, may: bool) -> None:
    with time_machine.travel(FINAL + ago, tick=False):
        keeper = signed_in(match.club, Role.SCOREKEEPER)
        told = "Scorekeepers can correct it until" in keeper.get(f"/m/{match.pk}/").content.decode()
        assert told == may
        assert [keeper.get(path).status_code for path in pages(match)] == [200 if may else 403] * 3
        sent = keeper.post(pages(match)[0], {"version": match.version, "entry": uuid4()})
        assert (sent.status_code == 403) != may


@pytest.mark.both_databases
@pytest.mark.parametrize(("ago", "may"), EDGES)
def test_programs_correct_until_the_hours_are_over(match: Match, ago: timedelta, *, may: bool) -> None:
    with time_machine.travel(FINAL + ago, tick=False):
        keeper, asks = signed_in(match.club, Role.SCOREKEEPER), match.confirm == Confirm.EVERY_SEAT
        assert rewritten(keeper, match) == (201 if may else 403)
        assert state_of(match).match.is_waiting == (may and asks)


@pytest.mark.parametrize("ago", [HOURS, timedelta(days=400)])
def test_organisers_correct_it_for_ever(match: Match, ago: timedelta) -> None:
    with time_machine.travel(FINAL + ago, tick=False):
        office = signed_in(match.club, Role.ORGANISER)
        assert "Scorekeepers can correct" not in office.get(f"/m/{match.pk}/").content.decode()
        assert [office.get(path).status_code for path in pages(match)] == [200] * 3
        assert rewritten(office, match) == 201
        assert state_of(match).match.finished_at == FINAL


@pytest.mark.parametrize("ago", [timedelta(), HOURS])
def test_members_never_do(match: Match, ago: timedelta) -> None:
    with time_machine.travel(FINAL + ago, tick=False):
        member = signed_in(match.club, Role.MEMBER)
        assert [member.get(path).status_code for path in pages(match)] == [403] * 3
        assert rewritten(member, match) == 403


def test_no_hours_at_all_are_over_at_once(match: Match) -> None:
    Club.objects.update(correction_hours=0)
    with time_machine.travel(FINAL, tick=False):
        assert rewritten(signed_in(match.club, Role.SCOREKEEPER), match) == 403
