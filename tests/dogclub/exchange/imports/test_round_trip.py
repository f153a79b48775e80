"""Every playable match, exported as a sheet and imported again, gives the same record."""

import io
from datetime import UTC, datetime
from random import Random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from dogclub.exchange.exports.layout import About, Grid, columns, names_of, rows_of
from dogclub.exchange.exports.writing import csv_pieces, write_xlsx
from dogclub.exchange.imports.review.dry_run import score
from games.base.table_game import TableGame
from games.registry import TABLE_GAMES
from scoring.base import replay
from scoring.records import from_record, to_record
from tests.dogclub.exchange.imports.files import read
from tests.factory import DIRTY_DOG, NAMES, played
from tests.profiles import examples

WHEN = datetime(2026, 3, 5, 19, 30, tzinfo=UTC)
ODD = ("=1+1", "'t Hart", "-7", "Zoë “Z” O’Neill", "a,b;c", "鈴木 🐕", "Ann\N{NO-BREAK SPACE}Lee")


def record_of(game: TableGame, seed: int, names: list[str]) -> dict[str, Any]:
    """The record of a random match of the game."""
    dice = Random(seed)
    engine = game.engine
    seats = dice.randint(engine.seats[0], min(engine.seats[1], 5))
    if game.has_bots:
        evening = game.demo_match(seats, dice)
        return to_record(engine, names, seats, evening.options, [entry for _, entry in evening.lines])
    options = DIRTY_DOG.options(plan=(1, 3, 1))
    entries, _ = played(DIRTY_DOG.start(max(seats, 3), options), None, dice)
    return to_record(DIRTY_DOG, names, max(seats, 3), options, entries)


def sheets(records: list[dict[str, Any]]) -> Grid:
    wanted = names_of(*(game.key for game in TABLE_GAMES))
    rows = []
    for number, record in enumerate(records):
        engine, names, seats, options, entries = from_record(record)
        sheet = replay(engine, seats, options, entries)
        about = About(f"m{number}", WHEN, None, "finished", WHEN.date(), str(number))
        rows += [[row.get(key) for key in wanted] for row in rows_of(about, record, names, sheet)]
    return Grid("sheets", "Sheets", columns(*(game.key for game in TABLE_GAMES)), rows)


def by_csv(grid: Grid) -> tuple[bytes, str]:
    return "".join(csv_pieces(grid)).encode(), "sheets.csv"


def by_excel(grid: Grid) -> tuple[bytes, str]:
    file = io.BytesIO()
    write_xlsx(grid, file)
    return file.getvalue(), "sheets.xlsx"


played_records = st.builds(
    record_of, st.sampled_from(TABLE_GAMES), st.integers(0, 10_000), st.permutations([*ODD, *NAMES[:5]]).map(list)
)


@settings(max_examples=examples(40))
@given(st.lists(played_records, min_size=1, max_size=4), st.sampled_from([by_csv, by_excel]))
def test_any_games_go_out_and_come_in_again(records: list[dict[str, Any]], way: Any) -> None:
    matches, _ = read(*way(sheets(records)))
    assert [match.problems for match in matches] == [[]] * len(records)
    assert [to_record(*from_record(match.record)) for match in matches] == records
    assert all(match.played_at == WHEN for match in matches)
    assert all(score(match)[1] for match in matches)
