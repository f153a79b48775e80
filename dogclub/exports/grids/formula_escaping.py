"""Escaping of texts that a spreadsheet would take for a formula.

A text that begins like a formula gets an apostrophe before it, and so does one that begins with apostrophes and then
like a formula: removing one apostrophe from such a text gives exactly the original.
"""

import re

# The signs a formula begins with, also full-width, after characters that spreadsheets skip.
LIKE_A_FORMULA = re.compile(r"'*[\s\x00-\x1f\u200b-\u200f\u2060\ufeff]*[=+\-@\uff1d\uff0b\uff0d\uff20\u2212\t\r\n]")


def harmless(text: str) -> str:
    """Return the escaped text.

    >>> harmless("=1+1"), harmless("Ann"), harmless("'=1")
    ("'=1+1", 'Ann', "''=1")
    """
    return f"'{text}" if LIKE_A_FORMULA.match(text) else text


def as_written(cell: str) -> str:
    """Return the original of a text that `harmless` may have escaped.

    >>> as_written("'=1+1"), as_written("'t Hart")
    ('=1+1', "'t Hart")
    """
    return cell[1:] if cell.startswith("'") and LIKE_A_FORMULA.match(cell) else cell
