"""What a section of the book is made of, as `layouts/section.typ` draws it."""

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
    """`width` in millimetres, as wide as its words, or "rest"; `face` is one of those of the layout."""
    return {"label": label, "width": width, "face": face, "end": end}


def table(title: str, columns: Sequence[Column], rows: Sequence[Sequence[str]]) -> Block:
    heads = [{**each, "label": str(each["label"])} for each in columns]
    return {"kind": "table", "title": title, "columns": heads, "rows": rows}


def words(*texts: str, title: str = "", quiet: bool = False) -> Block:
    return {"kind": "words", "title": title, "words": [each for each in texts if each], "quiet": quiet}


def listed(title: str, rows: Sequence[tuple[str, str]]) -> Block:
    """Words and the page they lead to."""
    return {"kind": "list", "title": title, "rows": rows}


def columns(*parts: Sequence[Block]) -> Block:
    return {"kind": "beside", "parts": parts}


def chart(title: str, lines: Chart, alt: str, share: float = 0.36) -> Block:
    """`alt` says what is drawn and where its numbers stand."""
    return {"kind": "chart", "title": title, "chart": {**drawn(lines), "alt": alt}, "share": share}


def section(
    volume: Volume, heading: str, blocks: Sequence[Block], facts: Mapping[str, str] | None = None, note: str = ""
) -> PageDocument:
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
