"""The end of a game in words, and its last rounds."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.base.display import Screen
from games.base.entry.names import shortened
from games.base.results.finish import Finish, behind, margin
from games.entries.match_state import MatchState
from games.top_dog.ending import story
from scoring.top_dog import TopDogSheet

LAST = 3


@dataclass(frozen=True)
class Round:
    """One of the last rounds: its number, what is unusual about it, and by place what it brought and the total."""

    number: int
    note: str
    cells: list[tuple[int, int]]


def finish(state: MatchState) -> Finish:
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
    return Finish(margin(state), story(sheet, names), reasons, Screen("games/top_dog/finish.html", context))


def _short(points: int, target: int) -> str:
    if points <= 0:
        return _("Past {target}, too.").format(target=target)
    return _("{points} short of {target}.").format(points=points, target=target)
