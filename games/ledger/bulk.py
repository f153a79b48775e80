"""Bulk writing of matches that were played elsewhere: everything is computed first, the transaction only inserts rows.

The rows are the same as if each match had been recorded line by line; `ledger.rescore` finds no difference.
"""

import json
import uuid
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from itertools import islice
from typing import Any

from django.db import connection
from django.db.models import Model
from django.utils import timezone

from games.entries.drafts import Author
from games.entries.match_state import SeatRow, is_final, is_unsettled, rounds_played, seat_rows, tally_rows
from games.live import publish_many
from games.models import CallOut, Entry, Match, Seat, Tally
from scoring.base import Engine, Sheet
from scoring.records import entry_to_json, options_to_json

# Insertion of rows by the hundred thousand, by the fastest method of each database.


Row = Sequence[Any]
AT_ONCE = 5_000
INSERT = "INSERT INTO %s (%s) VALUES (%s)"


def bulk_insert(model: type[Model], names: Sequence[str], rows: Iterable[Row]) -> None:
    """Insert rows, inside a transaction.

    `names` are attributes of the model, each row their values: whole numbers, text, JSON as text, and keys and times as
    `column` returns them.
    """
    table = connection.ops.quote_name(model._meta.db_table)
    fields = {field.attname: field.column for field in model._meta.concrete_fields}
    columns = [fields[name] or name for name in names]
    INSERTERS[connection.vendor](table, ", ".join(map(connection.ops.quote_name, columns)), len(columns), rows)


def column(model: type[Model], name: str, value: Any) -> Any:
    """The value as it is sent to the database for this field."""
    field: Any = model._meta.get_field(name)
    return field.get_db_prep_save(value, connection)


def as_json(value: Any) -> str:
    return json.dumps(value)


def _sqlite(table: str, columns: str, count: int, rows: Iterable[Row]) -> None:
    values = ", ".join(["%s"] * count)
    statement = INSERT % (table, columns, values)
    left = iter(rows)
    with connection.cursor() as cursor:
        while some := list(islice(left, AT_ONCE)):
            cursor.executemany(statement, some)


def _postgresql(table: str, columns: str, count: int, rows: Iterable[Row]) -> None:
    with connection.cursor() as cursor, cursor.copy(f"COPY {table} ({columns}) FROM STDIN") as copy:
        for row in rows:
            copy.write_row(row)


INSERTERS: Mapping[str, Callable[[str, str, int, Iterable[Row]], None]] = {"sqlite": _sqlite, "postgresql": _postgresql}


ENTRY = (
    *("id", "match_id", "number", "revision", "version", "kind", "payload", "player_id", "note"),
    *("recorded_by_id", "device", "recorded_at", "received_at"),
)
TALLY = ("match_id", "seat_id", "number", "points", "total", "place", "facts")
CALLOUT = ("match_id", "term", "player_id", "times", "round")
FIRST = 1  # the version of a match that was written at once


@dataclass(frozen=True)
class Played:
    """A match with all derived figures, by seats; which players sit there need not be known yet.

    `results` and `feats` are in seat order. `entries` are (kind, payload as JSON, the seat it opens or None), `tallies`
    (seat, number, points, total, place, facts as JSON), `callouts` (term, seat or None, times, round).
    """

    match: Match
    results: Sequence[SeatRow]
    feats: Sequence[Mapping[str, int]]
    entries: Sequence[tuple[str, str, int | None]]
    tallies: Sequence[tuple[int, int, int, int, int, str]]
    callouts: Sequence[tuple[str, int | None, int, int]]


