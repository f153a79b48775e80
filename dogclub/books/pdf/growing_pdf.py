"""A PDF written as it grows: an object is forgotten as soon as it is in the file."""

import hashlib
import struct
import zlib
from typing import BinaryIO

from games.sheets.pack import stream

_ROW = struct.Struct(">BIH")  # kind, offset or stream, index
_MOST = 400  # small objects in one stream


class Growing:
    """Numbers are given out in order; `put` may fill them in any. Equal objects in equal order give equal bytes."""

    def __init__(self, out: BinaryIO) -> None:
        self.out = out
        self.count = 1
        self._rows = bytearray(_ROW.size)
        self._small: dict[int, bytes] = {}
        self._digest = hashlib.sha256()
        self._write(b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n")

    def numbers(self, count: int = 1) -> int:
        """The first of so many new numbers."""
        first, self.count = self.count, self.count + count
        self._rows.extend(bytes(_ROW.size * count))
        return first

    def put(self, number: int, body: bytes) -> None:
        if body.endswith(b"endstream"):
            self._put(number, body)
            return
        self._small[number] = body
        if len(self._small) >= _MOST:
            self._put_small()

    def add(self, body: bytes) -> int:
        number = self.numbers()
        self.put(number, body)
        return number

    def end(self, catalog: int, info: int) -> None:
        self._put_small()
        number = self.numbers()
        start = self.out.tell()
        self._say(number, 1, start, 0)
        name = self._digest.hexdigest()[:32].encode()
        facts = b"/Type/XRef/Size %d/W[1 4 2]/DecodeParms<</Predictor 12/Columns %d>>" % (self.count, _ROW.size)
        facts += b"/Root %d 0 R/Info %d 0 R/ID[<%b><%b>]" % (catalog, info, name, name)
        body = stream(facts, _differences(self._rows))
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
            self._say(number, 2, within, index)
        facts = b"/Type/ObjStm/N %d/First %d" % (len(small), len(places))
        self._put(within, stream(facts, bytes(places + content), 6))

    def _put(self, number: int, body: bytes) -> None:
        self._say(number, 1, self.out.tell(), 0)
        self._write(b"%d 0 obj\n%b\nendobj\n" % (number, body))

    def _say(self, number: int, kind: int, where: int, index: int) -> None:
        _ROW.pack_into(self._rows, number * _ROW.size, kind, where, index)

    def _write(self, content: bytes) -> None:
        self._digest.update(content)
        self.out.write(content)


def _differences(rows: bytearray) -> bytes:
    """Each row as what differs from the one above it."""
    above, result = bytes(_ROW.size), bytearray()
    for at in range(0, len(rows), _ROW.size):
        row = rows[at : at + _ROW.size]
        result.append(2)
        result.extend((new - old) & 255 for new, old in zip(row, above, strict=True))
        above = bytes(row)
    return bytes(result)


def text(words: str) -> bytes:
    """A text as PDF writes it outside of pages."""
    return b"<%b>" % ("\ufeff" + words).encode("utf-16-be").hex().encode()


def inflated(body: bytes) -> bytes:
    """What a compressed stream holds."""
    return zlib.decompress(body[body.index(b"stream\n") + 7 : -len(b"\nendstream")])
