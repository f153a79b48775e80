"""Reads photos of sheets: the record, each cell, and what is to be asked."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, BinaryIO

from PIL import Image

from games.paper.geometry import BLANK, GAMES, TIE_BID, TIE_TRICKS, Layout, LayoutError, LayoutKey, Payload
from games.paper.layout import sheet_layout
from games.paper.reading import dirty_dog, rows
from games.paper.reading import photo as photos
from games.paper.reading.cells import readings
from games.paper.reading.page import Json, ReadPage, missing_pages
from games.paper.reading.problems import CannotRead, unread
from games.paper.row_games import ROW_GAMES
from scoring.base import Engine

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
    **{
        game.layout: Reader(game.engine, rows.rules_of(game), partial(rows.read, game=game))
        for game in ROW_GAMES.values()
    },
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
