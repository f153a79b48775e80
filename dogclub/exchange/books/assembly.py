"""Assembles a book: typeset documents are written to the file at once, and only their page numbers stay in memory."""

import hashlib
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from itertools import islice
from typing import BinaryIO, TypeVar
from xml.sax.saxutils import escape

from dogclub.exchange.books.pdf_writer import (
    FOLIO_PAGE,
    NAME,
    ParsedPdf,
    PdfWriter,
    folio_of,
    parse_pdf,
    put_page,
    renumbered,
    text,
)
from dogclub.exchange.books.typst_workers import InThisProcess, PageDocument, TypstWorkers
from games.sheets.typst import stream

# Joins finished PDF documents into one file, with page numbers and one tree of structure tags.
# The tags of each document become a section below the book's root, and the parent tree that maps page content to tags
# is merged. Fonts and pictures that are identical byte for byte are stored once.


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


# The end of a book's file: page tree, bookmarks, structure tags and metadata.


_XMP = (
    '<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/">'
    '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" '
    'xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xmp="http://ns.adobe.com/xap/1.0/">'
    '<dc:title><rdf:Alt><rdf:li xml:lang="x-default">{title}</rdf:li></rdf:Alt></dc:title>'
    "<dc:language><rdf:Bag><rdf:li>{language}</rdf:li></rdf:Bag></dc:language>"
    "<xmp:CreateDate>{when}</xmp:CreateDate><xmp:ModifyDate>{when}</xmp:ModifyDate>"
    '</rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end="r"?>'
)


@dataclass
class Mark:
    """A bookmark; `page` is the object number of its page, `below` are its children."""

    title: str
    page: int
    below: list["Mark"] = field(default_factory=list)


@dataclass(frozen=True)
class BookInfo:
    """Metadata of a book; `timestamp` is in Unix seconds, `unnumbered` is how many pages come before page 1."""

    title: str
    subject: str
    timestamp: int
    language: str = "en"
    unnumbered: int = 0


def close(binding: Binding, pages: Sequence[int], marks: Sequence[Mark], info: BookInfo) -> None:
    """Write everything that follows the pages; `pages` are their object numbers, in order."""
    file = binding.file
    file.put(binding.pages_root, b"<</Type/Pages/Count %d/Kids[%b]>>" % (len(pages), _references(pages)))
    _tags(binding)
    when = datetime.fromtimestamp(info.timestamp, UTC)
    words = _XMP.format(title=escape(info.title), language=info.language, when=f"{when:%Y-%m-%dT%H:%M:%SZ}").encode()
    about = file.add(b"<</Type/Metadata/Subtype/XML/Length %d>>stream\n%b\nendstream" % (len(words), words))
    facts = [b"/Type/Catalog/Pages %d 0 R/Metadata %d 0 R" % (binding.pages_root, about)]
    facts += [b"/Lang(%b)/MarkInfo<</Marked true>>" % info.language.encode()]
    facts += [b"/StructTreeRoot %d 0 R/ViewerPreferences<</DisplayDocTitle true>>" % binding.tags]
    if info.unnumbered:
        facts += [b"/PageLabels<</Nums[0<</P(Cover)>>%d<</S/D>>]>>" % info.unnumbered]
    if marks:
        facts += [b"/PageMode/UseOutlines/Outlines %d 0 R" % _outline(binding, marks)]
    catalog = file.add(b"<<%b>>" % b"".join(facts))
    date = b"(D:%b)" % f"{when:%Y%m%d%H%M%SZ}".encode()
    named = b"/Title%b/Subject%b" % (text(info.title), text(info.subject))
    file.end(catalog, file.add(b"<<%b/Creator(Dog Club)/CreationDate%b/ModDate%b>>" % (named, date, date)))


def _references(numbers: Sequence[int]) -> bytes:
    return b" ".join(b"%d 0 R" % number for number in numbers)