def work_out(engine: Engine[Any], seats: int, options: Any, entries: Sequence[Any], match: Match) -> Played:
    """Compute the figures of a match. `match` is unsaved and has place and time; its figures are filled in. Raises
    RuleError.
    """
    sheet = engine.start(seats, options)
    lines: list[tuple[str, str, int | None]] = []
    for entry in entries:
        after = engine.play(sheet, entry)
        opens = sheet.seats if after.seats > sheet.seats else None
        lines.append((engine.kind(entry), as_json(entry_to_json(entry)), opens))
        sheet = after
    _fill(match, engine, seats, options, sheet)
    results = seat_rows(engine, sheet)
    feats, callouts = (engine.feats(sheet), engine.called_out(sheet)) if match.finished_at else ({}, ())
    return Played(
        match,
        [results[seat] for seat in range(sheet.seats)],
        [dict(feats.get(seat, {})) for seat in range(sheet.seats)],
        lines,
        [
            (seat, number, row.points, row.total, row.place, as_json(row.facts))
            for (seat, number), row in tally_rows(sheet).items()
        ],
        [(each.term, each.seat, each.times, each.round) for each in callouts],
    )


def _fill(match: Match, engine: Engine[Any], seats: int, options: Any, sheet: Sheet) -> None:
    match.game, match.rule_version = engine.key, engine.revision(options)
    match.options, match.start_seats = options_to_json(options), seats
    match.points_key = engine.apart(match.options)
    match.version, match.rounds = FIRST, rounds_played(sheet)
    match.unsettled_at = match.started_at if is_unsettled(sheet) else None
    match.played_at = match.finished_at = match.started_at if is_final(sheet) else None


def write(played: Sequence[Played], players: Sequence[Sequence[int]], by: Author) -> None:
    """Insert matches, inside the caller's transaction; `players` are the primary keys of the players by seat, match by
    match.

    Call-outs are among the rows. Other consequences of the results are left to the caller: `follow.rebuild_by_player`,
    once for all matches.
    """
    Match.objects.bulk_create([each.match for each in played], batch_size=500)
    chairs = _seats(played, players)
    bulk_insert(Entry, ENTRY, _entries(played, players, by, timezone.now()))
    bulk_insert(Tally, TALLY, _tallies(played, chairs))
    bulk_insert(CallOut, CALLOUT, _callouts(played, players))
    publish_many(each.match for each in played)


def _seats(played: Sequence[Played], players: Sequence[Sequence[int]]) -> list[list[int]]:
    """Insert the seats and return their primary keys, match by match."""
    made = Seat.objects.bulk_create(
        (
            Seat(match=each.match, position=position, player_id=player, feats=feats, **asdict(result))
            for each, player_ids in zip(played, players, strict=True)
            for position, (player, result, feats) in enumerate(zip(player_ids, each.results, each.feats, strict=True))
        ),
        batch_size=500,
    )
    keys = iter(made)
    return [[next(keys).pk for _ in each.results] for each in played]


def _entries(
    played: Sequence[Played], players: Sequence[Sequence[int]], by: Author, now: datetime
) -> Iterator[tuple[Any, ...]]:
    writer, received = by.user.pk if by.user else None, column(Entry, "received_at", now)
    for each, player_ids in zip(played, players, strict=True):
        key = column(Match, "id", each.match.pk)
        at = column(Entry, "recorded_at", each.match.started_at)
        for number, (kind, payload, opens) in enumerate(each.entries, 1):
            player = None if opens is None else player_ids[opens]
            yield (
                *(column(Entry, "id", uuid.uuid4()), key, number, 1, FIRST, kind, payload, player, ""),
                *(writer, by.device, at, received),
            )


def _tallies(played: Sequence[Played], chairs: Sequence[Sequence[int]]) -> Iterator[tuple[Any, ...]]:
    for each, seats in zip(played, chairs, strict=True):
        key = column(Match, "id", each.match.pk)
        for seat, *values in each.tallies:
            yield (key, seats[seat], *values)


def _callouts(played: Sequence[Played], players: Sequence[Sequence[int]]) -> Iterator[tuple[Any, ...]]:
    for each, player_ids in zip(played, players, strict=True):
        key = column(Match, "id", each.match.pk)
        for term, seat, times, number in each.callouts:
            yield (key, term, None if seat is None else player_ids[seat], times, number)
