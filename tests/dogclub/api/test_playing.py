"""Matches in the API: listed, begun once, written, abandoned, reopened, and read as documents."""

from http import HTTPStatus
from typing import Any
from uuid import uuid4

import pytest

from clubs.models import Role, Scope
from games.models import Match
from tests.dogclub.api.kennel import Kennel, Program, a_kennel
from tests.factory import a_club, a_match, some_players
from tests.photos import a_jpeg

pytestmark = pytest.mark.django_db
MATCHES = "clubs/kennel/matches"


@pytest.fixture
def kennel() -> Kennel:
    return a_kennel()


@pytest.fixture
def program(kennel: Kennel) -> Program:
    return kennel.program()


def new(kennel: Kennel, **more: Any) -> dict[str, Any]:
    return {"game": "dirty-dog", "players": [player.pk for player in kennel.players[:4]], **more}


def test_a_match_is_begun_on_the_night_that_is_on(kennel: Kennel, program: Program) -> None:
    answer = program.post(MATCHES, new(kennel, table=" 7 ", options={"first_dealer": "Otto Pym", "plan": [1, 2]}))
    found = answer.json()
    assert answer.status_code == HTTPStatus.CREATED, found
    assert (found["night"], found["season"], found["table"]) == (kennel.night.pk, kennel.season.pk, "7")
    assert [seat["player"] for seat in found["seats"]] == [player.pk for player in kennel.players[:4]]
    assert found["sheet"]["plan"]["dealers"][0] == "Otto Pym"
    assert answer["Location"] == f"/api/v1/matches/{found['id']}"
    assert program.get(f"matches/{found['id']}").json() == found


def test_the_same_id_is_the_same_match_and_never_another(kennel: Kennel, program: Program) -> None:
    body = new(kennel, id=str(uuid4()), options={"plan": [1]})
    first, again = program.post(MATCHES, body), program.post(MATCHES, body)
    assert (first.status_code, again.status_code) == (HTTPStatus.CREATED, HTTPStatus.OK)
    assert again.json() == first.json()
    for other in (
        {"players": body["players"][::-1]},
        {"options": {"plan": [2]}},
        {"table": "9"},
        {"for_trophy": False},
    ):
        answer = program.post(MATCHES, {**body, **other})
        assert answer.status_code == HTTPStatus.CONFLICT, answer.json()
        assert {"yours", "ours"} <= answer.json()["error"].keys()
    assert Match.objects.filter(pk=body["id"]).count() == 1


def test_an_id_of_another_club_says_nothing_of_it(kennel: Kennel, program: Program) -> None:
    other = a_club("friday")
    theirs = a_match(other, some_players(other), hands=0)
    answer = program.post(MATCHES, new(kennel, id=str(theirs.pk)))
    assert answer.status_code == HTTPStatus.CONFLICT
    assert answer.json()["error"].keys() == {"code", "message"}


BAD: dict[str, tuple[dict[str, Any], str]] = {
    "no game": ({"game": ""}, "game"),
    "a game nobody plays": ({"game": "poker"}, "game"),
    "nobody": ({"players": []}, "players"),
    "somebody twice": ({"players": "twice"}, "players"),
    "somebody of nowhere": ({"players": [10**9]}, "players"),
    "a night of nowhere": ({"night": 10**9}, "night"),
    "an option nobody knows": ({"options": {"wild": True}}, "wild"),
    "a plan of too many cards": ({"options": {"plan": [40]}}, "plan"),
    "a table without end": ({"table": "a" * 41}, "table"),
}


@pytest.mark.both_databases
@pytest.mark.parametrize("case", BAD)
def test_what_cannot_be_played_is_refused_and_nothing_begins(case: str, kennel: Kennel, program: Program) -> None:
    changed, field = BAD[case]
    body = new(kennel, **changed)
    if body["players"] == "twice":
        body["players"] = [kennel.players[0].pk] * 3
    before = Match.objects.count()
    answer = program.post(MATCHES, body)
    assert answer.status_code == HTTPStatus.UNPROCESSABLE_ENTITY, answer.json()
    assert answer.json()["error"].get("field") == field
    assert Match.objects.count() == before


