"""The promise of docs/developers/api.md that the API is only ever added to."""

import re
from copy import deepcopy
from typing import Any

import pytest

from dogclub.api.reference import document
from tests.dogclub.api.compatibility import broken, released
from tests.server import ROOT

NAMED = re.compile(r"((?:`[A-Z]+`, )*`[A-Z]+) (/[^`]+)`")
TEXT: dict[str, Any] = {"type": "string"}
BARK = {"type": "object", "properties": {"kind": {"const": "bark"}, "loud": {"type": "integer"}}}
OLD: dict[str, Any] = {
    "paths": {
        "/dogs": {
            "post": {
                "parameters": [{"in": "query", "name": "size", "schema": {"enum": ["big", "small"]}}],
                "requestBody": {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/New"}}}},
                "responses": {
                    "200": {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/Dog"}}}},
                    "404": {"content": {}},
                },
            }
        }
    },
    "components": {
        "schemas": {
            "New": {
                "type": "object",
                "properties": {"name": {**TEXT, "maxLength": 30}, "colour": {"anyOf": [TEXT, {"type": "null"}]}},
                "required": ["name"],
                "additionalProperties": False,
            },
            "Dog": {
                "type": "object",
                "properties": {
                    "id": {"type": "integer"},
                    "size": {"enum": ["big", "small"]},
                    "game": {"enum": ["fetch"]},
                    "told": {"oneOf": [BARK]},
                },
                "required": ["id", "size"],
            },
        }
    },
}
NEW, DOG = OLD["components"]["schemas"]["New"], OLD["components"]["schemas"]["Dog"]
OPERATION = OLD["paths"]["/dogs"]["post"]


def changed(way: str, value: Any) -> dict[str, Any]:
    """Return a copy of the document with `value` at the dotted path `way`; None removes what is there."""
    new: dict[str, Any] = deepcopy(OLD)
    at: Any = {"New": new["components"]["schemas"]["New"], "Dog": new["components"]["schemas"]["Dog"]}
    at["post"] = new["paths"]["/dogs"]["post"]
    *steps, last = way.split(".")
    for step in steps:
        at = at[int(step) if step.isdecimal() else step]
    at.pop(last) if value is None else at.__setitem__(last, value)
    return new


GOES_ON: list[tuple[str, Any]] = [
    ("Dog.properties.name", TEXT),
    ("New.properties.age", {"type": "integer"}),
    ("New.properties.name", {**TEXT, "maxLength": 60}),
    ("New.required", []),
    ("Dog.properties.size", {"const": "big"}),
    ("post.parameters", [*OPERATION["parameters"], {"in": "query", "name": "age", "schema": TEXT}]),
    ("post.parameters.0.schema", {"enum": ["big", "small", "tiny"]}),
    ("post.responses.404", None),
    ("Dog.properties.game", {"enum": ["fetch", "tag"]}),
    ("Dog.properties.told.oneOf", [BARK, {**BARK, "properties": {"kind": {"const": "howl"}}}]),
]
BREAKS: list[tuple[str, Any]] = [
    ("post.parameters", []),
    ("post.parameters", [*OPERATION["parameters"], {"in": "query", "name": "a", "required": True, "schema": TEXT}]),
    ("post.parameters.0.schema", {"enum": ["big"]}),
    ("post.responses.200", None),
    ("post.requestBody.content", {"text/csv": {"schema": TEXT}}),
    ("New.properties.name", {**TEXT, "maxLength": 20}),
    ("New.properties.name", {"type": "integer"}),
    ("New.properties.colour", TEXT),
    ("New.properties.colour", None),
    ("New.required", ["name", "colour"]),
    ("Dog.properties.size", {"enum": ["big", "small", "tiny"]}),
    ("Dog.properties.id", TEXT),
    ("Dog.properties.told.oneOf", [{**BARK, "properties": {"kind": {"const": "bark"}, "loud": TEXT}}]),
    ("Dog.required", ["id"]),
]


def test_a_client_of_the_last_release_gets_along_with_the_server_of_today() -> None:
    assert broken(released(), document()) == []


def test_the_changelog_of_the_api_has_every_new_operation() -> None:
    told = {
        f"/api/v1{path} {method.lower()}"
        for methods, path in NAMED.findall((ROOT / "docs" / "developers" / "api-changelog.md").read_text())
        for method in re.findall(r"\w+", methods)
    }
    known = {f"{path} {method}" for path, methods in released()["paths"].items() for method in methods}
    new = {f"{path} {method}" for path, methods in document()["paths"].items() for method in methods} - known
    assert told == new


@pytest.mark.parametrize(("way", "value"), GOES_ON)
def test_what_is_added_breaks_nothing(way: str, value: Any) -> None:
    assert broken(OLD, changed(way, value)) == []


@pytest.mark.parametrize(("way", "value"), BREAKS)
def test_what_an_old_client_would_trip_over_is_told(way: str, value: Any) -> None:
    [words] = broken(OLD, changed(way, value))
    assert words.startswith("POST /dogs")


def test_an_operation_that_is_gone_is_told() -> None:
    assert broken(OLD, {**OLD, "paths": {}}) == ["POST /dogs: is gone"]
