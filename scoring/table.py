"""Rows and columns of plain text, aligned for a terminal."""

import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Table:
    """A sheet as plain text: the heading, the rows (each as long as the heading), and sentences below them.

    `titles` are (label, key) pairs of further keys of the sheet that hold names, listed after the winners and losers.
    """

    head: Sequence[str]
    rows: Sequence[Sequence[str]]
    after: Sequence[str] = ()
    titles: Sequence[tuple[str, str]] = ()


def aligned(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """Yield each row as a line, every column as wide as its widest cell.

    >>> [line.rstrip() for line in aligned([["a", "b"], ["ccc", "d"]])]
    ['a    b', 'ccc  d']
    """
    widths = [max(_width(row[column]) for row in rows) for column in range(len(rows[0]))]
    for row in rows:
        yield "  ".join(cell + " " * (width - _width(cell)) for cell, width in zip(row, widths, strict=True))


def minus(number: int) -> str:
    """A number as text with a true minus sign.

    >>> minus(-3)
    '−3'
    """
    return str(number).replace("-", "−")


def marked(total: int, *, top: bool = False, low: bool = False) -> str:
    """A total as it is written on paper: [boxed] at the top, (circled) at the bottom.

    >>> marked(5, top=True), marked(-1, low=True)
    ('[5]', '(−1)')
    """
    text = minus(total)
    if top:
        text = f"[{text}]"
    return f"({text})" if low else text


def _width(words: str) -> int:
    """How many terminal columns a text takes: wide characters two, combining marks none."""
    wide = sum(unicodedata.east_asian_width(sign) in "WF" for sign in words)
    return len(words) + wide - sum(unicodedata.combining(sign) > 0 for sign in words)
