"""Dirty Dog on paper: sheet rev 1 (the classic grid) and rev 2 (landscape, with text and chart beside it)."""

from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Any

from django.utils.translation import gettext_lazy

from games.dirty_dog.pdf.page import page
from games.sheets.document import Print

GAME = "dirty-dog"
TEMPLATES = {"rev1": Path(__file__).parent / "rev1.typ", "rev2": Path(__file__).parent / "rev2.typ"}
NIGHTS = Path(__file__).parent / "nights.typ"
MOST = {"seats": 6, "rows": 28}  # on half a page
LONGEST_NOTE = 240  # letters below the grid


def nights(page: Mapping[str, Any]) -> Path | None:
    """Return the layout on which two of these sheets share a page, None if one of them needs more room."""
    fits = all(len(page[part]) <= most for part, most in MOST.items())
    return NIGHTS if fits and len(page["note"] + page.get("confirmed", "")) <= LONGEST_NOTE else None


PRINTS: tuple[Print, ...] = tuple(
    Print(key, label, TEMPLATES[key], partial(page, layout=key), words, shared=nights)
    for key, label, words in (
        ("rev1", gettext_lazy("Sheet"), gettext_lazy("the classic grid")),
        ("rev2", gettext_lazy("Wide sheet"), gettext_lazy("with trump and call-outs")),
    )
)

__all__ = ["GAME", "PRINTS", "TEMPLATES", "page"]
