"""The JSON Schema of the records, validated against the golden records."""

import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from scoring import ENGINES
from scoring.base import Malformed
from scoring.records import games, schema
from tests.scoring.tables import record

GOLDEN = sorted((Path(__file__).parent.parent / "golden").glob("*/*.json"))


@pytest.mark.parametrize("game", games())
def test_a_schema_is_a_schema(game: str) -> None:
    found = schema(game)
    jsonschema.Draft202012Validator.check_schema(found)
    assert json.loads(json.dumps(found)) == found
    assert found["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    assert "#/components" not in json.dumps(found)


def test_there_is_a_schema_for_every_document() -> None:
    assert games() == (*(game.key for game in ENGINES), "dirty-dog-playoff")
    with pytest.raises(Malformed) as error:
        schema("chess")
    assert error.value.code == "game"


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_every_golden_record_fits_its_schema(path: Path) -> None:
    document = json.loads(path.read_text())["record"]
    jsonschema.validate(document, schema(document["game"]))


@pytest.mark.parametrize(
    "document",
    [
        record(2) | {"x": 1},
        record(2) | {"players": "Ann"},
        record(2) | {"record": 2},
        record(2, {"bids": {"Ann": "1"}}),
        record(2, {"arrivals": [{"after": "Cy"}]}),
        record(2, {"trump": "H"}),
        record(2, max_cards=1.5),
        {"record": 1, "game": "dirty-dog"},
    ],
)
def test_what_the_reader_refuses_the_schema_refuses(document: Any) -> None:
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(document, schema("dirty-dog"))


def test_a_table_of_a_play_off_is_a_record_or_totals() -> None:
    event = {"record": 1, "game": "dirty-dog-playoff", "advance": 1, "groups": [record(2), {"totals": {"Cy": 1}}]}
    found = schema("dirty-dog-playoff")
    table = {"anyOf": [{"$ref": "#/$defs/Record"}, {"$ref": "#/$defs/Totals"}, {"type": "null"}], "default": None}
    assert found["properties"]["winners_table"] == found["properties"]["losers_table"] == table
    assert list(found["properties"]) == [
        "record",
        "game",
        "advance",
        "groups",
        "pulls",
        "winners_table",
        "losers_table",
        "bottom",
        "gone",
    ]
    jsonschema.validate(event, found)
    jsonschema.validate(event | {"winners_table": record(2), "losers_table": None}, found)
    for key, value in (("winners_table", {"x": 1}), ("losers_table", 3), ("groups", [{"totals": {"Cy": "1"}}] * 2)):
        with pytest.raises(jsonschema.ValidationError):
            jsonschema.validate(event | {key: value}, found)
