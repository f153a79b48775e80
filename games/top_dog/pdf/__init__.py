"""Top Dog on paper: round by player, upright, with empty rows to continue by hand."""

from pathlib import Path

from django.utils.translation import gettext_lazy

from games.sheets.prints import Print
from games.top_dog.pdf.page import page

PRINTS: tuple[Print, ...] = (
    Print(
        "rounds",
        gettext_lazy("Sheet"),
        Path(__file__).parent / "rounds.typ",
        page,
        gettext_lazy("hands won, round by round"),
    ),
)

__all__ = ["PRINTS"]
