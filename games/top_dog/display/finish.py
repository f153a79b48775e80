"""The result in words for the finish page, and the last rounds."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.base.display import Screen
from games.base.entry.names import shortened
from games.base.results.finish import Finish, behind, margin
from games.entries.match_state import MatchState
from games.top_dog.ending import notes_on_ending
from scoring.top_dog import TopDogSheet

LAST = 3


@dataclass(frozen=True)
class Round:
    """One of the last rounds: its number, a note on what is unusual about it, and (points, total) per player in the
    order of the final places.
    """

    number: int
    note: str
    cells: list[tuple[int, int]]


def finish(state: MatchState) -> Finish:
    """Return the words of the finish page: margin, reasons for the result, a reason per seat; with a table of the last
    rounds.
    """
    sheet, names = state.sheet_as(TopDogSheet), shortened(state.names)
    far, target = behind(state), sheet.options.target
    reasons = {seat: f"{words} {_short(target - sheet.totals[seat], target)}".strip() for seat, words in far.items()}
    order = [seat for rank in state.engine.ranks(sheet) for seat in rank.seats]
    rounds = [
        Round(
            line.number,
            _("last hand tied") if line.last_hand_tied else "",
            [(line.points[seat], line.totals[seat]) for seat in order],
        )
        for line in sheet.lines[-LAST:]
    ]
    context = {"rounds": rounds, "columns": [names[seat] for seat in order]}
    return Finish(margin(state), notes_on_ending(sheet, names), reasons, Screen("games/top_dog/finish.html", context))


def _short(points: int, target: int) -> str:
    if points <= 0:
        return _("Past {target}, too.").format(target=target)
    return _("{points} short of {target}.").format(points=points, target=target)