def test_matches_are_found_by_what_they_are(kennel: Kennel, program: Program) -> None:
    def found(asked: str) -> list[str]:
        return [match["id"] for match in program.get(f"{MATCHES}?{asked}").json()["matches"]]

    both = {str(kennel.finished.pk), str(kennel.going.pk)}
    assert found("finished=true") == [str(kennel.finished.pk)]
    assert found("finished=false") == [str(kennel.going.pk)]
    assert set(found(f"night={kennel.night.pk}&season={kennel.season.pk}&player={kennel.players[0].pk}")) == both
    assert found(f"player={kennel.players[7].pk}") == found("game=top-dog") == []
    assert program.get(f"{MATCHES}?game=poker").status_code == HTTPStatus.BAD_REQUEST
    assert program.get(f"{MATCHES}?season=0").status_code == HTTPStatus.BAD_REQUEST


def test_every_revision_of_a_line_can_be_read(kennel: Kennel, program: Program) -> None:
    path = f"matches/{kennel.going.pk}"
    last = program.get(f"{path}/entries").json()["entries"][-1]
    back = {"id": str(uuid4()), "number": last["number"], "kind": last["kind"]}
    version = program.get(path).json()["version"]
    assert program.post(f"{path}/entries", {"version": version, "drafts": [back]}).status_code == HTTPStatus.CREATED
    lines = program.get(f"{path}/entries?limit=2").json()
    assert [(line["number"], line["revision"]) for line in lines["entries"]] == [(1, 1), (2, 1)]
    rest = program.get(lines["next"].partition("/api/v1/")[2]).json()
    assert [(line["revision"], line["payload"]) for line in rest["entries"]] == [(2, None)]


def test_a_match_is_stopped_and_opened_again(kennel: Kennel, program: Program) -> None:
    path = f"matches/{kennel.going.pk}"
    assert program.post(f"{path}/abandon").json()["abandoned_at"]
    assert program.post(f"{path}/abandon").status_code == HTTPStatus.OK
    assert program.post(f"{path}/reopen").json()["abandoned_at"] is None
    assert program.post(f"matches/{kennel.finished.pk}/abandon").status_code == HTTPStatus.CONFLICT
    assert kennel.program(Scope.RECORD).post(f"{path}/abandon").status_code == HTTPStatus.FORBIDDEN


def test_a_match_is_a_sheet_a_record_and_paper(kennel: Kennel, program: Program) -> None:
    path = f"matches/{kennel.finished.pk}"
    sheet, record = program.get(f"{path}/sheet").json(), program.get(f"{path}/record").json()
    assert program.get(path).json()["sheet"] == sheet
    assert Program().post("score", record).json() == sheet
    paper = program.get(f"{path}/sheet.pdf", Accept="application/pdf")
    assert (paper["Content-Type"], paper.content[:5]) == ("application/pdf", b"%PDF-")
    assert program.get(f"{path}/sheet.pdf?paper=a3").status_code == HTTPStatus.BAD_REQUEST


def test_a_finished_match_is_a_picture(kennel: Kennel, program: Program) -> None:
    path = f"matches/{kennel.finished.pk}/picture.png"
    picture = program.get(path, Accept="image/png")
    assert (picture["Content-Type"], picture.content[:4]) == ("image/png", b"\x89PNG")
    assert program.get(f"{path}?shape=round").status_code == HTTPStatus.BAD_REQUEST
    assert program.get(f"matches/{kennel.going.pk}/picture.png").status_code == HTTPStatus.NOT_FOUND


