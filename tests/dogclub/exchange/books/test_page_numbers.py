"""The page number at the foot of a page of the book."""

import re

import pytest
from django.utils import translation

from dogclub.exchange.books.pdf_writer import SIDE, SIGNS, Folio, inflated

A4 = (0.0, 0.0, 595.0, 842.0)
FOLIO = Folio(7, {sign: ord(sign) for sign in SIGNS}, dict.fromkeys(map(ord, SIGNS), 500.0))


@pytest.mark.parametrize(
    ("language", "along"), [("en-gb", A4[2] - SIDE - 7.125), ("pt", A4[2] - SIDE - 7.125), ("ar", SIDE)]
)
def test_it_is_a_number_alone_where_a_line_ends(language: str, along: float) -> None:
    with translation.override(language):
        drawn = inflated(FOLIO.drawn(12, A4))
    found = re.search(rb"1 0 0 1 ([\d.]+) [\d.]+ Tm <(\w+)> Tj", drawn)
    assert found is not None
    assert float(found[1]) == pytest.approx(along, abs=0.01)
    assert found[2] == b"00310032"
