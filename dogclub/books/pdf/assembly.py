"""A book while it is made: what is set goes into the file at once, and only its page numbers are kept."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import islice
from typing import BinaryIO, TypeVar

from dogclub.books.pdf.binding import Binding
from dogclub.books.pdf.closing import BookInfo, Mark, close
from dogclub.books.pdf.page_numbers import FOLIO_PAGE
from dogclub.books.pdf.typst_workers import InThisProcess, PageDocument, TypstWorkers

BATCH = 8  # documents handed to a process at once: between two batches a book can be called off
Item = TypeVar("Item")


@dataclass
class Pressing:
    """Leaves may be bound in any order; `place` says where each stands, and `end` puts them there."""

    out: BinaryIO
    workers: TypstWorkers | InThisProcess
    numbered: bool = True
    _pages: dict[int, list[int]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.binding = Binding(self.out, self.workers.one(FOLIO_PAGE))

    def bind(self, pdf: bytes, place: int, first: int | None) -> int:
        """How many pages it has."""
        self._pages[place] = self.binding.add(pdf, place, first if self.numbered else None)
        return len(self._pages[place])

    def set(self, documents: Iterable[tuple[Item, PageDocument]]) -> Iterator[tuple[Item, bytes]]:
        """Each document’s PDF beside what it belongs to, in order."""
        waiting: list[list[Item]] = []

        def batches() -> Iterator[list[PageDocument]]:
            rest = iter(documents)
            while batch := list(islice(rest, BATCH)):
                waiting.append([item for item, _ in batch])
                yield [document for _, document in batch]

        for pdfs in self.workers.set(batches()):
            yield from zip(waiting.pop(0), pdfs, strict=True)

    def page(self, place: int) -> int:
        """The first page of a bound document, by its number in the file."""
        return self._pages[place][0]

    def end(self, marks: list[Mark], info: BookInfo) -> int:
        """The book is whole; how many pages it has."""
        pages = [page for place in sorted(self._pages) for page in self._pages[place]]
        close(self.binding, pages, marks, info)
        return len(pages)
