"""How many games each player still needs: in a series that is all there is to say about who can win it."""

from games.base.display import Chance, Chances
from games.base.names import counted, listed
from games.clash_of_corgis.series import first_to, sheet_of, short_of
from games.entries.match_state import MatchState
from scoring.clash_of_corgis import next_step


def chances(book: MatchState) -> Chances | None:
    """Nothing before the first game and after the last."""
    sheet, names = sheet_of(book), short_of(book)
    step = next_step(sheet) if book.match.is_open and sheet.lines else None
    if step is None:
        return None
    ranked = sorted(step.seats, key=lambda seat: step.to_go[seat])
    players = [Chance(names[seat], f"needs {counted(step.to_go[seat], 'more game')}.") for seat in ranked]
    short = [names[seat] for seat in step.one_short]
    news = f"One more game wins it for {' or '.join(short)}." if short else first_to(sheet)
    return Chances(listed([first_to(sheet).rstrip(".").lower()]), players, news)
