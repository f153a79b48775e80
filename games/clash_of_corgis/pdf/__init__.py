"""Clash of Corgis on paper: game by player on half a page, landscape."""

from pathlib import Path

from django.utils.translation import gettext_lazy

from games.clash_of_corgis.pdf.page import page
from games.sheets.prints import Print

PRINTS: tuple[Print, ...] = (
    Print(
        "series",
        gettext_lazy("Sheet"),
        Path(__file__).parent / "series.typ",
        page,
        gettext_lazy("half a page, game by game"),
    ),
)

__all__ = ["PRINTS"]
