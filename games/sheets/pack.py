"""Compression of the PDFs that Typst writes: the thousand small objects of their tags go into one compressed stream.

Nothing is added, dropped or renumbered, so tags, metadata and the PDF/UA identifier stay as they were; a third of the
bytes remain. A general PDF library does the same in three times the time: see docs/developers/printing.md.
"""

import itertools
import re
import struct
import zlib
from collections.abc import Iterable
from dataclasses import dataclass

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
