"""Who takes the trophies of a match: its winners, and its top loser."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from django.utils.translation import gettext as _

from games.entries.match_state import MatchState
from scoring.base import Engine, Sheet

WINNER, LOSER = "winner", "loser"
Takes = Mapping[str, Sequence[int]]  # by the rule of the trophy
NOBODY: Takes = {WINNER: (), LOSER: ()}


class Result(Protocol):
    """What a row of Seat says of the end."""

    @property
    def player_id(self) -> int: ...

    @property
    def place(self) -> int: ...

    @property
    def is_winner(self) -> bool: ...

    @property
    def is_loser(self) -> bool: ...


@dataclass(frozen=True)
class End:
    """Who stands at one end of a sheet, and what that is called."""

    rule: str
    word: str
    seats: Sequence[int]

    @property
    def is_top(self) -> bool:
        return self.rule == WINNER


def takers(seats: Sequence[Result]) -> Takes:
    """Player ids. Where a game names no loser, it is whoever is alone in the last place."""
    losers = [seat.player_id for seat in seats if seat.is_loser]
    last = max((seat.place for seat in seats), default=0)
    behind = [seat for seat in seats if seat.place == last]
    if not losers and len(behind) == 1 and not behind[0].is_winner:
        losers = [behind[0].player_id]
    return {WINNER: sorted(seat.player_id for seat in seats if seat.is_winner), LOSER: sorted(losers)}


def ends(engine: Engine[Any], sheet: Sheet) -> Takes:
    """The same by seat numbers, of a sheet that may not be written yet; nobody before it is decided."""
    losers = sheet.losers
    if sheet.winners and not losers:
        behind = engine.ranks(sheet)[-1].seats
        losers = behind if len(behind) == 1 and behind[0] not in sheet.winners else ()
    return {WINNER: sheet.winners, LOSER: losers}


def match_ends(state: MatchState, trophies: Mapping[str, str]) -> list[End]:
    """The top of a match and its bottom, by the names of `prizes`; the bottom where a game or a trophy asks for it."""
    seats = ends(state.engine, state.sheet)
    bottom = seats[LOSER] if LOSER in trophies else state.sheet.losers
    both = (
        End(WINNER, trophies.get(WINNER, _("Winner")), seats[WINNER]),
        End(LOSER, trophies.get(LOSER, _("Loser")), bottom),
    )
    return [end for end in both if end.seats]
