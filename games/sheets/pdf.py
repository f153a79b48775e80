"""PDF score sheets: `pressed` returns the bytes of one, `printed` adds what a response needs."""

import re
import unicodedata
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from django.utils.translation import pgettext

from games.sheets.document import Document, Print
from games.sheets.layout_words import layout_words, printable, table_named, unmarked
from games.sheets.typst import Unprintable, compiled, packed, prints

Fill = Literal["blank", "ready", "filled"]
Paper = Literal["a4", "letter"]
Poster = Literal["a3", "tabloid"]

CONTENT_TYPE = "application/pdf"


@dataclass(frozen=True)
class Printed:
    """A PDF with its file name and content type."""

    content: bytes
    file_name: str
    content_type: str = CONTENT_TYPE


def pressed(chosen: Print, fill: Fill, paper: Paper | Poster, document: Document) -> bytes:
    """The document on the chosen printed sheet as a tagged PDF; equal documents give equal bytes."""
    page = chosen.page(document, fill=fill, paper=paper)
    return packed(plain(chosen.template, page, layout_words(), document["labels"]["printed_at"]))


def plain(template: Path, page: dict[str, Any], words: Mapping[str, str], timestamp: int) -> bytes:
    """The PDF as Typst writes it, before it is packed.

    If no font can set a letter with its combining marks, the texts are set without them: first only those affected,
    then all.
    """
    for reading in (printable, careful):
        with suppress(Unprintable):
            return compiled(template, each_text(reading, page), each_text(reading, words), timestamp)
    return compiled(template, each_text(unmarked, page), each_text(unmarked, words), timestamp)


def careful(text: str) -> str:
    """The printable text, without combining marks if no font can set it with them."""
    shown = printable(text)
    return shown if shown.isascii() or prints(shown) else unmarked(text)


def printed(chosen: Print, fill: Fill, paper: Paper | Poster, document: Document) -> Printed:
    """The PDF with its file name and content type."""
    return Printed(pressed(chosen, fill, paper, document), file_name(fill, document))


def file_name(fill: Fill, document: Document) -> str:
    """A plain ASCII name such as `dirty-dog-2026-11-21-table-1.pdf`, in the language of the sheet."""
    labels = document["labels"]
    words = (pgettext("file name", "blank"),) if fill == "blank" else (labels["date"], table_named(labels["table"]))
    ascii_only = unicodedata.normalize("NFKD", " ".join((document["game"], *words))).encode("ascii", "ignore").decode()
    return f"{re.sub('[^a-z0-9]+', '-', ascii_only.lower()).strip('-')}.pdf"


def each_text(reading: Callable[[str], str], value: Any) -> Any:
    """The value with `reading` applied to every text in it."""
    if isinstance(value, str):
        return reading(value)
    if isinstance(value, dict):
        return {key: each_text(reading, inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [each_text(reading, inner) for inner in value]
    return value
