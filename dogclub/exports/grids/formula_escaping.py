"""Words that a spreadsheet would take for a formula, made harmless and put back.

A text that begins like a formula gets an apostrophe before it, and so does one that begins with apostrophes and then
like a formula: taking one apostrophe away from such a text gives back exactly what stood there.
"""

import re

# The signs a formula begins with, their full-width twins, and what a spreadsheet skips before it looks for them.
LIKE_A_FORMULA = re.compile(r"'*[\s\x00-\x1f\u200b-\u200f\u2060\ufeff]*[=+\-@\uff1d\uff0b\uff0d\uff20\u2212\t\r\n]")


def harmless(text: str) -> str:
    """What stands in a cell of words.

    >>> harmless("=1+1"), harmless("Ann"), harmless("'=1")
    ("'=1+1", 'Ann', "''=1")
    """
    return f"'{text}" if LIKE_A_FORMULA.match(text) else text


def as_written(cell: str) -> str:
    """The words again, of a cell that `harmless` wrote.

    >>> as_written("'=1+1"), as_written("'t Hart")
    ('=1+1', "'t Hart")
    """
    return cell[1:] if cell.startswith("'") and LIKE_A_FORMULA.match(cell) else cell
