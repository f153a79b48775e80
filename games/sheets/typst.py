"""Typst: a template and its data in, a tagged PDF or a PNG out; score sheets as PDF."""

import ctypes
import functools
import itertools
import json
import re
import struct
import threading
import unicodedata
import zlib
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, cast

from django.utils.functional import Promise
from django.utils.translation import pgettext

from clubs.process_counters import count
from games.sheets.document import Document, Print
from games.sheets.layout_words import FONTS, layout_words, printable, table_named, unmarked

# Typst: a template and its data in, a tagged PDF or a PNG out.


if TYPE_CHECKING:
    import typst


# Release of Typst's caches: they hold about 100 MB after a sheet, and an idle server should be small.
# Typst drops a cached result ten compilations after its last use. So shortly after the last sheet, eleven empty
# documents are compiled and the freed memory is returned to the system; consecutive sheets share the caches.


IDLE = 2.0  # seconds without a sheet
_COMPILATIONS = 11
_lock = threading.Lock()
_waiting: threading.Timer | None = None


def forget_soon() -> None:
    """Release the caches if no further sheet is made within two seconds."""
    global _waiting
    with _lock:
        if _waiting is not None:
            _waiting.cancel()
        _waiting = threading.Timer(IDLE, forget)
        _waiting.daemon = True
        _waiting.start()


def evict() -> None:
    """Make Typst drop its cached results."""
    import typst

    fonts = typst.Fonts(include_system_fonts=False, include_embedded_fonts=False)
    for _ in range(_COMPILATIONS):
        typst.compile(b"", font_paths=fonts, ignore_system_fonts=True)


def forget() -> None:
    """Release the caches now, and return the memory to the system."""
    evict()
    trim = getattr(ctypes.CDLL(None), "malloc_trim", None)  # glibc only
    if trim is not None:
        trim(0)


LAYOUTS = Path(__file__).parent / "layouts"
ROOT = Path(__file__).parent.parent


@functools.cache
def fonts() -> "typst.Fonts":
    """All vendored fonts, and none of the system's, so that sheets are the same everywhere."""
    import typst

    return typst.Fonts(include_system_fonts=False, include_embedded_fonts=False, font_paths=[FONTS])


class Unprintable(Exception):
    """No vendored font can set some character cluster of the text; PDF/UA allows no missing glyphs."""


def compiled(template: Path, data: Mapping[str, object], words: Mapping[str, str], timestamp: int) -> bytes:
    """The PDF as Typst writes it; `timestamp` (Unix time) replaces the clock, so that equal data give equal bytes.

    `words` is the result of `layout_words`, passed in because a worker process does not know the reader's language.
    Raises Unprintable.
    """
    count("sheets")
    return _pressed(template, {"sheet": _as_json(data), "words": _as_json(words)}, timestamp)


def drawn(template: Path, data: Mapping[str, object]) -> bytes:
    """The template's one page as PNG, one pixel per Typst `px`; characters that no font has are left out."""
    import typst

    forget_soon()
    count("sheets")
    return typst.compile(
        template,
        root=ROOT,
        font_paths=fonts(),
        ignore_system_fonts=True,
        sys_inputs={"sheet": _as_json(data), "words": _as_json(layout_words())},
        timestamp=0,
        format="png",
        ppi=96.0,
    )


def plain(value: object) -> object:
    """JSON default: a lazy translation as text, and bytes, such as those of an image, as a list of numbers."""
    return str(value) if isinstance(value, Promise) else list(cast("Iterable[object]", value))


def _as_json(data: Mapping[str, object]) -> str:
    return json.dumps(data, ensure_ascii=False, sort_keys=True, default=plain)


@functools.lru_cache(maxsize=256)
def prints(text: str) -> bool:
    """Whether the fonts of the sheets can set this text."""
    try:
        _pressed(LAYOUTS / "probe.typ", {"text": text}, 0)
    except Unprintable:
        return False
    return True


def _pressed(template: Path, inputs: dict[str, str], timestamp: int) -> bytes:
    import typst

    forget_soon()
    try:
        return typst.compile(
            template,
            root=ROOT,  # templates cannot read files outside the games package
            font_paths=fonts(),
            ignore_system_fonts=True,
            sys_inputs=inputs,
            pdf_standards=["ua-1"],
            timestamp=timestamp,
            format="pdf",
        )
    except typst.TypstError as error:
        if "could not be displayed" in error.message:
            raise Unprintable(error.message) from error
        raise


# Compression of the PDFs that Typst writes: the thousand small objects of their tags go into one compressed stream.
# Nothing is added, dropped or renumbered, so tags, metadata and the PDF/UA identifier stay as they were; a third of
# the bytes remain. A general PDF library does the same in three times the time.


