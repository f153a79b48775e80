"""Reads photos of sheets: the record, each cell, and what is to be asked."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, BinaryIO

import numpy as np
from PIL import Image

from games.paper.geometry import BLANK, GAMES, TIE_BID, TIE_TRICKS, Layout, LayoutError, LayoutKey, Payload
from games.paper.layout import sheet_layout
from games.paper.reading import dirty_dog
from games.paper.reading import photo as photos
from games.paper.reading.cells import Probabilities, Reading, readings
from games.paper.reading.decide import ROUNDS, WRONG_FIGURE, Decision, decision, figure_weights, from_totals
from games.paper.reading.page import (
    Json,
    ReadPage,
    blurred,
    by_place,
    figure_cell,
    is_written,
    missing_pages,
    some,
    total_cell,
    wrong_totals,
)
from games.paper.reading.problems import CannotRead, ended_problem, unread
from games.paper.row_games import ROW_GAMES, RowGame
from scoring.base import Engine
from scoring.records import played

# Decides what a sheet with one figure and a total of each seat in a row says, as `decide` does for Dirty Dog: the
# figures of a row by all that they can be together, totals per seat from the first row to the last and back.


LEFT_OUT = 0.3  # of the zeros that can be left out: how often they are


@dataclass(frozen=True)
class Row:
    """The readings of a row by seat; `number` from 0."""

    number: int
    figures: Sequence[Reading]
    totals: Sequence[Reading]


@dataclass(frozen=True)
class DecidedRow:
    """The decisions of a row by seat, and the totals that the figures make."""

    figures: Sequence[Decision]
    totals: Sequence[int]

    @property
    def values(self) -> tuple[int, ...]:
        """The figures alone."""
        return tuple(each.value for each in self.figures)


def decided_rows(rows: Sequence[Row], game: RowGame) -> list[DecidedRow]:
    """The likeliest sheet that the rules allow, with what is doubtful."""
    seats = range(len(rows[0].figures))
    ways, weights = zip(*game.ways(len(seats)), strict=True)
    figures, prior = np.array(ways), np.array(weights)
    points = np.array([game.points(way) for way in ways])
    alone = [prior * np.prod([_weights(row, seat, game)[figures[:, seat]] for seat in seats], axis=0) for row in rows]
    told = [[np.ones(len(ways)) for _seat in seats] for _row in rows]
    for _round in range(ROUNDS):
        for seat in seats:
            # What a row says of a seat is all that it says but for what the totals of that seat told it.
            left = [_sums(points[:, seat], _joint(own, said, seat)) for own, said in zip(alone, told, strict=True)]
            growth = from_totals([row.totals[seat] for row in rows], left)
            for at, worth in enumerate(growth):
                by_points = {int(value): worth(int(value)) for value in np.unique(points[:, seat])}
                told[at][seat] = np.array([by_points[int(value)] for value in points[:, seat]])
    totals = [0] * len(seats)
    out = []
    for row, own, said in zip(rows, alone, told, strict=True):
        joint = _joint(own, said)
        best = int(joint.argmax())
        totals = [total + int(more) for total, more in zip(totals, points[best], strict=True)]
        chances = [_sums(figures[:, seat], joint) for seat in seats]
        decisions = [
            decision(row.figures[seat], chances[seat], int(figures[best, seat]), may_be_empty=game.may_be_empty)
            for seat in seats
        ]
        out.append(DecidedRow(decisions, tuple(totals)))
    return out


def _weights(row: Row, seat: int, game: RowGame) -> Probabilities:
    """What a cell says of the numbers 0 to the largest, and where that can be meant, that nothing is written."""
    reading = row.figures[seat]
    if not game.may_be_empty:
        return figure_weights(reading, game.most)
    weights = figure_weights(reading, game.most - 1) * (1 - reading.empty)
    weights[0] += LEFT_OUT * reading.empty
    return np.append(weights, (1 - LEFT_OUT) * reading.empty + WRONG_FIGURE / game.most)


def _joint(alone: Probabilities, told: Sequence[Probabilities], but: int | None = None) -> Probabilities:
    """The probabilities of all ways to write a row, without what the totals of one seat say."""
    joint = alone * np.prod([said for seat, said in enumerate(told) if seat != but], axis=0)
    whole: Probabilities = joint / joint.sum()
    return whole


def _sums(values: Probabilities, chances: Probabilities) -> Mapping[int, float]:
    """The probability of each value."""
    return {int(value): float(chances[values == value].sum()) for value in np.unique(values)}


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
    for row, decided in zip(rows, decisions, strict=False):
        for seat, figure in enumerate(decided.figures):
            yield figure_cell(row.number, game.what, row.figures[seat], figure, game.nothing)
            yield total_cell(row.number, row.totals[seat], decided.totals[seat])


# Whole photos: the page they show, how it is laid out, and the document of their sheet.


MOST_SHARP = 10.0  # more say nothing more of a figure


@dataclass(frozen=True)
class Reader:
    """How the sheets of one layout are read: by which rules, and what makes a document of the pages."""

    engine: Engine[Any]
    rules: Mapping[int, str]
    read: Callable[[Sequence[ReadPage]], Json]


_DIRTY_DOG = Reader(dirty_dog.ENGINE, dirty_dog.RULES, dirty_dog.read)
READERS: Mapping[LayoutKey, Reader] = {
    "rev1": _DIRTY_DOG,
    "rev2": _DIRTY_DOG,
    **{game.layout: Reader(game.engine, rules_of(game), partial(read, game=game)) for game in ROW_GAMES.values()},
}


def read_page(picture: Image.Image) -> ReadPage:
    """Find and read the page in a photo. Raises CannotRead."""
    found = photos.found(picture)
    layout = _layout(found.payload)
    matrix = photos.placed(picture, found, layout)
    sharp = photos.sharpness(matrix, layout)
    if sharp < photos.LEAST_SHARP:
        raise CannotRead("small")
    scale = min(max(sharp, 5.0), MOST_SHARP)
    dark = photos.darkness(photos.straightened(picture, matrix, layout, scale), scale)
    page = layout.pages[found.payload.page]
    every = [cell for cell in page.cells if cell.hand is not None or cell.kind in (TIE_BID, TIE_TRICKS)]
    return ReadPage(found.payload, layout, readings(dark, scale, every), matrix)


def _layout(payload: Payload) -> Layout:
    """The layout of a sheet that is read here. Raises CannotRead."""
    reader = READERS[payload.layout]
    if GAMES[reader.engine.key] != payload.game:
        raise CannotRead("other-game")
    if payload.rules not in reader.rules or payload.house_rules:
        raise CannotRead("rules")
    try:
        layout = sheet_layout(payload.layout, payload.players, payload.hands, payload.paper)
    except LayoutError as error:
        raise CannotRead("foreign") from error
    if payload.page >= len(layout.pages):
        raise CannotRead("foreign")
    return layout


def read_sheets(files: Iterable[BinaryIO], prepared: Callable[[BinaryIO], bytes]) -> Iterator[Json]:
    """Read photos, and yield a document for each sheet, in the order of its first photo. Two photos are one sheet if
    they show its two pages, in either order. `prepared` makes of a file what is read (photo.picture), or raises
    CannotRead.
    """
    found: list[list[ReadPage] | CannotRead] = []
    for file in files:
        try:
            page = read_page(photos.picture(prepared(file)))
        except CannotRead as problem:
            found.append(problem)
            continue
        other = next((each for each in found if isinstance(each, list) and page.completes(each)), None)
        if other is None:
            found.append([page])
        else:
            other.append(page)
    for each in found:
        yield read_sheet(each) if isinstance(each, list) else unread(each)


def read_sheet(pages: Sequence[ReadPage]) -> Json:
    """The document of a sheet, whose pages may come in any order: `sheet`, `record` as `score` takes it, `cells`,
    `problems`.
    """
    pages = sorted(pages, key=lambda page: page.number)
    sheet = _sheet(pages)
    try:
        if pages[0].payload.page:
            raise CannotRead("first-page")
        return {"sheet": sheet} | READERS[pages[0].payload.layout].read(pages)
    except CannotRead as problem:
        return unread(problem, sheet)


def _sheet(pages: Sequence[ReadPage]) -> Json:
    payload = pages[0].payload
    reader = READERS[payload.layout]
    return {
        "game": reader.engine.key,
        "layout": payload.layout,
        "paper": payload.paper,
        "players": payload.players,
        "hands": payload.hands,
        "rules": reader.rules[payload.rules],
        "number": payload.sheet if payload.sheet != BLANK else None,
        "pages": len(pages),
        "missing_pages": missing_pages(pages),
    }
