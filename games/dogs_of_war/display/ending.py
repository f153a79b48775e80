"""What there is to say about the end beside the tally pad."""

from games.base.names import listed, shortened
from games.dogs_of_war.open_year import sheet_of
from games.entries.match_state import MatchState


def ending(book: MatchState) -> list[str]:
    """Level dogs share the victory (HR-DW-01)."""
    sheet, names = sheet_of(book), shortened(book.names)
    if len(sheet.winners) < 2:
        return []
    return [f"{listed(names[seat] for seat in sheet.winners)} are level at the top and share the victory."]
