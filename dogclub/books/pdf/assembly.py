"""Assembles a book: typeset documents are written to the file at once, and only their page numbers stay in memory."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import islice
from typing import BinaryIO, TypeVar

from dogclub.books.pdf.binding import Binding
from dogclub.books.pdf.closing import BookInfo, Mark, close
from dogclub.books.pdf.page_numbers import FOLIO_PAGE
from dogclub.books.pdf.typst_workers import InThisProcess, PageDocument, TypstWorkers

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
