"""Matches, entries, nights and imports as JSON, with the keys that the OpenAPI document lists."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from clubs.calendar.answers import Answers
from clubs.calendar.nights import late_by
from clubs.models import Attendance, Confirm, Night, NightAnswer, Player
from dogclub.api.openapi import imports, matches, nights
from dogclub.api.openapi.operation import Json
from dogclub.exchange.imports.formats.several_files import READERS
from dogclub.exchange.imports.parsed_file import SKIP, sheet_and_row
from dogclub.exchange.imports.review.commit import chosen
from dogclub.exchange.imports.review.preview import ASKS, GOES, KNOWN, STAYS, Preview
from dogclub.exchange.imports.sheets.settings import NAME, meanings
from dogclub.models import ImportBatch, Job
from games.base.wording import label_of
from games.entries.confirmation import Confirmers, Kind, confirmers_of, sheet_version
from games.entries.match_state import MatchState
from games.models import Confirmation, Entry, Match, Seat, Substitution
from leagues.attendance.strip import Tile
from leagues.draw.draw import ShownDraw, way_of
from leagues.nights.tables import table_now
from scoring import ENGINES
from scoring.records import sheet_json

# Builds JSON objects from the schemas of the OpenAPI document, so that their keys are listed only there
# (`dogclub/api/openapi/`).


def shaped(shape: Json, row: object, **others: Any) -> dict[str, Any]:
    """Return a value for every key of the schema, in its order: one of `others`, else the row's field of that name, of
    a relation its key.

    >>> from dogclub.api.openapi.operation import NUMBER, object_schema
    >>> shaped(object_schema(real=NUMBER, imag=NUMBER), 3 + 4j, imag=0)
    {'real': 3.0, 'imag': 0}
    """
    return {name: others[name] if name in others else _field(row, name) for name in shape["properties"]}


def _field(row: object, name: str) -> Any:
    key = f"{name}_id"
    return getattr(row, key) if hasattr(row, key) else getattr(row, name)


# A match and an entry as JSON.


CONFIRM: Mapping[int, str] = {
    Confirm.NOBODY: "nobody",
    Confirm.OPPONENT: "opponent",
    Confirm.EVERY_SEAT: "every seat",
}
SAYS: Mapping[str, str] = {
    Kind.CONFIRMED: "right",
    Kind.OBJECTED: "wrong",
    Kind.SETTLED: "settled",
    Kind.KEPT: "corrected, still final",
}


def match_json(state: MatchState) -> dict[str, Any]:
    """Return a match with its sheet and confirmations."""
    match, confirmers = state.match, confirmers_of(state) if state.match.played_at else Confirmers(state.match, (), ())
    return {
        **about_json(match, state.seats),
        "confirm": CONFIRM[match.confirm],
        "played_at": match.played_at,
        "sheet_version": sheet_version(state),
        "waits_for": [seat.position for seat in confirmers.missing] if match.is_waiting else [],
        "confirmations": [_confirmation(row, confirmers.answers) for row in confirmers.answers],
        "substitutes": [_substitute(row) for row in state.substitutes.rows],
        "next_number": state.next_number,
        "options": match.options,
        "sheet": public_sheet(state),
    }


def about_json(match: Match, seats: Sequence[Seat]) -> dict[str, Any]:
    """Return a match as in lists, without its sheet."""
    label = label_of(match)
    return shaped(matches.MATCH, match, rules_label=label, seats=[_seat(seat) for seat in seats])


def _confirmation(row: Confirmation, answers: Sequence[Confirmation]) -> dict[str, Any]:
    """Return a confirmation that still counts; earlier ones are only in the history."""
    same_device = _same_device(row, answers)
    return shaped(
        matches.SAID, row, says=SAYS[row.kind], seat=row.position, at=row.recorded_at, same_device=same_device
    )


def _substitute(row: Substitution) -> dict[str, Any]:
    return shaped(matches.SUBSTITUTE, row, seat=row.position, round=row.number, at=row.recorded_at)


def _same_device(row: Confirmation, answers: Sequence[Confirmation]) -> list[int | None]:
    """Return the other seats that were confirmed on the same browser."""
    return [other.position for other in answers if row.browser and other.browser == row.browser and other != row]


def _seat(seat: Seat) -> dict[str, Any]:
    name, is_winner, is_loser = seat.player.label, seat.is_winner, seat.is_loser
    return shaped(matches.SEAT, seat, seat=seat.position, name=name, winner=is_winner, loser=is_loser)


def public_sheet(state: MatchState) -> dict[str, Any]:
    """Return the sheet with names, without what is not public yet."""
    return sheet_json(state.engine, state.public.sheet, state.names)


def entry_json(state: MatchState, entry: Entry) -> dict[str, Any]:
    """Return an entry. One that is not public yet is `hidden`, without payload and note, also for its author."""
    hidden = state.hides(entry.kind, entry.payload)
    unread = {"payload": None, "note": ""} if hidden else {}
    return shaped(matches.ENTRY, entry, hidden=hidden, **unread)


# A night, its attendance, answers, draws and tables as JSON.


def night_json(row: Night) -> dict[str, Any]:
    return shaped(nights.NIGHT, row)


def attendance_json(night: Night, tile: Tile) -> dict[str, Any]:
    assert tile.row
    return coming_json(night, tile.player, tile.row, tile.match)


def coming_json(night: Night, player: Player, row: Attendance, match: Match | None) -> dict[str, Any]:
    """Return an attendance; `match` is where the player sits now."""
    came = row.arrived_at if night.has_times else None
    late = max(late_by(night, came), 0) if came else None
    name, key = player.label, match.pk if match else None
    return shaped(nights.ATTENDANCE, row, name=name, arrived_at=came, minutes_late=late, match=key)


def answer_json(row: NightAnswer, found: Answers) -> dict[str, Any]:
    has_place = any(each.pk == row.pk for each in found.coming)
    return shaped(nights.AN_ANSWER, row, name=row.player.label, has_place=has_place, guests=row.guest_names)


def draw_json(draw: ShownDraw) -> dict[str, Any]:
    row = draw.row
    tables = [
        {"name": table.name, "players": [{"player": each.pk, "name": each.label} for each in table.players]}
        for table in draw.tables
    ]
    moments = {"drawn_at": row.drawn_at, "dealt_at": row.dealt_at, "withdrawn_at": row.withdrawn_at}
    about = {"id": row.pk, "game": row.game, "how": way_of(row), "version": row.version, **moments}
    return {**about, "reason": row.reason, "resting": row.resting, "tables": tables, "changes": list(draw.changes)}


def table_json(state: MatchState) -> dict[str, Any]:
    table, match = table_now(state), state.match
    players = [
        {"player": seat.player_id, "name": row.name, "place": row.place, "total": row.total, "left": row.is_gone}
        for seat, row in zip(state.seats, table.rows, strict=True)
    ]
    about = {"match": match.pk, "game": match.game, "table": match.table, "version": match.version}
    open_ = {"round": table.now.number if table.now else None, "rounds": table.now.of or None if table.now else None}
    return {**about, "finished_at": match.finished_at, "state": table.state, **open_, "players": players}


# An import as JSON: its state, and the result of its dry run.


State = ImportBatch.State
MEANS = ("player", "new", "question")


def import_json(row: ImportBatch) -> dict[str, Any]:
    """Return the import; counts, layout, games and season only while it waits for confirmation."""
    return shaped(
        imports.IMPORT,
        row,
        kind=next((reader.label for reader in READERS if reader.key == row.source), ""),
        notes=row.found.get("notes", []),
        found=_counts(Preview(row.found, row.answers)) if row.state == State.ASKING else None,
        layout=_layout(row.found) if row.state == State.ASKING else None,
        games=_games(row.found.get("games", ())) if row.state == State.ASKING else [],
        season=_season(row) if row.state == State.ASKING else None,
        made=_made(row.made) if row.state in (State.DONE, State.UNDONE) else None,
        job=job_json(row.writing or row.reading),
    )


def _counts(preview: Preview) -> dict[str, int]:
    counts = preview.counts
    return {
        "games": preview.games,
        "goes_in": counts[GOES],
        "questions": counts[ASKS],
        "left_out": counts[STAYS],
        "already_here": counts[KNOWN],
        "asks": counts[ASKS],
        "stays_out": counts[STAYS],
        "open_names": len(preview.questions),
        "newcomers": len(preview.newcomers),
    }


def _layout(preview: Mapping[str, Any]) -> dict[str, Any] | None:
    if not (found := preview.get("layout")):
        return None
    said = found["settings"]
    return shaped(
        imports.LAYOUT,
        None,
        **{name: said.get(name, "") for name in ("year", "day", "decimal", "game", "figures", "blocks")},
        **{name: said.get(name, "") for name in ("scoring", "the_rule")},
        **{name: found[name] for name in ("form", "header", "columns", "sheets", "sheet")},
        read=found.get("read", []),
        encoding=found.get("encoding", ""),
        encodings=[{"encoding": code, "words": words} for code, words in found.get("encodings", ())],
        date_order=said.get("order", ""),
        can_be=meanings(said.get("game") or ENGINES[0].key),
        rows=[{"line": line, "cells": cells} for line, cells in found["rows"]],
        labels=[
            {
                "row": each["row"],
                "column": each["column"],
                "label": each["text"],
                "sample": each["sample"],
                "is_player": each["is_player"],
            }
            for each in preview.get("doubts", ())
        ],
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


def job_json(job: Job | None) -> dict[str, Any] | None:
    """Return the job of an import or a photo, None without one."""
    return shaped(imports.JOB, job) if job else None


def names(row: ImportBatch, means: str) -> list[dict[str, Any]]:
    """Return the names of the file and whom they mean; `means` is one of MEANS or "" for all. One query."""
    if row.state != State.ASKING:
        return []
    labels = {player.pk: player.label for player in Player.objects.filter(club=row.club)}
    preview = Preview(row.found, row.answers)
    names_json = [
        _name(name, who, [key for key in like if key in labels], labels) | {"lookalike": preview.lookalike(at)}
        for at, (name, who, (_, like)) in enumerate(zip(preview.names, preview.who, row.found["guesses"], strict=True))
    ]
    return [each for each in names_json if means in ("", each["means"])]


def _name(name: str, who: int | str | None, like: list[int], labels: dict[int, str]) -> dict[str, Any]:
    return {
        "name": name,
        "means": "question" if who is None else "new" if isinstance(who, str) else "player",
        "player": who if isinstance(who, int) else None,
        "like": [{"player": key, "name": labels[key]} for key in like],
    }


def _import_field(asks: str) -> str:
    """Return the name of a setting in the API, from the form field that asks for it.

    >>> _field("0:date-order")
    'date_order'
    """
    return "columns" if asks == NAME else asks.removeprefix("0:").replace("-", "_")


def troubles(row: ImportBatch) -> list[dict[str, Any]]:
    """Return the problems of the file, while it waits for confirmation."""
    return list(_troubles(row)) if row.state == State.ASKING else []


def _in_file(row: ImportBatch, line: int) -> dict[str, Any]:
    """Return the sheet, where several are read, and the row of a line."""
    sheet, number = sheet_and_row(line)
    read = row.found.get("layout", {}).get("read", ())
    return {"sheet": read[sheet] if len(read) > 1 else "", "row": number}


def _troubles(row: ImportBatch) -> Iterator[dict[str, Any]]:
    preview = Preview(row.found, row.answers)
    for match in row.found["matches"]:
        yield from (_trouble(row, each) for each in match["problems"])
        if clash := preview.clash(match):
            yield _trouble(row, {"line": match["line"], "message": clash})


def _trouble(row: ImportBatch, said: Mapping[str, Any]) -> dict[str, Any]:
    proposal, field = said.get("mend", ""), _import_field(said.get("asks", ""))
    return {
        "line": said["line"],
        **_in_file(row, said["line"]),
        **{name: said.get(name, "") for name in ("column", "value", "message", "player")},
        "proposal": proposal,
        "mend": proposal,
        "answered_by": field,
        "asks": field,
    }
