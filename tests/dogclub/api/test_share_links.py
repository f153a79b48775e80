"""Share links in the API."""

import json

import pytest
from django.test import Client
from django.utils import timezone

from clubs.models import Club, Night, Role, Scope
from clubs.models.calendar import club_day
from games.models import Match
from leagues.models import ShareLink
from leagues.sharing.links import NEVER
from tests.dogclub.api.programs import Program, a_program, somebody
from tests.factory import a_club, a_match, some_players

pytestmark = [pytest.mark.django_db, pytest.mark.only("sqlite")]
LINKS = "/api/v1/clubs/kennel/share-links"


@pytest.fixture
def match(club: Club) -> Match:
    return a_match(club, some_players(club, 3), plan=(1,))


def make(program: Program, match: Match, **more: str) -> tuple[int, dict[str, object]]:
    body = {"kind": "match", "match": str(match.pk)} | more
    answer = program.ask(LINKS, "POST", str(body).replace("'", '"'))
    return answer.status_code, answer.json()


def test_a_link_is_made_listed_opened_and_revoked(club: Club, match: Match) -> None:
    bea, otto = somebody(club, Role.SCOREKEEPER), somebody(club, Role.ORGANISER, "otto@kennel.example")
    program, organiser = a_program(bea, Scope.RECORD), a_program(otto, Scope.ORGANISE)
    status, made = make(program, match, expires="week")
    assert (status, made["name"], made["opened"]) == (201, name_of(match), 0)
    url = str(made.pop("url"))
    shown = Client().get(url)
    assert "Shared by <bdi>Bea Marlowe</bdi>" in shown.content.decode()
    (listed,) = program.ask(LINKS).json()["links"]
    assert listed == made | {"opened": 1}
    assert organiser.ask(LINKS).json()["links"] == [listed | {"mine": False}]
    other = a_program(somebody(club, Role.SCOREKEEPER, "gus@kennel.example"), Scope.RECORD)
    assert other.ask(LINKS).json()["links"] == []
    address = f"{LINKS}/{made['id']}"
    assert other.ask(address, "DELETE").status_code == 404
    assert organiser.ask(address, "DELETE").status_code == 204
    assert program.ask(LINKS).json()["links"] == []
    assert Client().get(url).status_code == 410


def name_of(match: Match) -> str:
    return f"Dirty Dog, {club_day(match.started_at):%-d %B %Y}"


def test_what_is_refused_says_why(club: Club, match: Match) -> None:
    program = a_program(somebody(club, Role.SCOREKEEPER), Scope.RECORD)
    status, problem = make(program, match, expires="never")
    assert (status, problem["detail"]) == (409, NEVER)
    assert make(a_program(club, Scope.RECORD), match)[1]["detail"] == (
        "A link names who shared it: use a key of your own."
    )
    elsewhere = a_club("friday")
    theirs = a_match(elsewhere, some_players(elsewhere, 3), plan=(1,))
    assert make(program, theirs)[0] == make(program, a_match(club, list(club.players.all()), hands=1))[0] == 404
    Club.objects.update(sharing="off")
    assert make(program, match)[1]["detail"] == "Sharing is off in this club."
    assert not ShareLink.objects.exists()


def test_two_players_are_shared_in_a_game_and_a_season(club: Club, match: Match) -> None:
    program = a_program(somebody(club, Role.SCOREKEEPER), Scope.RECORD)
    one, other = club.players.all()[:2]
    body: dict[str, object] = {"kind": "head-to-head", "player": one.pk, "opponent": other.pk}
    made = program.ask(LINKS, "POST", json.dumps(body)).json()
    assert (made["player"], made["opponent"], made["game"], made["season"]) == (one.pk, other.pk, "all", None)
    assert made["name"] == f"{one.label} against {other.label}"
    assert Client().get(made["url"]).status_code == 200
    assert program.ask(LINKS, "POST", json.dumps({**body, "game": "dirty-dog"})).status_code == 201
    for more, status in (
        ({"opponent": one.pk}, 404),
        ({"opponent": 999}, 404),
        ({"opponent": None}, 422),
        ({"game": "war"}, 404),
        ({"season": 999}, 404),
    ):
        assert program.ask(LINKS, "POST", json.dumps({**body, **more})).status_code == status, more


def test_a_report_a_table_and_ones_page_are_shared(club: Club, match: Match) -> None:
    bea = somebody(club, Role.SCOREKEEPER)
    bea.memberships.update(player=club.players.first())
    program = a_program(bea, Scope.RECORD)
    night = Night.objects.create(club=club, starts_at=timezone.now())
    empty = Night.objects.create(club=club, starts_at=timezone.now())
    a_match(club, list(club.players.all()), plan=(1,), night=night)
    for body in ({"kind": "report", "night": night.pk}, {"kind": "standings", "game": "dirty-dog"}, {"kind": "player"}):
        made = program.ask(LINKS, "POST", json.dumps(body))
        assert made.status_code == 201, made.json()
        assert Client().get(made.json()["url"]).status_code == 200
    for body, status in (
        ({"kind": "report", "night": empty.pk}, 404),
        ({"kind": "report"}, 422),
        ({"kind": "standings", "season": 999}, 404),
        ({"kind": "standings", "game": "poker"}, 404),
    ):
        assert program.ask(LINKS, "POST", json.dumps(body)).status_code == status, body
    mine, other, *_ = [f"players/{player.pk}/picture.png" for player in club.players.all()]
    for address in (f"nights/{night.pk}/report.png", "standings.png?game=dirty-dog&shape=square", mine):
        picture = program.ask(f"/api/v1/clubs/kennel/{address}")
        assert (picture.status_code, picture["Content-Type"]) == (200, "image/png")
        known = program.ask(f"/api/v1/clubs/kennel/{address}", If_None_Match=picture["ETag"])
        assert known.status_code == 304
    assert program.ask(f"/api/v1/clubs/kennel/nights/{empty.pk}/report.png").status_code == 404
    assert program.ask("/api/v1/clubs/kennel/standings.png?shape=round").status_code == 400
    assert program.ask(f"/api/v1/clubs/kennel/{other}").status_code == 404
    assert program.ask(f"/api/v1/clubs/kennel/{mine}?shape=round").status_code == 400
