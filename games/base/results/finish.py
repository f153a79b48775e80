"""How a game describes the end of a match: the margin, why it ended so, a reason per seat, and a section of its own."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType

from django.utils.translation import gettext as _

from games.base.display import Screen
from games.base.entry.names import listed, shortened
from games.base.entry.round_words import so_many
from games.entries.match_state import MatchState

NO_REASONS: Mapping[int, str] = MappingProxyType({})


@dataclass(frozen=True)
class Finish:
    """A game's part of the final page.

    `margin` follows the word “Winner” (“by 12”), `why` are sentences below the winner's name, `reasons` are sentences
    below the other names by seat, and `section` is a part of the page for this game alone.
    """

    margin: str = ""
    why: Sequence[str] = ()
    reasons: Mapping[int, str] = field(default_factory=lambda: NO_REASONS)
    section: Screen | None = None


def plain_finish(state: MatchState) -> Finish:
    """Return the finish by totals, for a game that has nothing to add."""
    return Finish(margin(state), (), behind(state))


def margin(state: MatchState, points: str = "") -> str:
    """`by 12`, `by 2 games`, `shared, level on 34`; "" where nobody has won. `points` is what the totals count, such as
    `game`.
    """
    sheet = state.sheet
    best = [sheet.totals[seat] for seat in sheet.winners]
    others = [total for seat, total in sheet.totals.items() if seat not in sheet.winners]
    if len(best) > 1:
        return _("shared, level on {points}").format(points=best[0])
    lead = best[0] - max(others) if best and others else 0
    if lead <= 0:
        return ""
    return _("by {points}").format(points=so_many(points, lead) if points else lead)


def behind(state: MatchState) -> dict[int, str]:
    """Return by seat how many points each player but the winners ended behind, and with whom a place is shared."""
    sheet, names = state.sheet, shortened(state.names)
    best = max(sheet.totals.values(), default=0)
    sentences = {seat: _behind(best - total) for seat, total in sheet.totals.items() if seat not in sheet.winners}
    for rank in state.engine.ranks(sheet):
        for seat in rank.seats if len(rank.seats) > 1 else ():
            if seat in sentences:
                others = listed(names[other] for other in rank.seats if other != seat)
                level = _("Level with {names}.").format(names=others)
                sentences[seat] += f" {level}"
    return sentences


def _behind(points: int) -> str:
    return _("{points} behind.").format(points=points) if points > 0 else ""
