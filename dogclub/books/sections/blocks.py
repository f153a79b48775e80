"""The building blocks of a section, as `layouts/section.typ` draws them."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _

from clubs.branding.logo import letterhead
from clubs.language.locales import locale
from dogclub.books.pdf.page_numbers import LAYOUTS
from dogclub.books.pdf.typst_workers import PageDocument
from dogclub.books.sections.book_request import Volume
from games.charts.line_chart import Chart
from games.charts.on_paper import drawn
from games.sheets.document import mark

Block = dict[str, Any]
Column = dict[str, Any]
SECTION = LAYOUTS / "section.typ"


def column(label: str | Promise, width: str | int = "auto", face: str = "words", *, end: bool = False) -> Column:
    """A column of a table; `width` is in millimetres, "auto" or "rest"; `face` is a style of the layout; `end` aligns
    it at the end.
    """
    return {"label": label, "width": width, "face": face, "end": end}


def table(title: str, columns: Sequence[Column], rows: Sequence[Sequence[str]]) -> Block:
    """A table with a title; rows have a text for every column."""
    heads = [{**each, "label": str(each["label"])} for each in columns]
    return {"kind": "table", "title": title, "columns": heads, "rows": rows}


def words(*texts: str, title: str = "", quiet: bool = False) -> Block:
    """Paragraphs of text; `quiet` is in a lighter colour."""
    return {"kind": "words", "title": title, "words": [each for each in texts if each], "quiet": quiet}


def listed(title: str, rows: Sequence[tuple[str, str]]) -> Block:
    """A list of (words, page number)."""
    return {"kind": "list", "title": title, "rows": rows}


def columns(*parts: Sequence[Block]) -> Block:
    """Blocks side by side."""
    return {"kind": "beside", "parts": parts}


def chart(title: str, lines: Chart, alt: str, share: float = 0.36) -> Block:
    """A line chart; `alt` says what is drawn and where its numbers are, `share` is its height as a share of
    its width.
    """
    return {"kind": "chart", "title": title, "chart": {**drawn(lines), "alt": alt}, "share": share}


def section(
    volume: Volume, heading: str, blocks: Sequence[Block], facts: Mapping[str, str] | None = None, note: str = ""
) -> PageDocument:
    """The document of a section; `facts` stand in its head, beside the season."""
    page = {
        "paper": volume.sheet_paper,
        "language": locale().language,
        "title": f"{heading}, {volume.name}",
        "summary": f"{volume.club.name}, {volume.name}",
        "club": volume.club.name,
        **mark(letterhead(volume.club)),
        "heading": heading,
        "facts": [
            {"label": label, "text": said} for label, said in {_("Season"): volume.name, **(facts or {})}.items()
        ],
        "note": note,
        "imprint": volume.name,
        "folio": True,
        "blocks": list(blocks),
    }
    return PageDocument(SECTION, page, volume.timestamp)
