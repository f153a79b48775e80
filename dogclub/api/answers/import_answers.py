"""An import as JSON: its state, and the result of its dry run."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from clubs.models import Player
from dogclub.api.answers.shaped import shaped
from dogclub.api.openapi.background import imports
from dogclub.imports.formats.readers import READERS
from dogclub.imports.parsed.game_names import SKIP
from dogclub.imports.review.duplicates import NEW
from dogclub.imports.review.preview import ASKS, GOES, KNOWN, STAYS, Preview
from dogclub.imports.review.season_choice import chosen
from dogclub.imports.sheets.settings import meanings
from dogclub.models import ImportBatch, Job
from scoring import ENGINES

State = ImportBatch.State
MEANS = ("player", "new", "question")
TROUBLE: dict[str, Any] = {"line": 0, "column": "", "value": "", "message": "", "mend": "", "player": "", "asks": ""}


def import_json(row: ImportBatch) -> dict[str, Any]:
    """Return the import; counts, layout, games and season only while it waits for confirmation."""
    return shaped(
        imports.IMPORT,
        row,
        kind=next((reader.label for reader in READERS if reader.key == row.source), ""),
        notes=row.found.get("notes", []),
        found=_counts(Preview(row.found, row.answers)) if row.state == State.ASKING else None,
        layout=_layout(row.found.get("layout") or {}) if row.state == State.ASKING else None,
        games=_games(row.found.get("games", ())) if row.state == State.ASKING else [],
        season=_season(row) if row.state == State.ASKING else None,
        made=_made(row.made) if row.state in (State.DONE, State.UNDONE) else None,
        job=_job(row.writing or row.reading),
    )


def _counts(preview: Preview) -> dict[str, int]:
    counts = preview.counts
    return {
        "games": preview.games,
        "goes_in": counts[GOES],
        "asks": counts[ASKS],
        "stays_out": counts[STAYS],
        "already_here": counts[KNOWN],
        "open_names": len(preview.questions),
        "newcomers": len(preview.newcomers),
    }


def _layout(found: Mapping[str, Any]) -> dict[str, Any] | None:
    if not found:
        return None
    said = found["settings"]
    return shaped(
        imports.LAYOUT,
        None,
        **{name: said.get(name, "") for name in ("year", "day", "decimal", "game", "figures")},
        **{name: found[name] for name in ("form", "header", "columns", "sheets", "sheet")},
        date_order=said.get("order", ""),
        can_be=meanings(said.get("game") or ENGINES[0].key),
        rows=[{"line": line, "cells": cells} for line, cells in found["rows"]],
    )


def _games(found: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
    return [
        {"name": each["name"], "plays": each["plays"], "game": None if each["means"] == SKIP else each["means"]}
        for each in found
    ]


def _season(row: ImportBatch) -> dict[str, Any] | None:
    season = chosen(row)
    return shaped(imports.COUNTED, season, id=season.pk) if season else None


def _made(made: dict[str, Any]) -> dict[str, int]:
    return {
        "games": made.get("games", 0),
        "results": made.get("rows", 0),
        "players": len(made.get("players", ())),
        "nights": len(made.get("nights", ())),
    }


def _job(job: Job | None) -> dict[str, Any] | None:
    return shaped(imports.JOB, job) if job else None


def names(row: ImportBatch, means: str) -> list[dict[str, Any]]:
    """Return the names of the file and whom they mean; `means` is one of MEANS or "" for all. One query."""
    if row.state != State.ASKING:
        return []
    labels = {player.pk: player.label for player in Player.objects.filter(club=row.club)}
    preview = Preview(row.found, row.answers)
    names_json = [
        _name(name, who, [key for key in like if key in labels], labels)
        for name, who, (_, like) in zip(preview.names, preview.who, row.found["guesses"], strict=True)
    ]
    return [each for each in names_json if means in ("", each["means"])]


def _name(name: str, who: int | str | None, like: list[int], labels: dict[int, str]) -> dict[str, Any]:
    return {
        "name": name,
        "means": "question" if who is None else "new" if who == NEW else "player",
        "player": who if isinstance(who, int) else None,
        "like": [{"player": key, "name": labels[key]} for key in like],
    }


def _field(asks: str) -> str:
    """Return the name of a setting in the API, from the form field that asks for it.

    >>> _field("0:date-order")
    'date_order'
    """
    return asks.removeprefix("0:").replace("-", "_")


def troubles(row: ImportBatch) -> list[dict[str, Any]]:
    """Return the problems of the file, while it waits for confirmation."""
    return list(_troubles(row)) if row.state == State.ASKING else []


def _troubles(row: ImportBatch) -> Iterator[dict[str, Any]]:
    preview = Preview(row.found, row.answers)
    for match in row.found["matches"]:
        yield from ({**TROUBLE, **each, "asks": _field(each.get("asks", ""))} for each in match["problems"])
        if clash := preview.clash(match):
            yield {**TROUBLE, "line": match["line"], "message": clash}
