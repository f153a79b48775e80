"""The forms for games on a tablet without network."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from games.base.entry.hidden_forms import free_number
from games.base.offline import OfflineForm, as_of
from games.clash_of_corgis.form import GAME
from games.clash_of_corgis.series import first_to_in_line, sheet_of, short_of
from games.entries.match_state import MatchState
from scoring.clash_of_corgis.step import HAND

ROWS = "games/clash_of_corgis/offline/_rows.html"


def offline_forms(state: MatchState) -> Sequence[OfflineForm]:
    """Return the form of a game, used for any number of games; () once the series is over. Cards left are tapped before
    the winner, whose key writes the game.
    """
    sheet, names = sheet_of(state), short_of(state)
    if sheet.finished:
        return ()
    rows = [
        {"seat": seat, "name": state.names[seat], "short": names[seat], "wins": sheet.totals[seat]}
        for seat in sheet.active_seats
    ]
    return [
        OfflineForm(
            what=GAME,
            rows=ROWS,
            styles=("entry corgis", "rows"),
            turn=sheet.number,
            word=_("game"),
            about=first_to_in_line(sheet),
            as_of=as_of("game", len(sheet.lines)),
            number=free_number(state),
            incomplete_label=_("Cards left first, then who won it"),
            go="",
            entry_label=_("Game"),
            more={"rows": rows, "keys": range(1, HAND + 1)},
        )
    ]
