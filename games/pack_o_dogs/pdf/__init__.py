"""Pack o’ Dogs on paper: three complex games per page, or a list of base games with space for tally strokes.

A match is printed on the sheet of its own mode; the choice between the two is for blank sheets.
"""

from functools import partial
from pathlib import Path

from django.utils.translation import gettext_lazy

from games.pack_o_dogs.pdf.page import page
from games.sheets.prints import Print
from scoring.pack_o_dogs.entries import Options

TEMPLATE = Path(__file__).parent / "pack.typ"


def _is(options: Options, *, mode: str) -> bool:
    """Whether the match has this mode; each mode has its own sheet."""
    return options.mode == mode


PRINTS: tuple[Print, ...] = (
    Print(
        "complex",
        gettext_lazy("Complex game"),
        TEMPLATE,
        partial(page, mode="complex"),
        suits=partial(_is, mode="complex"),
    ),
    Print("base", gettext_lazy("Base game"), TEMPLATE, partial(page, mode="base"), suits=partial(_is, mode="base")),
)

__all__ = ["PRINTS"]
