"""The golden records: whole documents with their expected sheets.

After an intended change, `python -m tests.scoring.test_golden` rewrites the sheets; review the diff before committing.
"""

import json
from pathlib import Path
from typing import Any

import pytest
from msgspec import to_builtins
from msgspec.structs import fields

from scoring import ENGINES, engine
from scoring.records import from_record, score, to_record

FOLDER = Path(__file__).resolve().parent.parent / "golden"
PATHS = sorted(FOLDER.glob("*/*.json"))


def name(path: Path) -> str:
    """Folder and name of a golden record, without suffix."""
    return f"{path.parent.name}/{path.stem}"


def load(path: Path) -> dict[str, Any]:
    """One golden document: a description, a record and its sheet."""
    found: dict[str, Any] = json.loads(path.read_text("utf-8"))
    return found


@pytest.mark.parametrize("game", [game.key for game in ENGINES])
def test_there_are_enough_of_them(game: str) -> None:
    assert len([path for path in PATHS if path.parent.name == game]) >= 15


# A play-off says these: its golden records are those of whole play-offs.
OF_PLAYOFFS = {("dirty-dog", "stakes"), ("dirty-dog", "first_jack")}


def test_every_option_is_played_in_one_of_them() -> None:
    records = [load(path)["record"] for path in PATHS]
    played = {(record["game"], field) for record in records for field in record.get("options", {})}
    declared = {(game.key, field) for game in ENGINES for field in game.options.__struct_fields__}
    assert declared - played == OF_PLAYOFFS


# Of a year that is still open; no golden record stops there.
OF_AN_OPEN_YEAR = {
    *(("dogs-of-war", "battle", field) for field in ("betrayal", "bonus", "houses")),
    *(("dogs-of-war", "betrayal", field) for field in ("battle", "seat")),
    *(("dogs-of-war", "gain", field) for field in ("captains", "seat")),
}


def test_every_field_of_an_entry_is_in_one_of_them() -> None:
    games = {game.key for game in ENGINES}
    found = [from_record(record) for path in PATHS if (record := load(path)["record"])["game"] in games]
    said = {
        (game.key, game.kind(entry), field.name)
        for game, *_, entries in found
        for entry in entries
        for field in fields(entry)
        if field.required or getattr(entry, field.name) not in (field.default, {})
    }
    declared = {
        (game.key, kind, field.name) for game in ENGINES for kind, of in game.entries.items() for field in fields(of)
    }
    assert declared - said == OF_AN_OPEN_YEAR


@pytest.mark.parametrize("path", PATHS, ids=name)
def test_a_golden_record_adds_up_to_its_sheet(path: Path) -> None:
    golden = load(path)
    assert set(golden) == {"about", "record", "sheet"}
    assert sheet_of(golden) == golden["sheet"]


def sheet_of(golden: dict[str, Any]) -> dict[str, Any]:
    """The sheet of a golden record, without the options that its expected sheet lacks and that are as usual: those were
    declared later.
    """
    sheet: dict[str, Any] = json.loads(json.dumps(score(golden["record"])))
    if "options" in sheet:
        known, usual = golden["sheet"].get("options", sheet["options"]), engine(sheet["game"]).options()
        sheet["options"] = {
            name: value
            for name, value in sheet["options"].items()
            if name in known or value != to_builtins(getattr(usual, name))
        }
    return sheet


@pytest.mark.parametrize("path", PATHS, ids=name)
def test_a_golden_record_goes_there_and_back(path: Path) -> None:
    record = load(path)["record"]
    if record["game"] in {game.key for game in ENGINES}:
        again = to_record(*from_record(record))
        assert score(again) == score(record)
        assert to_record(*from_record(again)) == again


def rewrite() -> None:
    """Compute every sheet again and write into its file what changed."""
    for path in PATHS:
        golden = load(path)
        if sheet_of(golden) == golden["sheet"]:
            continue
        golden["sheet"] = score(golden["record"])
        path.write_text(json.dumps(golden, ensure_ascii=False, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    rewrite()
