"""PDF score sheets: `pressed` makes one, `printed` makes one ready to be sent."""

import re
import unicodedata
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from games.sheets.document import Document
from games.sheets.layout_words import layout_words
from games.sheets.pack import packed
from games.sheets.prints import Print
from games.sheets.text import printable, unmarked
from games.sheets.typst import Unprintable, compiled, prints

Fill = Literal["blank", "ready", "filled"]
Paper = Literal["a4", "letter"]
Poster = Literal["a3", "tabloid"]

CONTENT_TYPE = "application/pdf"


@dataclass(frozen=True)
class Printed:
    """A sheet with what a response needs to say about it."""

    content: bytes
    file_name: str
    content_type: str = CONTENT_TYPE


def pressed(chosen: Print, fill: Fill, paper: Paper | Poster, document: Document) -> bytes:
    """The document on one of its game's sheets, as a tagged PDF; the same document always gives the same bytes."""
    page = chosen.page(document, fill=fill, paper=paper)
    return packed(plain(chosen.template, page, layout_words(), document["labels"]["printed_at"]))


def plain(template: Path, page: dict[str, Any], words: Mapping[str, str], timestamp: int) -> bytes:
    """A page as the engine writes it, before it is packed. A name no font has in one piece loses its marks."""
    for reading in (printable, careful):
        with suppress(Unprintable):
            return compiled(template, each_text(reading, page), each_text(reading, words), timestamp)
    return compiled(template, each_text(unmarked, page), each_text(unmarked, words), timestamp)


def careful(text: str) -> str:
    """The text as it is where it can be set, else without the marks that no font has on this letter."""
    shown = printable(text)
    return shown if shown.isascii() or prints(shown) else unmarked(text)


def printed(chosen: Print, fill: Fill, paper: Paper | Poster, document: Document) -> Printed:
    """The sheet, its file name and its content type, for a view."""
    return Printed(pressed(chosen, fill, paper, document), file_name(fill, document))


def file_name(fill: Fill, document: Document) -> str:
    """A plain ASCII name such as `dirty-dog-2026-11-21-table-1.pdf`."""
    labels = document["labels"]
    table = f"table {labels['table']}" if labels["table"] else ""
    words = ("blank",) if fill == "blank" else (labels["date"], table)
    ascii_only = unicodedata.normalize("NFKD", " ".join((document["game"], *words))).encode("ascii", "ignore").decode()
    return f"{re.sub('[^a-z0-9]+', '-', ascii_only.lower()).strip('-')}.pdf"


def each_text(reading: Callable[[str], str], value: Any) -> Any:
    """The same value with every text in it read that way."""
    if isinstance(value, str):
        return reading(value)
    if isinstance(value, dict):
        return {key: each_text(reading, inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [each_text(reading, inner) for inner in value]
    return value
