"""Compressing a PDF keeps every object and gives a file that other readers accept."""

import io

import pikepdf
import pypdf
import pytest

from games.dirty_dog.pdf import TEMPLATES, page
from games.sheets import typst
from games.sheets.layout_words import layout_words
from games.sheets.typst import compiled, packed
from tests.games.sheets.evening import sheet
from tests.games.sheets.printing import labelled


@pytest.fixture(scope="module")
def plain() -> bytes:
    """A PDF before compression."""
    return compiled(
        TEMPLATES["rev2"], page(labelled(sheet()), layout="rev2", fill="filled", paper="a4"), layout_words(), 1
    )


def test_every_object_survives_as_it_was(plain: bytes) -> None:
    with pikepdf.open(io.BytesIO(plain)) as before, pikepdf.open(io.BytesIO(packed(plain))) as after:
        for item in before.objects:
            twin = after.get_object(item.objgen)
            assert twin.unparse() == item.unparse()
            if isinstance(item, pikepdf.Stream):
                assert twin.read_raw_bytes() == item.read_raw_bytes()
        assert after.trailer.ID == before.trailer.ID
        assert after.trailer.Root.objgen == before.trailer.Root.objgen


def test_other_readers_find_no_fault(plain: bytes) -> None:
    small = packed(plain)
    with pikepdf.open(io.BytesIO(small)) as pdf:
        assert pdf.check_pdf_syntax() == []
    assert "Final result" in pypdf.PdfReader(io.BytesIO(small), strict=True).pages[0].extract_text()


def test_a_third_of_the_bytes_remain(plain: bytes) -> None:
    assert len(packed(plain)) < len(plain) * 0.4


@pytest.mark.parametrize("broken", [b"%PDF-1.7 startxref 3", b"1 0 objekt endobj xref\n0 1\n"])
def test_what_is_no_plain_pdf_is_refused(broken: bytes) -> None:
    with pytest.raises(ValueError, match="not a PDF"):
        packed(broken + b"startxref 0")


def test_what_is_no_object_is_refused() -> None:
    table = b"xref\n0 2\n0000000000 65535 f \n0000000009 00000 n \n"
    text = b"%PDF-1.7\nnothing here\n"
    with pytest.raises(ValueError, match="not a PDF object"):
        packed(text + table + b"trailer<</Size 2>>startxref %d" % len(text))


def test_the_engine_gives_its_memory_back_and_prints_the_same_afterwards(plain: bytes) -> None:
    data = page(labelled(sheet()), layout="rev2", fill="filled", paper="a4")
    typst.forget()
    assert compiled(TEMPLATES["rev2"], data, layout_words(), 1) == plain


def test_only_the_last_of_many_sheets_sets_the_clock() -> None:
    typst.forget_soon()
    first = typst._waiting
    typst.forget_soon()
    assert first is not None
    assert first.finished.is_set()
    assert typst._waiting is not None
    assert typst._waiting.daemon
