"""Reads a sheet with one figure and a total of each seat in a row."""

from collections.abc import Iterator, Mapping, Sequence

from games.paper.reading.decide_rows import DecidedRow, Row, decided_rows
from games.paper.reading.page import (
    Json,
    ReadPage,
    blurred,
    by_place,
    figure_cell,
    is_written,
    some,
    total_cell,
    wrong_totals,
)
from games.paper.reading.problems import CannotRead, ended_problem
from games.paper.row_games import RowGame
from scoring.records import played


def rules_of(game: RowGame) -> Mapping[int, str]:
    """The versions of the rules by which its sheets are read, as the marks say them."""
    version = game.engine.version
    return {int(version.replace(".", "")): version}


def read(pages: Sequence[ReadPage], game: RowGame) -> Json:
    """The document without `sheet`. Raises CannotRead."""
    payload = pages[0].payload
    rows = _rows(pages, game, payload.players, payload.hands)
    if not rows:
        raise CannotRead("empty")
    decisions = decided_rows(rows, game)
    names = [str(seat + 1) for seat in range(payload.players)]
    rounds = [game.round(each.values, names) for each in decisions]
    options = game.options(payload.hands, len(rows))
    record: Json = {"record": 1, "game": game.engine.key, "players": names, "rounds": rounds}
    record |= {"options": options} if options else {}
    count = _until_the_end(record)
    record["rounds"], rows = rounds[:count], rows[:count]
    cells = list(_cells(rows, decisions, game))
    problems = wrong_totals([row.number for row in rows], [row.totals for row in rows], [d.totals for d in decisions])
    if count < len(rounds):
        problems.append(ended_problem(count))
    return {"record": record, "cells": cells, "problems": [*problems, *blurred(cells)]}


def _rows(pages: Sequence[ReadPage], game: RowGame, players: int, count: int) -> list[Row]:
    """The rows down to the last one that is written."""
    read_cells, seats = by_place(pages), range(players)
    rows = []
    for at in range(count):
        figures, totals = ([read_cells[at, seat, kind] for seat in seats] for kind in (game.what, "total"))
        rows.append(Row(at, figures, totals))
    while rows and not _is_played(rows[-1], game):
        rows.pop()
    return rows


def _is_played(row: Row, game: RowGame) -> bool:
    """Whether a row is written; where figures may be left out, one is enough."""
    if game.may_be_empty:
        return any(map(is_written, (*row.figures, *row.totals)))
    return some(row.figures) or some(row.totals)


def _until_the_end(record: Json) -> int:
    """How many rounds there are until the match is over."""
    rounds = record["rounds"]
    for count in range(1, len(rounds)):
        _engine, sheet, _names = played({**record, "rounds": rounds[:count]})
        if sheet.finished:
            return count
    return len(rounds)


def _cells(rows: Sequence[Row], decisions: Sequence[DecidedRow], game: RowGame) -> Iterator[Json]:
    for row, decision in zip(rows, decisions, strict=False):
        for seat, figure in enumerate(decision.figures):
            yield figure_cell(row.number, game.what, row.figures[seat], figure, game.nothing)
            yield total_cell(row.number, row.totals[seat], decision.totals[seat])