def _tags(binding: Binding) -> None:
    file, top = binding.file, binding.top
    sections = [binding.sections[place] for place in sorted(binding.sections)]
    file.put(top, b"<</Type/StructElem/S/Document/P %d 0 R/K[%b]>>" % (binding.tags, _references(sections)))
    marks = b"".join(b"%d %d 0 R " % mark for mark in binding.marks)
    names = b"".join(b"%b%d 0 R " % each for each in sorted(binding.ids))
    roles = b"/RoleMap<</Datetime/Span/Terms/Part/Title/P/Strong/Span/Em/Span>>"
    tree = b"/K[%d 0 R]/ParentTree<</Nums[%b]>>/IDTree<</Names[%b]>>" % (top, marks, names)
    after = b"/ParentTreeNextKey %d" % (max((at for at, _ in binding.marks), default=-1) + 1)
    file.put(binding.tags, b"<</Type/StructTreeRoot%b%b%b>>" % (roles, tree, after))


def _outline(binding: Binding, marks: Sequence[Mark]) -> int:
    """Write the outline and return the object number of its root; only its top level is expanded."""
    root = binding.file.numbers()
    first, last = _row(binding, marks, root)
    body = b"<</Type/Outlines/First %d 0 R/Last %d 0 R/Count %d>>" % (first, last, len(marks))
    binding.file.put(root, body)
    return root


def _row(binding: Binding, marks: Sequence[Mark], parent: int) -> tuple[int, int]:
    """Write the items of one level and return the object numbers of the first and the last."""
    first = binding.file.numbers(len(marks))
    last = first + len(marks) - 1
    for number, mark in enumerate(marks, start=first):
        facts = b"/Parent %d 0 R/Title%b/Dest[%d 0 R/Fit]" % (parent, text(mark.title), mark.page)
        facts += b"/Prev %d 0 R" % (number - 1) if number > first else b""
        facts += b"/Next %d 0 R" % (number + 1) if number < last else b""
        if mark.below:
            below = _row(binding, mark.below, number)
            facts += b"/First %d 0 R/Last %d 0 R/Count -%d" % (*below, len(mark.below))
        binding.file.put(number, b"<<%b>>" % facts)
    return first, last


BATCH = 8  # documents sent to a process at once; between two batches a book can be cancelled
Item = TypeVar("Item")


@dataclass
class BookWriter:
    """A book in the making. Documents may be added in any order; `place` is their position, and `end` sorts the pages
    by it.
    """

    out: BinaryIO
    workers: TypstWorkers | InThisProcess
    numbered: bool = True
    _pages: dict[int, list[int]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.binding = Binding(self.out, self.workers.one(FOLIO_PAGE))

    def bind(self, pdf: bytes, place: int, first: int | None) -> int:
        """Add a document at `place` and return its number of pages; `first` is the number printed on its first page, if
        any.
        """
        self._pages[place] = self.binding.add(pdf, place, first if self.numbered else None)
        return len(self._pages[place])

    def set(self, documents: Iterable[tuple[Item, PageDocument]]) -> Iterator[tuple[Item, bytes]]:
        """Yield each item with the PDF of its document, in order."""
        waiting: list[list[Item]] = []

        def batches() -> Iterator[list[PageDocument]]:
            rest = iter(documents)
            while batch := list(islice(rest, BATCH)):
                waiting.append([item for item, _ in batch])
                yield [document for _, document in batch]

        for pdfs in self.workers.set(batches()):
            yield from zip(waiting.pop(0), pdfs, strict=True)

    def page(self, place: int) -> int:
        """Return the object number, in the file, of a document's first page."""
        return self._pages[place][0]

    def end(self, marks: list[Mark], info: BookInfo) -> int:
        """Finish the file and return the number of pages."""
        pages = [page for place in sorted(self._pages) for page in self._pages[place]]
        close(self.binding, pages, marks, info)
        return len(pages)
