"""Series of nights, guests, the club's settings and the points of a season in the API."""

from datetime import timedelta
from http import HTTPStatus
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from clubs.models import Confirm, Night, Player, Role, Scope
from leagues.models import Standing
from tests.dogclub.api.kennel import Kennel, Program, a_kennel
from tests.factory import a_member

pytestmark = [pytest.mark.django_db, pytest.mark.only("sqlite")]
CLUB = "clubs/kennel"
THURSDAYS = {"starts_at": "2031-03-06T19:30:00Z", "repeat": "weekly", "until": "2031-03-27", "place": "The barn"}
JSON = "application/json"


@pytest.fixture
def kennel() -> Kennel:
    return a_kennel()


@pytest.fixture
def program(kennel: Kennel) -> Program:
    return kennel.program()


def an_owner(kennel: Kennel) -> Client:
    client = Client()
    client.force_login(a_member(kennel.club, Role.OWNER))
    return client


def test_a_series_is_previewed_created_and_read(program: Program) -> None:
    before = Night.objects.count()
    preview = program.post(f"{CLUB}/nights/series", {**THURSDAYS, "preview": True})
    assert (preview.status_code, len(preview.json()["planned"]), preview.json()["nights"]) == (200, 4, [])
    assert Night.objects.count() == before
    program.post(f"{CLUB}/nights", {"starts_at": "2031-03-13T19:30:00Z"})
    added = program.post(f"{CLUB}/nights/series", THURSDAYS)
    assert added.status_code == HTTPStatus.CREATED, added.json()
    assert [each["taken"] for each in added.json()["planned"]] == [False, True, False, False]
    first = added.json()["nights"][0]
    listed = program.get(f"{CLUB}/nights/{first['id']}/series").json()["nights"]
    assert [each["starts_at"][:10] for each in listed] == ["2031-03-06", "2031-03-20", "2031-03-27"]
    assert {each["series"] for each in listed} == {first["series"]}
    again = program.post(f"{CLUB}/nights/series", THURSDAYS)
    assert (again.status_code, again.json()["error"]["code"]) == (HTTPStatus.CONFLICT, "refused")


def test_a_series_ends_after_a_night_and_keeps_what_somebody_wrote_down(kennel: Kennel, program: Program) -> None:
    nights = program.post(f"{CLUB}/nights/series", THURSDAYS).json()["nights"]
    program.put(f"{CLUB}/nights/{nights[3]['id']}/attendance/{kennel.players[0].pk}", {"state": "late"})
    ended = program.post(f"{CLUB}/nights/{nights[0]['id']}/series/end")
    assert ended.json() == {"removed": 2, "called_off": 1}
    left = program.get(f"{CLUB}/nights/{nights[0]['id']}/series").json()["nights"]
    assert [each["called_off_at"] is None for each in left] == [True, False]
    alone = program.post(f"{CLUB}/nights/{kennel.night.pk}/series/end")
    assert (alone.status_code, alone.json()["error"]["code"]) == (HTTPStatus.CONFLICT, "refused")
    assert program.get(f"{CLUB}/nights/{kennel.night.pk}/series").status_code == HTTPStatus.NOT_FOUND


