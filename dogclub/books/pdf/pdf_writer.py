"""A PDF file written incrementally, with an index in memory and no objects."""

import hashlib
import zlib
from typing import BinaryIO

from games.sheets.pack import ROW, stream, table_stream

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
