"""Printing a sheet of Dirty Dog with the labels of the tests."""

from typing import Any

from games.dirty_dog.pdf import PRINTS
from games.sheets.document import Document, Labels, Print, document
from games.sheets.typst import Fill, Paper, pressed
from tests.games.sheets.reading import Reader

LINK = "https://club.example/m/0b0e8b0e-1111-4222-8333-123456789abc/"
LABELS: dict[str, Any] = {
    "title": "Dirty Dog",
    "night": "Saturday 21 Nov 2026",
    "date": "2026-11-21",
    "table": "1",
    "link": LINK,
    "version": 41,
    "rules": "1.3",
    "winner_trophy": "Good Dog Cup",
    "loser_trophy": "Cone of Shame",
    "printed_at": 1_795_000_000,
}


def labelled(sheet: dict[str, Any], **labels: Any) -> Document:
    return document(sheet, Labels(**{**LABELS, **labels}))


def by_key(layout: str) -> Print:
    return next(each for each in PRINTS if each.key == layout)


def printed(
    sheet: dict[str, Any], layout: str = "rev1", fill: Fill = "filled", paper: Paper = "a4", **labels: Any
) -> bytes:
    return pressed(by_key(layout), fill, paper, labelled(sheet, **labels))


def read(
    sheet: dict[str, Any], layout: str = "rev1", fill: Fill = "filled", paper: Paper = "a4", **labels: Any
) -> Reader:
    return Reader(printed(sheet, layout, fill, paper, **labels))