def test_a_series_repeats_otherwise_and_a_night_says_why_it_is_off(kennel: Kennel, program: Program) -> None:
    nights = program.post(f"{CLUB}/nights/series", THURSDAYS).json()["nights"]
    path = f"{CLUB}/nights/{nights[0]['id']}/series"
    fridays = {"starts_at": "2031-03-07T19:30:00Z", "repeat": "weekly", "until": "2031-04-04"}
    preview = program.patch(path, fridays | {"preview": True}).json()
    assert ([each["what"] for each in preview["changes"]], preview["coming"]) == (["move"] * 4 + ["new"], 5)
    assert program.get(path).json()["nights"][0]["starts_at"] == nights[0]["starts_at"]
    assert program.patch(path, fridays).json() == preview
    days = [each["starts_at"][:10] for each in program.get(path).json()["nights"]]
    assert days == ["2031-03-07", "2031-03-14", "2031-03-21", "2031-03-28", "2031-04-04"]
    refused = program.patch(path, fridays | {"until": "2031-01-01"})
    assert (refused.status_code, refused.json()["error"]["field"]) == (HTTPStatus.UNPROCESSABLE_ENTITY, "until")
    off = program.post(f"{CLUB}/nights/{nights[1]['id']}/call-off", {"reason": "Fair"}).json()
    assert (off["reason"], off["moved_from"]) == ("Fair", None)
    moved = program.patch(f"{CLUB}/nights/{nights[2]['id']}", {"starts_at": "2031-03-22T19:30:00Z"}).json()
    assert moved["moved_from"] == "2031-03-21T19:30:00Z"
    alone = program.patch(f"{CLUB}/nights/{kennel.night.pk}/series", fridays)
    assert alone.status_code == HTTPStatus.NOT_FOUND


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"until": "2031-03-07"}, "until"),
        ({"until": "2099-01-01"}, "until"),
        ({"repeat": "yearly"}, "repeat"),
        ({"starts_at": "2031-03-06T19:30:20Z"}, "starts_at"),
    ],
)
def test_a_series_that_cannot_be_says_why(program: Program, change: dict[str, Any], field: str) -> None:
    before = Night.objects.count()
    refused = program.post(f"{CLUB}/nights/series", {**THURSDAYS, **change})
    assert (refused.status_code, refused.json()["error"]["field"]) == (HTTPStatus.UNPROCESSABLE_ENTITY, field)
    assert Night.objects.count() == before


def test_a_guest_comes_with_a_host(kennel: Kennel) -> None:
    program, path = kennel.program(Scope.RECORD), f"{CLUB}/nights/{kennel.night.pk}/guests"
    host = kennel.players[0]
    came = program.post(path, {"name": " Rex  Tan ", "host": host.pk})
    assert (came.status_code, came.json()["state"], came.json()["host"]) == (HTTPStatus.CREATED, "here", host.pk)
    assert Player.objects.get(pk=came.json()["player"]).is_guest
    again = program.post(path, {"name": "rex tan"}).json()
    assert (again["player"], again["host"]) == (came.json()["player"], host.pk)
    known = program.post(path, {"name": kennel.players[1].name, "host": host.pk}).json()
    assert (known["player"], known["host"]) == (kennel.players[1].pk, None)


@pytest.mark.parametrize(("body", "field"), [({"name": " "}, "name"), ({"name": "Rex", "host": 999_999}, "host")])
def test_a_guest_nobody_can_be_is_refused(kennel: Kennel, body: dict[str, Any], field: str) -> None:
    before = Player.objects.count()
    refused = kennel.program().post(f"{CLUB}/nights/{kennel.night.pk}/guests", body)
    assert (refused.status_code, refused.json()["error"]["field"]) == (HTTPStatus.UNPROCESSABLE_ENTITY, field)
    assert Player.objects.count() == before


def test_no_guest_comes_to_a_night_that_is_called_off(kennel: Kennel) -> None:
    night = Night.objects.create(club=kennel.club, starts_at=timezone.now(), called_off_at=timezone.now())
    refused = kennel.program().post(f"{CLUB}/nights/{night.pk}/guests", {"name": "Rex"})
    assert (refused.status_code, refused.json()["error"]["code"]) == (HTTPStatus.CONFLICT, "refused")


def test_the_settings_are_read_by_organisers_and_changed_by_owners(kennel: Kennel, program: Program) -> None:
    path = f"/api/v1/{CLUB}/settings"
    found = program.get(f"{CLUB}/settings")
    assert (found.json()["grace_minutes"], found.json()["confirm"]) == (10, "nobody")
    by_key = program.patch(f"{CLUB}/settings", {"grace_minutes": 15})
    assert by_key.status_code == HTTPStatus.FORBIDDEN
    owner = an_owner(kennel)
    body = {"grace_minutes": 15, "confirm": "every-seat", "guests_rank": False, "correction_hours": 24}
    changed = owner.patch(path, body, content_type=JSON)
    assert changed.status_code == HTTPStatus.OK, changed.json()
    kennel.club.refresh_from_db()
    club = kennel.club
    assert (club.grace_minutes, club.confirm, club.correction_hours) == (15, Confirm.EVERY_SEAT, 24)
    assert (club.guests_rank, club.name, changed.json()["all_time"]) == (False, "The Thursday Kennel", club.all_time)
    stale = owner.patch(path, {"grace_minutes": 5}, content_type=JSON, headers={"If-Match": found.headers["ETag"]})
    assert stale.status_code == HTTPStatus.PRECONDITION_FAILED


