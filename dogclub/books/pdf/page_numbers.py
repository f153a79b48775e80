"""Page numbers, drawn at the foot of finished pages in the font of the foot."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import get_language_bidi

from dogclub.books.pdf.parts import ParsedPdf
from dogclub.books.pdf.pdf_writer import PdfWriter, inflated
from dogclub.books.pdf.typst_workers import PageDocument
from games.sheets import typst
from games.sheets.pack import stream

LAYOUTS = typst.LAYOUTS / "book"
SIGNS = "0123456789"  # in every language, since the foot has no words
FOLIO_PAGE = PageDocument(LAYOUTS / "folio.typ", {"signs": SIGNS}, 0, words={})
NAME = b"Folio"
SIZE = 7.125  # font size in points, as in the foot of every sheet
SIDE = 34.0  # points from the edge where a line ends: the margin of every sheet
BASE = 29.7  # points from the lower edge to the baseline of the foot
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
        wide = sum(self.widths[code] for code in codes) * SIZE / 1000
        shown = b"".join(b"%04x" % code for code in codes)
        along = box[0] + SIDE if get_language_bidi() else box[2] - SIDE - wide
        at = b"%.2f %.2f" % (along, box[1] + BASE)
        drawn = b"/Artifact BMC q BT 0.24 g /%b %.3f Tf 1 0 0 1 %b Tm <%b> Tj ET Q EMC" % (NAME, SIZE, at, shown)
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
