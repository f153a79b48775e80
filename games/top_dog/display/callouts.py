"""The call-outs of a match: who takes the box from whom. Keeping the box is not called out again."""

from collections.abc import Iterator

from django.utils.translation import gettext as _

from clubs.language.figures import minus
from games.base.display import CallOutLine
from games.base.entry.names import listed, shortened
from games.base.results.record_categories import IN_THE_BOX
from games.entries.match_state import MatchState
from scoring.messages import translated
from scoring.top_dog import TopDogSheet

TERM = "in-the-box"


def call_outs(state: MatchState) -> list[CallOutLine]:
    """Return the call-outs of the whole match, newest first."""
    return list(_news(state.sheet_as(TopDogSheet), shortened(state.names)))[::-1]


def _news(sheet: TopDogSheet, names: list[str]) -> Iterator[CallOutLine]:
    before: tuple[int, ...] = ()
    for line in sheet.lines:
        for call in line.callouts:
            new = [names[seat] for seat in call.seats if seat not in before]
            if call.term == TERM and new:
                total = minus(line.totals[call.seats[0]])
                lost = [names[seat] for seat in before if seat not in call.seats]
                words = _("{names} with {points}.")
                if lost:
                    words = _("{names} with {points}, taken from {others}.")
                said = words.format(names=listed(new), points=total, others=listed(lost) if lost else "")
                yield CallOutLine(str(line.number), TERM, translated(IN_THE_BOX[TERM]), said)
        before = line.leaders