def test_a_photo_of_the_sheet_is_put_read_and_removed(kennel: Kennel) -> None:
    path, keeper, member = f"matches/{kennel.going.pk}/photo", kennel.program(Scope.RECORD), kennel.person(Role.MEMBER)
    assert keeper.get(path).status_code == HTTPStatus.NOT_FOUND
    put = keeper.hand_in(path, a_jpeg(), "image/jpeg", "PUT")
    assert (put.status_code, put.content) == (HTTPStatus.NO_CONTENT, b"")
    photo = member.get(path, Accept="image/jpeg")
    assert (photo["Content-Type"], photo.content[:2]) == ("image/jpeg", b"\xff\xd8")
    assert member.get(path, If_None_Match=photo["ETag"]).status_code == HTTPStatus.NOT_MODIFIED
    assert keeper.get(path)["ETag"] == put["ETag"]
    stale = keeper.hand_in(path, a_jpeg(50, 60), "application/octet-stream", "PUT", **{"If-Match": 'W/"stale"'})
    assert stale.status_code == HTTPStatus.PRECONDITION_FAILED
    broken = keeper.hand_in(path, b"no picture", "image/jpeg", "PUT")
    assert (broken.status_code, broken.json()["error"]["field"]) == (HTTPStatus.UNPROCESSABLE_ENTITY, "file")
    assert "This is not a JPEG" in broken.json()["detail"]
    large = keeper.hand_in(path, a_jpeg() + b"\0" * 10_000_000, "image/jpeg", "PUT")
    assert large.status_code == HTTPStatus.REQUEST_ENTITY_TOO_LARGE
    assert member.hand_in(path, a_jpeg(), "image/jpeg", "PUT").status_code == HTTPStatus.FORBIDDEN
    assert kennel.program(Scope.TONIGHT).get(path).status_code in (HTTPStatus.FORBIDDEN, HTTPStatus.NOT_FOUND)
    assert member.get(path).content == photo.content
    for _ in range(2):
        assert keeper.delete(path).status_code == HTTPStatus.NO_CONTENT
    assert member.get(path).status_code == HTTPStatus.NOT_FOUND


def test_a_member_reads_and_begins_nothing(kennel: Kennel) -> None:
    member = kennel.person(Role.MEMBER)
    assert member.get(MATCHES).status_code == HTTPStatus.OK
    assert member.post(MATCHES, new(kennel)).status_code == HTTPStatus.FORBIDDEN


def test_an_edition_that_is_known_is_not_sent_again(kennel: Kennel, program: Program) -> None:
    for path in (MATCHES, f"matches/{kennel.going.pk}", f"matches/{kennel.going.pk}/sheet", "clubs/kennel/players"):
        tag = program.get(path)["ETag"]
        again = program.get(path, If_None_Match=tag)
        assert (again.status_code, again.content) == (HTTPStatus.NOT_MODIFIED, b""), path


def test_what_a_table_of_dogs_of_war_confirms_is_written_over_http(kennel: Kennel, program: Program) -> None:
    """HR-DW-10, HR-DW-11, DW-02: asked about once, and written when it is confirmed or has a note."""
    names = [player.label for player in kennel.players[:3]]
    about = {"game": "dogs-of-war", "options": {"dogs": {names[1]: "Stormcrow"}}}
    path = f"matches/{program.post(MATCHES, new(kennel) | about | {'players': ids(kennel)}).json()['id']}"
    houses = ("Talbot", "Mallory", "Bastiani", "Hackett", "Tornborn", "Harlow")
    values = {"values": dict.fromkeys(houses, 9)}
    assert written(program, path, "house-values", 1, values).status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    noted = written(program, path, "house-values", 1, values | {"note": "moved by hand"})
    assert noted.status_code == HTTPStatus.CREATED, noted.json()
    nothing = {"vp": 0, "influence": {}, "support": "Talbot", "coins": 0, "tactics": 0, "soldiers": 0}
    for seat in range(2):
        assert written(program, path, "tally", seat + 2, nothing | {"seat": seat}).status_code == HTTPStatus.CREATED
    last = nothing | {"seat": 2}
    asked = written(program, path, "tally", 4, last)
    assert (asked.status_code, asked.json()["error"]["code"]) == (HTTPStatus.UNPROCESSABLE_ENTITY, "support")
    assert written(program, path, "tally", 4, last | {"confirmed": True}).status_code == HTTPStatus.CREATED
    sheet = program.get(path).json()["sheet"]
    assert [warning["code"] for warning in sheet["warnings"]] == ["house-values", "support"]
    assert sheet["options"]["dogs"] == {names[1]: "Stormcrow"}


def ids(kennel: Kennel) -> list[int]:
    return [player.pk for player in kennel.players[:3]]


def written(program: Program, path: str, kind: str, number: int, payload: dict[str, Any]) -> Any:
    """Send one entry for the current version of the match and return the response."""
    version = program.get(path).json()["version"]
    draft = {"id": str(uuid4()), "number": number, "kind": kind, "payload": payload}
    return program.post(f"{path}/entries", {"version": version, "drafts": [draft]})
