"""The result in words for the finish page, and the tally pad."""

from dataclasses import replace

from django.utils.translation import gettext as _

from games.base.display import Screen
from games.base.entry.names import shortened
from games.base.results.finish import Finish, behind, margin
from games.dogs_of_war.display.standing import ending
from games.dogs_of_war.tallies.result import pad
from games.entries.match_state import MatchState
from scoring.dogs_of_war.sheet import DogsOfWarSheet


def finish(state: MatchState) -> Finish:
    """Return the words of the finish page, with where most of each player’s points came from, and the tally pad."""
    sheet = state.sheet_as(DogsOfWarSheet)
    reasons = {seat: f"{words} {_most(sheet, seat)}".strip() for seat, words in behind(state).items()}
    short = replace(pad(state), heads=[(name, "") for name in shortened(state.names)])
    why = ending(state) or [_most(sheet, seat) for seat in sheet.winners]
    return Finish(margin(state), why, reasons, Screen("games/dogs_of_war/finish.html", {"pad": short}))


def _most(sheet: DogsOfWarSheet, seat: int) -> str:
    row = sheet.breakdown[seat]
    parts = {
        _("{points} from VP tokens."): row.vp,
        _("{points} from influence and the support card."): row.influence + row.support,
        _("{points} from coins and cards."): row.coins + row.cards,
    }
    words, points = max(parts.items(), key=lambda part: part[1])
    return words.format(points=points) if points > 0 else ""
