"""A sheet is a tagged PDF/UA-1 document: title, language, headings, table heads, texts for every picture and mark."""

import re
from typing import Any

import pikepdf
import pytest
from django.utils import translation

from tests.games.sheets.evening import NAMES, sheet
from tests.games.sheets.printing import LINK, read
from tests.games.sheets.reading import Reader

SHEETS = [(layout, fill) for layout in ("rev1", "rev2") for fill in ("blank", "ready", "filled")]


@pytest.fixture(params=SHEETS, ids=lambda pair: "-".join(pair))
def reader(request: pytest.FixtureRequest) -> Reader:
    return read(sheet(), *request.param)


def test_it_claims_pdf_ua_1_in_its_metadata(reader: Reader) -> None:
    metadata = reader.pdf.Root.Metadata.read_bytes().decode()
    assert re.search(r"<pdfuaid:part>1</pdfuaid:part>", metadata)
    assert "Dirty Dog" in metadata


def test_it_has_tags_a_language_and_shows_its_title(reader: Reader) -> None:
    assert reader.pdf.Root.MarkInfo.Marked
    assert str(reader.pdf.Root.Lang) == "en"
    assert reader.pdf.Root.ViewerPreferences.DisplayDocTitle
    assert [reader.text(heading) for heading in reader.all_of("/H1")] == ["Dirty Dog"]


def test_a_sheet_says_its_heads_and_its_language_in_the_language_that_is_spoken() -> None:
    with translation.override("de"):
        reader = read(sheet(), "rev2", "filled")
    assert str(reader.pdf.Root.Lang) == "de"
    heads = [reader.text(head) for head in reader.all_of("/TH")]
    assert {"Karten", "Trumpf", "Ans.", "Stand"} <= set(heads)
    assert not {"Cards", "Trump", "Bid", "Total"} & set(heads)


def test_the_table_has_heads_for_columns(reader: Reader) -> None:
    heads = reader.all_of("/TH")
    assert {str(part.Scope) for head in heads for part in head.A if "/Scope" in part} == {"/Column"}
    assert [cell.head for row in reader.tables()[0][:2] for cell in row] == [True] * len(heads)
    assert all(reader.text(cell) or "blank" in str(reader.pdf.docinfo) for cell in heads)


def test_every_picture_is_put_in_words(reader: Reader) -> None:
    assert all(len(str(figure.Alt)) > 20 for figure in reader.all_of("/Figure"))


def test_every_font_is_embedded_and_cut_to_what_is_used(reader: Reader) -> None:
    fonts = [font for font in reader.pdf.objects if getattr(font, "get", lambda _: None)("/Type") == "/FontDescriptor"]
    assert fonts
    for font in fonts:
        assert re.match(r"/[A-Z]{6}\+", str(font.FontName))
        assert len(font.FontFile2.read_bytes()) < 40_000


def test_the_marks_and_the_dealer_are_said_aloud() -> None:
    scored = sheet(hands=3)
    words = [cell.text for row in read(scored).tables()[0] for cell in row]
    assert sum(word.endswith(", top") for word in words) == sum(len(line["leaders"]) for line in scored["rounds"])
    assert sum(word.endswith(", bottom") for word in words) == sum(len(line["bottom"]) for line in scored["rounds"])
    assert sum(word.endswith(" deals") for word in words) == 20


def test_the_second_page_repeats_the_heads() -> None:
    reader = read(sheet(NAMES[:3]))
    first, second = reader.tables()
    assert [cell.text for row in first[:2] for cell in row] == [cell.text for row in second[:2] for cell in row]
    assert [row[0].text for row in second[2:]] == [str(hand) for hand in range(18, 34)]
    assert "Dirty Dog" in reader.artifacts(1)
    assert "page 2 of 2" in reader.artifacts(1)
    assert len(reader.all_of("/H1")) == 1


@pytest.mark.parametrize("layout", ["rev1", "rev2"])
def test_the_qr_code_is_the_link(layout: Any) -> None:
    segno = pytest.importorskip("segno")
    reader = read(sheet(), layout)
    (picture,) = [item for item in reader.pdf.objects if isinstance(item, pikepdf.Stream) and _is_picture(item)]
    drawn = pikepdf.PdfImage(picture).as_pil_image().convert("1")
    wide = drawn.width
    dark = [[drawn.getpixel((x, y)) == 0 for x in range(wide)] for y in range(wide)]
    assert dark == [[bool(module) for module in row] for row in segno.make(LINK, micro=False, error="m").matrix]
    assert LINK in str(reader.all_of("/Figure")[0].Alt)


def _is_picture(item: pikepdf.Stream) -> bool:
    return item.get("/Subtype") == "/Image"


def test_a_sheet_without_a_link_has_no_code() -> None:
    assert read(sheet(), link="").all_of("/Figure") == []
