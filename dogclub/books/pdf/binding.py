"""Joins finished PDF documents into one file, with page numbers and one tree of structure tags.

The tags of each document become a section below the book's root, and the parent tree that maps page content to tags is
merged. Fonts and pictures that are identical byte for byte are stored once.
"""

import hashlib
import re
from collections.abc import Collection, Mapping
from typing import BinaryIO

from dogclub.books.pdf.page_numbers import NAME, folio_of, put_page
from dogclub.books.pdf.parts import ParsedPdf, parse_pdf, renumbered
from dogclub.books.pdf.pdf_writer import PdfWriter
from games.sheets.pack import stream

_BOX = re.compile(rb"/MediaBox\[([^\]]*)\]")
_RESOURCES = re.compile(rb"/Resources (\d+) 0 R")
_STREAM = b"stream\n"
_SHEETS = {612: 792.0}  # height of a page by its width, in points; all others are A4
_A4 = 841.8898


class Binding:
    """`add` appends a document and returns its page objects; `closing.close` ends the book. `folio` is the PDF of
    FOLIO_PAGE, for the font of page numbers.
    """

    def __init__(self, out: BinaryIO, folio: bytes) -> None:
        self.file = PdfWriter(out)
        self.pages_root, self.tags, self.top = (self.file.numbers() for _ in range(3))
        self.marks: list[tuple[int, int]] = []
        self.ids: list[tuple[bytes, int]] = []
        self.sections: dict[int, int] = {}
        self._same: dict[bytes, int] = {}
        self._next_mark = 0
        self._save = self.file.add(stream(b"", b"q"))
        self.folio = folio_of(*self._faces(folio))

    def _faces(self, pdf: bytes) -> tuple[ParsedPdf, Mapping[int, int]]:
        """Take the font of page numbers out of its document; nothing else of that is put into the book."""
        parsed = parse_pdf(pdf)
        wanted = {number for number, body in parsed.objects.items() if b"/Font" in body and number not in parsed.pages}
        wanted |= {number for number, body in parsed.objects.items() if body.endswith(b"endstream")}
        numbers = self._numbered(parsed, wanted)
        for number in wanted:
            if b"/ProcSet" not in parsed.objects[number] and b"/Font<<" not in parsed.objects[number]:
                self._put(parsed.objects[number], numbers[number], numbers, {})
        return parsed, numbers

    def add(self, pdf: bytes, place: int, first: int | None = None) -> list[int]:
        """Append a document and return the object numbers of its pages. `first` is the number printed on its first
        page, None for no numbers; `place` is its position among the documents, which may be added in any order.
        """
        parsed = parse_pdf(pdf)
        numbers = self._numbered(parsed, parsed.objects)
        names = {b"(%b)" % name: b"(%06d-%b)" % (place, name) for name, _ in parsed.ids}
        faces = {int(number) for page in parsed.pages for number in _RESOURCES.findall(parsed.objects[page])}
        for number, body in parsed.objects.items():
            if number in parsed.pages:
                printed = None if first is None else first + parsed.pages.index(number)
                self._put_page(renumbered(body, numbers, self._next_mark, {}), numbers[number], printed)
            elif number in faces:
                self.file.put(numbers[number], self._with_folio(renumbered(body, numbers, 0, {})))
            else:
                self._put(body, numbers[number], numbers, names)
        self.sections[place] = numbers[parsed.root]
        self.marks += [(at + self._next_mark, numbers[to]) for at, to in parsed.marks]
        self.ids += [(names[b"(%b)" % name], numbers[to]) for name, to in parsed.ids]
        self._next_mark += max((at for at, _ in parsed.marks), default=-1) + 1
        return [numbers[page] for page in parsed.pages]

    def _numbered(self, parsed: ParsedPdf, wanted: Collection[int]) -> dict[int, int]:
        """Return new object numbers by old; a stream that the book has already gets the number of that."""
        numbers = {parsed.pages_root: self.pages_root, parsed.tree: self.top}
        for number in parsed.objects:
            if number in wanted:
                known = self._same.get(_digest(parsed.objects[number]))
                numbers[number] = known or self.file.numbers()
        return numbers

    def _put(self, body: bytes, number: int, numbers: Mapping[int, int], names: Mapping[bytes, bytes]) -> None:
        if not body.endswith(b"endstream"):
            inner = body.replace(b"/S/Document/P ", b"/S/Sect/P ") if body.startswith(b"<</Type/StructElem") else body
            self.file.put(number, renumbered(inner, numbers, self._next_mark, names))
            return
        head, rest = body.split(_STREAM, 1)
        if b" 0 R" in head:
            self.file.put(number, renumbered(head, numbers, self._next_mark, {}) + _STREAM + rest)
        elif _digest(body) not in self._same:
            self._same[_digest(body)] = number
            self.file.put(number, body)

    def _with_folio(self, body: bytes) -> bytes:
        mine = b"/%b %d 0 R" % (NAME, self.folio.font)
        if b"/Font<<" in body:
            return body.replace(b"/Font<<", b"/Font<<" + mine, 1)
        return body[:-2] + b"/Font<<" + mine + b">>>>"

    def _put_page(self, body: bytes, number: int, printed: int | None) -> None:
        box = _BOX.search(body)
        if box is None:
            raise ValueError("a page without a size")
        left, low, right, high = map(float, box[1].split())
        whole = _SHEETS.get(round(right - left), _A4)
        if right - left < whole and high - low < whole / 1.5:  # half of an upright page
            low = high - whole
            body = body.replace(box[0], b"/MediaBox[%g %.4f %.4f %.4f]" % (left, low, right, high))
        drawn = None if printed is None else self.folio.drawn(printed, (left, low, right, high))
        put_page(self.file, number, body, drawn, self._save)


def _digest(body: bytes) -> bytes:
    return hashlib.sha256(body).digest() if body.endswith(b"endstream") else b""
