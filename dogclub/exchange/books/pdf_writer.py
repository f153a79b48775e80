"""A PDF file written incrementally, with an index in memory and no objects."""

import hashlib
import re
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import BinaryIO

from django.utils.translation import get_language_bidi

from dogclub.exchange.books.typst_workers import PageDocument
from games.sheets import typst
from games.sheets.typst import ROW, Plain, read, stream, table_stream

_MOST = 400  # most small objects in one object stream


class PdfWriter:
    """A PDF file. Object numbers are allocated in order, and `put` may write them in any. The same objects in the same
    order give the same bytes.
    """

    def __init__(self, out: BinaryIO) -> None:
        self.out = out
        self.count = 1
        self._rows = bytearray(ROW.size)
        self._small: dict[int, bytes] = {}
        self._digest = hashlib.sha256()
        self._write(b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n")

    def numbers(self, count: int = 1) -> int:
        """Allocate `count` object numbers and return the first."""
        first, self.count = self.count, self.count + count
        self._rows.extend(bytes(ROW.size * count))
        return first

    def put(self, number: int, body: bytes) -> None:
        """Write an object under its number; small ones are collected into object streams."""
        if body.endswith(b"endstream"):
            self._put(number, body)
            return
        self._small[number] = body
        if len(self._small) >= _MOST:
            self._put_small()

    def add(self, body: bytes) -> int:
        """Write an object under a new number and return that."""
        number = self.numbers()
        self.put(number, body)
        return number

    def end(self, catalog: int, info: int) -> None:
        """Write the remaining objects, the cross-reference stream and the trailer."""
        self._put_small()
        number = self.numbers()
        start = self.out.tell()
        self._record(number, 1, start, 0)
        name = self._digest.hexdigest()[:32].encode()
        trailer = b"/Root %d 0 R/Info %d 0 R/ID[<%b><%b>]" % (catalog, info, name, name)
        rows = (bytes(self._rows[at : at + ROW.size]) for at in range(0, len(self._rows), ROW.size))
        body = table_stream(rows, self.count, trailer)
        self._write(b"%d 0 obj\n%b\nendobj\nstartxref\n%d\n%%%%EOF\n" % (number, body, start))

    def _put_small(self) -> None:
        small, self._small = self._small, {}
        if not small:
            return
        places, content = bytearray(), bytearray()
        within = self.numbers()
        for index, (number, body) in enumerate(small.items()):
            places += b"%d %d " % (number, len(content))
            content += body + b"\n"
            self._record(number, 2, within, index)
        facts = b"/Type/ObjStm/N %d/First %d" % (len(small), len(places))
        self._put(within, stream(facts, bytes(places + content), 6))

    def _put(self, number: int, body: bytes) -> None:
        self._record(number, 1, self.out.tell(), 0)
        self._write(b"%d 0 obj\n%b\nendobj\n" % (number, body))

    def _record(self, number: int, kind: int, where: int, index: int) -> None:
        ROW.pack_into(self._rows, number * ROW.size, kind, where, index)

    def _write(self, content: bytes) -> None:
        self._digest.update(content)
        self.out.write(content)


def text(words: str) -> bytes:
    """Return a text string as a PDF object, in UTF-16."""
    return b"<%b>" % ("\ufeff" + words).encode("utf-16-be").hex().encode()


def inflated(body: bytes) -> bytes:
    """Return the content of a compressed stream object."""
    return zlib.decompress(body[body.index(b"stream\n") + 7 : -len(b"\nendstream")])


# Parses a finished PDF document so that it can be joined with others: its objects, pages and structure tags.


_TEXT = rb"\((?:[^\\()]|\\.|\((?:[^\\()]|\\.|\((?:[^\\()]|\\.)*\))*\))*\)"
_TOKEN = re.compile(
    rb"(?P<text>" + _TEXT + rb")|(?P<tagged>/StructParents? )(?P<at>\d+)|(?P<number>\d+) 0 R", re.DOTALL
)
_REFERENCE = re.compile(rb"(\d+) 0 R")
_LEFT_OUT = (b"Pages", b"Outlines", b"StructTreeRoot", b"Metadata")


@dataclass(frozen=True)
class ParsedPdf:
    """A parsed document: `objects` under their own numbers, `pages` in order, `root` the topmost tag.

    `marks` is the parent tree, (key, object number), `ids` the (name, object number) of named tags.
    """

    objects: Mapping[int, bytes]
    pages: list[int]
    tree: int
    root: int
    pages_root: int
    marks: list[tuple[int, int]]
    ids: list[tuple[bytes, int]]


def parse_pdf(pdf: bytes) -> ParsedPdf:
    """Parse a document. Raises ValueError for anything but a tagged PDF as Typst writes it."""
    plain = read(pdf)
    catalog = _refers(plain.trailer, b"Root")
    catalogue = plain.objects[catalog]
    pages, tree = _refers(catalogue, b"Pages"), _refers(catalogue, b"StructTreeRoot")
    tags = plain.objects[tree]
    left_out = {catalog, _refers(plain.trailer, b"Info"), *_outline(plain, catalogue)}
    left_out |= {_refers(catalogue, name) for name in _LEFT_OUT if b"/" + name + b" " in catalogue}
    return ParsedPdf(
        objects={number: body for number, body in plain.objects.items() if number not in left_out},
        pages=[
            number for (number,) in map(_numbers, re.findall(rb"\d+ 0 R", _between(plain.objects[pages], b"/Kids[")))
        ],
        tree=tree,
        root=_numbers(_between(tags, b"/K["))[0],
        pages_root=pages,
        marks=[(int(at), int(to)) for at, to in re.findall(rb"(\d+) (\d+) 0 R", _between(tags, b"/Nums["))],
        ids=[(name, int(to)) for name, to in re.findall(rb"\(([^()\\]+)\)(\d+) 0 R", _between(tags, b"/Names["))],
    )


def _refers(body: bytes, name: bytes) -> int:
    match = re.search(rb"/" + name + rb" (\d+) 0 R", body)
    if match is None:
        raise ValueError(f"no {name.decode()} in {body[:60]!r}")
    return int(match[1])


def _numbers(body: bytes) -> list[int]:
    return [int(number) for number in _REFERENCE.findall(body)]


def _between(body: bytes, opening: bytes) -> bytes:
    """Return the content between the opening bracket and the next closing one; the lists read here are not nested."""
    start = body.find(opening)
    return b"" if start < 0 else body[start + len(opening) : body.index(b"]", start)]


def _outline(plain: Plain, catalog: bytes) -> list[int]:
    """Return the object numbers of outline items, which are left out, since the book has its own outline."""
    return [number for number, body in plain.objects.items() if body.startswith(b"<</Parent ") and b"/Dest " in body]


def renumbered(body: bytes, numbers: Mapping[int, int], marks: int, names: Mapping[bytes, bytes]) -> bytes:
    """Return the object with its references under new numbers, keys of the parent tree shifted by `marks`, and names
    replaced; other text strings stay as they are.
    """

    def new(token: re.Match[bytes]) -> bytes:
        if text := token["text"]:
            return names.get(text, text)
        if token["tagged"]:
            return b"%b%d" % (token["tagged"], int(token["at"]) + marks)
        return b"%d 0 R" % numbers[int(token["number"])]

    return _TOKEN.sub(new, body)


# Page numbers, drawn at the foot of finished pages in the font of the foot.


LAYOUTS = typst.LAYOUTS / "book"
SIGNS = "0123456789"  # in every language, since the foot has no words
FOLIO_PAGE = PageDocument(LAYOUTS / "folio.typ", {"signs": SIGNS}, 0, words={})
NAME = b"Folio"
FONT_SIZE = 7.125  # font size in points, as in the foot of every sheet
SIDE = 34.0  # points from the edge where a line ends: the margin of every sheet
BASE = 26.93  # points from the lower edge to the baseline of the foot
_PAIR = re.compile(rb"<([0-9a-fA-F]{4})> <([0-9a-fA-F]{4})>")


@dataclass(frozen=True)
class Folio:
    """A font with the digits: its object number, the code of each digit, and widths by code in thousandths of the font
    size.
    """

    font: int
    codes: Mapping[str, int]
    widths: Mapping[int, float]

    def drawn(self, number: int, box: Sequence[float]) -> bytes:
        """Return the stream that draws the number at the end of the foot; `box` is the page's (left, low, right, high)
        in points. It is an artifact, so that screen readers skip it.
        """
        codes = [self.codes[sign] for sign in str(number)]
        wide = sum(self.widths[code] for code in codes) * FONT_SIZE / 1000
        shown = b"".join(b"%04x" % code for code in codes)
        along = box[0] + SIDE if get_language_bidi() else box[2] - SIDE - wide
        at = b"%.2f %.2f" % (along, box[1] + BASE)
        drawn = b"/Artifact BMC q BT 0.24 g /%b %.3f Tf 1 0 0 1 %b Tm <%b> Tj ET Q EMC" % (NAME, FONT_SIZE, at, shown)
        return stream(b"", drawn)


def folio_of(parsed: ParsedPdf, numbers: Mapping[int, int]) -> Folio:
    """Return the font of a document that shows every digit once; `numbers` are the object numbers in the book."""
    font = next(number for number, body in parsed.objects.items() if b"/Subtype/Type0" in body)
    body = parsed.objects[font]
    table = inflated(parsed.objects[_after(body, rb"/ToUnicode (\d+)")])
    widths = parsed.objects[_after(body, rb"/DescendantFonts\[(\d+)")]
    return Folio(numbers[font], _codes(table), _widths(widths))


def _after(body: bytes, pattern: bytes) -> int:
    match = re.search(pattern, body)
    if match is None:
        raise ValueError(f"no {pattern!r} in {body[:60]!r}")
    return int(match[1])


def _codes(table: bytes) -> dict[str, int]:
    matches = (
        pair for part in re.findall(rb"beginbfchar(.*?)endbfchar", table, re.DOTALL) for pair in _PAIR.findall(part)
    )
    return {chr(int(sign, 16)): int(code, 16) for code, sign in matches}


def _widths(body: bytes) -> dict[int, float]:
    """Read the widths from a /W array of `first last width` triples."""
    listed = re.search(rb"/W\[([^\]]*)\]", body)
    widths = [float(figure) for figure in listed[1].split()] if listed else []
    return {
        code: width
        for first, last, width in zip(widths[::3], widths[1::3], widths[2::3], strict=True)
        for code in range(int(first), int(last) + 1)
    }


def put_page(file: PdfWriter, number: int, body: bytes, drawn: bytes | None, save: int) -> None:
    """Write the page, with the page number as its last content stream. `save` is the object number of the stream that
    saves the graphics state before the page's own content.
    """
    if drawn is not None:
        contents = re.search(rb"/Contents (\d+ 0 R)", body)
        if contents is None:
            raise ValueError("a page without contents")
        restore = file.add(stream(b"", b"Q"))
        layer = file.add(drawn)
        whole = b"/Contents[%d 0 R %b %d 0 R %d 0 R]" % (save, contents[1], restore, layer)
        body = body.replace(contents[0], whole)
    file.put(number, body)
