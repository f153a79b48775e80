"""Dogs of War on paper: the battles of four years, the final tally and the house track on one page."""

from pathlib import Path

from django.utils.translation import gettext_lazy

from games.dogs_of_war.pdf.page import page
from games.sheets.prints import Print

PRINTS: tuple[Print, ...] = (Print("pad", gettext_lazy("The tally pad"), Path(__file__).parent / "war.typ", page),)

__all__ = ["PRINTS"]
