"""Every error response is a problem document, and its type is the address of a page that explains it."""

from typing import Any

import pytest
from django.test import Client

from clubs.models import Club, Scope
from dogclub.api.http.problem_types import KINDS, PROBLEMS, problem_document
from dogclub.api.http.problems import refusal
from games.entries.drafts import Closed, Gap
from tests.dogclub.api.programs import Program, a_program
from tests.languages import translated_by

SMALL = pytest.mark.urls("tests.dogclub.api.small_endpoints")
UNKNOWN = "“{game}” is not a game this club keeps score of: use one of {known}."
MEMBERS = {"type", "title", "status", "detail", "instance", "error"}


def is_a_problem(answer: Any, status: int, code: str) -> dict[str, Any]:
    """Check that the response is a problem document with this status and code, and return it."""
    found: dict[str, Any] = answer.json()
    assert answer.headers["Content-Type"] == "application/problem+json"
    assert (answer.status_code, found["status"], found["error"]["code"]) == (status, status, code)
    assert found["type"] in (PROBLEMS + code, f"{PROBLEMS}rules")
    assert set(found) == MEMBERS
    assert found["detail"] == found["error"]["message"]
    return found


@SMALL
@pytest.mark.parametrize(
    ("method", "address", "body", "headers", "status", "code"),
    [
        ("GET", "/api/nothing/here", "", {}, 404, "not-found"),
        ("GET", "/api/wrong/missing", "", {}, 404, "not-found"),
        ("DELETE", "/api/anybody", "", {}, 405, "method-not-allowed"),
        ("GET", "/api/wrong/missing", "", {"Accept": "text/html"}, 406, "not-acceptable"),
        ("POST", "/api/anybody", "{", {}, 400, "parse-error"),
        ("POST", "/api/anybody", "x" * 3_000_000, {}, 413, "too-large"),
        ("GET", "/api/wrong/rules", "", {}, 422, "the-rule"),
        ("GET", "/api/wrong/broken", "", {}, 500, "broken"),
        ("GET", "/api/wrong/missing", "", {"Host": "elsewhere.example"}, 400, "bad-request"),
    ],
)
def test_whatever_goes_wrong_is_a_problem(
    method: str, address: str, body: str, headers: dict[str, str], status: int, code: str, db: None
) -> None:
    found = is_a_problem(Program().ask(address, method, body, **headers), status, code)
    assert found["instance"] == address


def test_a_rule_is_explained_in_the_language_of_the_reader_by_the_same_code(db: None) -> None:
    asked = '{"record": 1, "game": "hearts"}'
    with translated_by({UNKNOWN: "„{game}“ kennt hier niemand: nimm {known}."}):
        found = is_a_problem(Program().ask("/api/v1/score", "POST", asked), 422, "game")
    assert found["detail"].startswith("„hearts“ kennt hier niemand: nimm dirty-dog, top-dog")


@pytest.mark.parametrize(
    ("method", "address", "sentence"),
    [
        ("GET", "players?seson=3", "There is no parameter “seson” here. Use limit, cursor."),
        ("HEAD", "players?limit=2&format=json", ""),
        ("GET", "settings?limit=2", "There is no parameter “limit” here. There are none."),
        ("POST", "players?limit=2", "There is no parameter “limit” here. There are none."),
    ],
)
def test_a_parameter_nobody_reads_is_refused_by_name(method: str, address: str, sentence: str, club: Club) -> None:
    answer = a_program(club, Scope.ORGANISE).ask(f"/api/v1/clubs/{club.slug}/{address}", method, '{"name": "Rex Tan"}')
    if sentence:
        assert is_a_problem(answer, 400, "query")["detail"] == sentence
    assert answer.status_code == 400
    assert not club.players.exists()


@SMALL
def test_another_kind_of_body_is_a_problem(db: None) -> None:
    answer = Client().post("/api/anybody", "a=b", content_type="text/csv")
    is_a_problem(answer, 415, "unsupported-media-type")


@SMALL
def test_a_method_that_is_not_there_names_those_that_are(db: None) -> None:
    assert set(Client().delete("/api/anybody")["Allow"].split(", ")) == {"POST", "OPTIONS"}


def test_people_still_get_pages(db: None) -> None:
    answer = Client().get("/nothing/here/")
    assert answer.status_code == 404
    assert "text/html" in answer["Content-Type"]


def test_a_conflict_names_both_sides() -> None:
    assert refusal(Gap(yours=7, ours=3)) | {"message": ""} == {"code": "gap", "message": "", "yours": 7, "ours": 3}
    assert refusal(Closed())["code"] == "closed"


@pytest.mark.parametrize("code", KINDS)
def test_every_type_leads_to_what_it_means(code: str) -> None:
    document = problem_document(code, "A sentence.", "/api/v1/somewhere")
    answer = Client().get(document["type"])
    assert answer.status_code == 200
    assert answer.json() | {"about": ""} == {
        "type": document["type"],
        "title": document["title"],
        "status": document["status"],
        "about": "",
    }
    assert answer.json()["about"].endswith(".")


def test_a_code_of_the_rules_is_explained_as_one() -> None:
    assert problem_document("bid-range", "No.", "/")["type"] == f"{PROBLEMS}rules"


def test_all_kinds_are_listed_and_no_others() -> None:
    listed = [each["type"] for each in Client().get(PROBLEMS.removesuffix("/")).json()["problems"]]
    assert listed == [PROBLEMS + code for code in KINDS]
    is_a_problem(Client().get(f"{PROBLEMS}nap"), 404, "not-found")


def test_what_the_door_says_is_kept_by_nobody_else(club: Club) -> None:
    answer = a_program(club, Scope.RESULTS).ask("/api/v1/clubs/friday/players")
    is_a_problem(answer, 404, "not-found")
    assert "private" in answer["Cache-Control"]


def test_a_body_that_is_built_wrong_breaks_no_rule() -> None:
    found = problem_document("malformed", "The key “version” is missing.", "/api/v1/score")
    assert (found["type"], found["title"]) == (f"{PROBLEMS}invalid", "Invalid data")
    assert (found["status"], found["error"]["code"]) == (422, "malformed")