_ENTRY = 20  # bytes of one line in a classic cross-reference table
ROW = struct.Struct(">BIH")  # a row of the new table: kind, offset or stream, index
_OBJECT = re.compile(rb"\s*\d+ 0 obj\s(.*)\sendobj\s*", re.DOTALL)


@dataclass(frozen=True)
class Plain:
    """A PDF in parts: its header, its objects by number, and the entries of its trailer."""

    head: bytes
    objects: dict[int, bytes]
    trailer: bytes


def packed(pdf: bytes) -> bytes:
    """The document with object and cross-reference streams (PDF 1.5); equal input gives equal bytes."""
    plain = read(pdf)
    out = bytearray(plain.head)
    rows: dict[int, tuple[int, int, int]] = {0: (0, 0, 0)}
    small = {number: body for number, body in plain.objects.items() if not body.endswith(b"endstream")}
    stream_number, table_number = max(plain.objects) + 1, max(plain.objects) + 2
    for index, number in enumerate(small):
        rows[number] = (2, stream_number, index)
    streams = {number: body for number, body in plain.objects.items() if number not in small}
    for number, body in (*streams.items(), (stream_number, _object_stream(small))):
        rows[number] = (1, len(out), 0)
        out += b"%d 0 obj\n%b\nendobj\n" % (number, body)
    rows[table_number] = (1, len(out), 0)
    start = len(out)
    out += b"%d 0 obj\n%b\nendobj\nstartxref\n%d\n%%%%EOF\n" % (table_number, _table(rows, plain.trailer), start)
    return bytes(out)


def read(pdf: bytes) -> Plain:
    """Parse a PDF. Raises ValueError if it is not structured as Typst's are."""
    start = int(pdf[pdf.rindex(b"startxref") + len(b"startxref") :].split()[0])
    opening = re.compile(rb"xref\s+0 (\d+)\s+").match(pdf, start)
    if opening is None:
        raise ValueError("not a PDF with one plain cross-reference table")
    first, count = opening.end(), int(opening[1])
    lines = [pdf[first + at * _ENTRY : first + (at + 1) * _ENTRY] for at in range(count)]
    offsets = {number: int(line[:10]) for number, line in enumerate(lines) if line[17:18] == b"n"}
    ends = sorted([*offsets.values(), start])
    after = dict(itertools.pairwise(ends))
    objects = {number: _body(pdf[at : after[at]]) for number, at in offsets.items()}
    rest = pdf[first + count * _ENTRY :]
    trailer = re.sub(rb"/Size \d+", b"", rest[rest.index(b"<<") + 2 : rest.rindex(b">>")])
    return Plain(pdf[: ends[0]], objects, trailer)


def _body(written: bytes) -> bytes:
    parsed = _OBJECT.fullmatch(written)
    if parsed is None:
        raise ValueError(f"not a PDF object: {written[:40]!r}")
    return parsed[1].strip()


def _object_stream(objects: dict[int, bytes]) -> bytes:
    places, at = [], 0
    for number, body in objects.items():
        places.append(b"%d %d" % (number, at))
        at += len(body) + 1
    index = b" ".join(places) + b"\n"
    return stream(b"/Type/ObjStm/N %d/First %d" % (len(objects), len(index)), index + b"\n".join(objects.values()))


def _table(rows: dict[int, tuple[int, int, int]], trailer: bytes) -> bytes:
    """The cross-reference stream of these rows by object number."""
    size = max(rows) + 1
    return table_stream((ROW.pack(*rows.get(number, (0, 0, 0))) for number in range(size)), size, trailer)


def table_stream(rows: Iterable[bytes], size: int, trailer: bytes) -> bytes:
    """The cross-reference stream of `size` rows, packed by `ROW`, with the trailer's entries.

    Each row is stored as the difference from the row above it.
    """
    above, differences = bytes(ROW.size), bytearray()
    for row in rows:
        differences.append(2)
        differences.extend([(new - old) & 255 for new, old in zip(row, above, strict=True)])
        above = row
    facts = b"/Type/XRef/Size %d/W[1 4 2]/DecodeParms<</Predictor 12/Columns %d>>%b" % (size, ROW.size, trailer)
    return stream(facts, bytes(differences))


def stream(facts: bytes, content: bytes, effort: int = 9) -> bytes:
    """A compressed stream object with the dictionary entries `facts`; `effort` is the zlib level."""
    short = zlib.compress(content, effort)
    return b"<<%b/Filter/FlateDecode/Length %d>>stream\n%b\nendstream" % (facts, len(short), short)


# PDF score sheets: `pressed` returns the bytes of one, `printed` adds what a response needs.


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
    return packed(plain_pdf(chosen.template, page, layout_words(), document["labels"]["printed_at"]))


def plain_pdf(template: Path, page: dict[str, Any], words: Mapping[str, str], timestamp: int) -> bytes:
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
