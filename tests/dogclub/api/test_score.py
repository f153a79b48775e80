"""The stateless scoring endpoint: a record in the request, a sheet or an error in the response."""

import json
import re
from typing import Any

import jsonschema
import pytest
from django.core.cache import cache
from django.test import Client

from tests.bad_records import BAD, GOOD, NAMES
from tests.routes import routes
from tests.scoring.test_golden import PATHS, load, name

SCORE = "/api/v1/score"


def post(body: Any, **headers: str) -> Any:
    text = body if isinstance(body, str | bytes) else json.dumps(body)
    return Client(raise_request_exception=False).post(SCORE, text, content_type="application/json", headers=headers)


def test_a_record_becomes_a_sheet() -> None:
    answer = post(GOOD)
    assert answer.status_code == 200
    assert answer.json()["totals"] == {"Ann": -1, "Bo": 5, "Cy": 6, "Di": 5, "Ed": 5}
    assert answer.json()["next"]["legal"] == [0, 2]


def test_every_golden_record_is_scored_the_same_over_http() -> None:
    wrong = []
    for path in PATHS:
        cache.clear()  # throttling would refuse a hundred records a minute
        golden = load(path)
        answer = post(golden["record"])
        if (answer.status_code, answer.json()) != (200, golden["sheet"]):
            wrong.append(name(path))
    assert wrong == []


@pytest.mark.parametrize("case", BAD)
def test_bad_input_is_told_what_is_wrong(case: str) -> None:
    body, code = BAD[case]
    answer = post(body)
    error = answer.json()["error"]
    assert error["code"] == code
    assert answer.status_code == {"json": 400, "too-large": 413}.get(code, 422)
    assert len(error["message"]) > 10


def test_an_error_names_the_round_and_the_player() -> None:
    answer = post(BAD["the barred bid"][0])
    assert answer.json()["error"] == {
        "code": "the-rule",
        "message": "Ann may not bid 0: 1 bid so far, 1 card.",
        "round": 1,
        "player": "Ann",
        "field": "bids",
    }


def test_a_body_beyond_what_the_house_takes_is_refused() -> None:
    answer = post(b'{"players": "' + b"a" * 10_000_000 + b'"}')
    assert answer.status_code == 413
    assert answer.json()["error"]["code"] == "too-large"


def test_only_posting_is_possible() -> None:
    answer = Client().get(SCORE)
    assert answer.status_code == 405
    assert answer.json()["error"]["code"] == "method-not-allowed"


def test_too_many_records_a_minute_are_turned_away() -> None:
    statuses = [post("{}").status_code for _ in range(121)]
    assert statuses[:120] == [422] * 120
    assert statuses[120] == 429


def test_a_forged_address_does_not_buy_more_tries() -> None:
    statuses = {post("{}", **{"X-Forwarded-For": f"10.0.0.{place % 250}"}).status_code for place in range(130)}
    assert 429 in statuses


@pytest.mark.parametrize("game", ["dirty-dog", "dirty-dog-playoff"])
def test_the_schema_of_a_record_is_served(game: str) -> None:
    answer = Client().get(f"/api/v1/schema/records/{game}.json")
    assert answer.status_code == 200
    jsonschema.Draft202012Validator.check_schema(answer.json())


def test_a_good_record_fits_the_schema_it_is_served_with() -> None:
    jsonschema.validate(GOOD, Client().get("/api/v1/schema/records/dirty-dog.json").json())


def test_there_is_no_schema_of_an_unknown_game() -> None:
    answer = Client().get("/api/v1/schema/records/poker.json")
    assert answer.status_code == 404
    assert answer.json()["error"]["code"] == "not-found"


def test_the_openapi_document_names_every_route() -> None:
    document = Client().get("/api/v1/schema").json()
    paths = [re.sub(r"<\w+:(\w+)>", r"{\1}", f"/{route.path}").replace("{pk}", "{id}") for route in routes()]
    assert sorted(document["paths"]) == sorted(
        {path for path in paths if path.startswith("/api/")} - {"/api/v1/schema", "/api/v1/docs"}
    )
    assert document["openapi"] == "3.1.0"
    assert document["components"]["schemas"]["BidsDraft"]["required"] == ["id", "number", "kind"]


def test_names_of_every_script_come_back_as_they_went() -> None:
    answer = post({"record": 1, "game": "dirty-dog", "players": NAMES})
    assert answer.json()["players"] == NAMES
