"""Clash of Corgis on paper: game by player on half a page, across."""

from pathlib import Path

from games.clash_of_corgis.pdf.page import page
from games.sheets.prints import Print

PRINTS: tuple[Print, ...] = (
    Print("series", "Sheet", Path(__file__).parent / "series.typ", page, "half a page, game by game"),
)

__all__ = ["PRINTS"]
