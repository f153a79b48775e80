"""What generators of clients need from the OpenAPI document, and the entry point of the API."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from jsonschema import Draft202012Validator

from dogclub.api.http.problem_types import MEDIA_TYPE
from dogclub.api.openapi.scoring import pascal
from dogclub.api.reference import document
from scoring import ENGINES, PLAYOFFS
from scoring.base import Engine
from scoring.records import entry_to_json, from_record
from tests.server import ROOT

GOLDEN = ROOT / "tests" / "golden"
KINDS = {kind for game in ENGINES for kind in game.entries}
METHODS = ("get", "post", "put", "patch", "delete")


def schemas() -> dict[str, Any]:
    found: dict[str, Any] = document()["components"]["schemas"]
    return found


def operations() -> Iterator[tuple[str, Any]]:
    for path, methods in document()["paths"].items():
        for method in METHODS:
            if method in methods:
                yield f"{method.upper()} {path}", methods[method]


def pieces(value: Any) -> Iterator[dict[str, Any]]:
    """Yield every JSON object inside the value, at any depth."""
    if isinstance(value, dict):
        yield value
    for each in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from pieces(each)


def test_the_entry_point_lists_what_there_is_and_every_address_answers() -> None:
    root = Client().get("/api/v1/").json()
    assert root.pop("version") == "1"
    assert sorted(root) == ["clubs", "docs", "games", "problems", "schema", "score"]
    statuses = {name: Client().get(address).status_code for name, address in root.items() if name != "clubs"}
    assert statuses == {"docs": 200, "games": 200, "problems": 200, "schema": 200, "score": 405}
    assert root["schema"] == "http://testserver/api/v1/schema"


def test_head_answers_there_as_well() -> None:
    answer = Client().head("/api/v1/")
    assert (answer.status_code, answer.content) == (200, b"")


def test_a_constant_has_its_type() -> None:
    """Generators that do not read `const` would else take an entry for one of every kind."""
    constants = [each for each in pieces(document()) if isinstance(each.get("const"), str | int)]
    assert len(constants) > len(KINDS)
    assert [each for each in constants if each.get("type") not in ("string", "integer")] == []


@pytest.mark.parametrize("name", ["DraftIn", "Entry"])
def test_each_kind_of_entry_is_a_type_of_its_own(name: str) -> None:
    choice = schemas()[name]
    mapping = choice["discriminator"]["mapping"]
    assert choice["discriminator"]["propertyName"] == "kind" and set(mapping) == KINDS
    assert [each["$ref"] for each in choice["oneOf"]] == list(mapping.values())
    for kind, target in mapping.items():
        assert schemas()[target.rpartition("/")[2]]["properties"]["kind"]["const"] == kind


@pytest.mark.parametrize("game", ENGINES, ids=lambda game: game.key)
def test_every_entry_of_the_golden_records_is_one_of_them(game: Engine[Any]) -> None:
    known = {type_: kind for kind, type_ in game.entries.items()}
    check = Draft202012Validator({"$ref": "#/components/schemas/DraftIn", "components": document()["components"]})
    entries = [entry for file in sorted((GOLDEN / game.key).glob("*.json")) for entry in entries_of(file)]
    common = {"id": "6f9a1c52-8d0e-4b39-9a51-0c1c8f5f4a10", "number": 1}
    drafts = [{**common, "kind": known[type(each)], "payload": entry_to_json(each)} for each in entries]
    assert len(drafts) > 20
    assert [error for draft in drafts for error in check.iter_errors(draft)] == []


def entries_of(file: Path) -> list[Any]:
    record = json.loads(file.read_text(encoding="utf-8"))["record"]
    return [] if record["game"] in PLAYOFFS else from_record(record)[4]


def test_nothing_in_it_stops_a_generator() -> None:
    assert document()["servers"][0]["url"] == "/"
    for piece in pieces(document()["components"]):
        assert "prefixItems" not in piece
        assert (
            not isinstance(piece.get("enum"), list)
            or "type" in piece
            or {type(each) for each in piece["enum"]} == {str}
        )
        assert not isinstance(piece.get("title"), str)
        if piece.get("type") == "array":
            assert isinstance(piece["items"], dict)


def test_an_upload_is_first_of_all_a_form() -> None:
    """Clients for TypeScript and Java that take the first of two media types do not compile otherwise."""
    bodies = [list(operation["requestBody"]["content"]) for _, operation in operations() if "requestBody" in operation]
    assert [each for each in bodies if len(each) > 1 and each[0] != "multipart/form-data"] == []


def test_every_refusal_is_a_problem_and_401_says_how_to_sign_in() -> None:
    for name, operation in operations():
        answers = operation["responses"].items()
        refusals = {status: each for status, each in answers if status >= "4" and "content" in each}
        assert refusals and all(list(each["content"]) == [MEDIA_TYPE] for each in refusals.values()), name
        assert ("401" in refusals) == bool(operation["security"]), name
        if "401" in refusals:
            assert "WWW-Authenticate" in refusals["401"]["headers"], name


def test_a_refusal_lists_once_what_can_be_wrong_and_sizes_of_pages_only_where_there_are_pages() -> None:
    for name, operation in operations():
        titles = [title for each in operation["responses"].values() for title in each["description"].split("; ")]
        has_pages = any(each["name"] == "limit" for each in operation["parameters"])
        assert titles.count("Not JSON") <= 1 and ("Invalid page size" in titles) == has_pages, name


def test_every_operation_says_more_than_its_name() -> None:
    assert [name for name, operation in operations() if not operation.get("description")] == []


def test_whatever_is_made_has_an_address() -> None:
    made = [operation["responses"]["201"] for _, operation in operations() if "201" in operation["responses"]]
    assert made and all("Location" in each["headers"] for each in made)


def test_player_is_an_id_and_name_what_they_are_called_everywhere() -> None:
    """Records and sheets identify players by name, and entries by seat; the seats of a match have all three."""
    objects = {name: each["properties"] for name, each in schemas().items() if "properties" in each}
    games = tuple(pascal(game.key) for game in ENGINES)
    shown = {name: each["player"] for name, each in objects.items() if "player" in each and not name.startswith(games)}
    assert {name for name, each in shown.items() if _kinds(each) - {"null"} != {"integer"}} == BY_NAME
    assert {"seat", "player", "name"} <= set(objects["Seat"])


# Schemas about records and files, where players have no ids.
BY_NAME = {"ColumnMeaning", "Error", "ImportProblem"}


def _kinds(schema: dict[str, Any]) -> set[str]:
    return {each["type"] for each in schema.get("anyOf", [schema]) if "type" in each}
