"""Dirty Dog on paper: sheet rev 1 (the classic grid) and rev 2 (landscape, with text and chart beside it)."""

from functools import partial
from pathlib import Path

from django.utils.translation import gettext_lazy

from games.dirty_dog.pdf.page import page
from games.sheets.document import Print

GAME = "dirty-dog"
TEMPLATES = {"rev1": Path(__file__).parent / "rev1.typ", "rev2": Path(__file__).parent / "rev2.typ"}
PRINTS: tuple[Print, ...] = tuple(
    Print(key, label, TEMPLATES[key], partial(page, layout=key), words)
    for key, label, words in (
        ("rev1", gettext_lazy("Sheet"), gettext_lazy("the classic grid")),
        ("rev2", gettext_lazy("Wide sheet"), gettext_lazy("with trump and call-outs")),
    )
)

__all__ = ["GAME", "PRINTS", "TEMPLATES", "page"]
