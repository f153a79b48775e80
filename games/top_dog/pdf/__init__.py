"""Top Dog on paper: round by player, upright, with room to go on in pencil."""

from pathlib import Path

from games.sheets.prints import Print
from games.top_dog.pdf.page import page

PRINTS: tuple[Print, ...] = (
    Print("rounds", "Sheet", Path(__file__).parent / "rounds.typ", page, "hands won, round by round"),
)

__all__ = ["PRINTS"]