def test_a_club_keeps_the_edition_its_new_time_zone_gave(kennel: Kennel) -> None:
    owner, path = an_owner(kennel), f"/api/v1/{CLUB}/settings"
    changed = owner.patch(path, {"time_zone": "Asia/Tokyo", "move_nights": True}, content_type=JSON)
    assert changed.json()["time_zone"] == "Asia/Tokyo"
    assert owner.get(path).headers["ETag"] == changed.headers["ETag"]


@pytest.mark.parametrize(
    "body",
    [{"grace_minutes": 121}, {"time_zone": "Kennel/Basket"}, {"name": " "}, {"confirm": "all"}, {"colour": "red"}],
)
def test_a_setting_that_cannot_be_is_refused(kennel: Kennel, body: dict[str, Any]) -> None:
    refused = an_owner(kennel).patch(f"/api/v1/{CLUB}/settings", body, content_type=JSON)
    assert refused.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    kennel.club.refresh_from_db()
    assert (kennel.club.name, kennel.club.grace_minutes) == ("The Thursday Kennel", 10)


def test_the_points_of_a_season_are_read_and_changed(kennel: Kennel, program: Program) -> None:
    path = f"{CLUB}/seasons/{kennel.season.pk}/points/dirty-dog"
    assert program.get(path).json()["way"] == "wins"
    scheme = {"way": "places", "places": [7, 4], "coming": 2, "tie_breaks": ["wins", "meetings"]}
    changed = program.put(path, scheme)
    assert changed.status_code == HTTPStatus.OK, changed.json()
    assert (changed.json()["places"], changed.json()["shared"]) == ([7, 4], "average")
    best = Standing.objects.filter(season=kennel.season, game="dirty-dog").order_by("place").first()
    assert best
    assert best.points == 900
    kennel.season.closed_at = timezone.now() - timedelta(days=1)
    kennel.season.save(update_fields=["closed_at"])
    refused = program.put(path, scheme)
    assert (refused.status_code, refused.json()["error"]["code"]) == (HTTPStatus.CONFLICT, "refused")


@pytest.mark.parametrize(
    ("game", "body", "status"),
    [
        ("dirty-dog", {"way": "sum"}, 422),
        ("all", {"way": "totals"}, 422),
        ("dirty-dog", {"best": 3, "drop": 2}, 422),
        ("bridge", {"way": "wins"}, 404),
    ],
)
def test_points_that_cannot_be_counted_are_refused(
    kennel: Kennel, program: Program, game: str, body: dict[str, Any], status: int
) -> None:
    refused = program.put(f"{CLUB}/seasons/{kennel.season.pk}/points/{game}", body)
    assert refused.status_code == status
    kennel.season.refresh_from_db()
    assert kennel.season.schemes == {}


def test_a_players_figures_of_one_season(kennel: Kennel, program: Program) -> None:
    path = f"{CLUB}/players/{kennel.players[0].pk}/statistics"
    everything, one = program.get(path).json(), program.get(f"{path}?season={kennel.season.pk}").json()
    of_season = kennel.club.matches.filter(
        season=kennel.season, game="dirty-dog", finished_at__isnull=False, seats__player=kennel.players[0]
    )
    assert (everything["season"], one["season"], one["matches"]) == (None, kennel.season.name, of_season.count())
    assert program.get(f"{path}?season=999999").status_code == HTTPStatus.NOT_FOUND
    assert program.get(f"{path}?season=spring").status_code == HTTPStatus.BAD_REQUEST
