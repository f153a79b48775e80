"""Which seats or players receive the trophies of a match: its winners, and its top loser."""

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
    """The attributes of a `Seat` row that decide about trophies."""

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
    """The seats at one end of the ranking, and the name for it, such as `Winner` or a trophy's name."""

    rule: str
    word: str
    seats: Sequence[int]

    @property
    def is_top(self) -> bool:
        return self.rule == WINNER


def takers(seats: Sequence[Result]) -> Takes:
    """Recipients by rule, as player ids. Where the game names no loser, it is the player alone in the last place."""
    losers = [seat.player_id for seat in seats if seat.is_loser]
    last = max((seat.place for seat in seats), default=0)
    behind = [seat for seat in seats if seat.place == last]
    if not losers and len(behind) == 1 and not behind[0].is_winner:
        losers = [behind[0].player_id]
    return {WINNER: sorted(seat.player_id for seat in seats if seat.is_winner), LOSER: sorted(losers)}


def ends(engine: Engine[Any], sheet: Sheet) -> Takes:
    """Recipients by rule, as seat numbers, of a sheet that need not be stored; nobody until it is decided."""
    losers = sheet.losers
    if sheet.winners and not losers:
        behind = engine.ranks(sheet)[-1].seats
        losers = behind if len(behind) == 1 and behind[0] not in sheet.winners else ()
    return {WINNER: sheet.winners, LOSER: losers}


def match_ends(state: MatchState, trophies: Mapping[str, str]) -> list[End]:
    """The winners and the losers of a match, each left out if there are none.

    `trophies` are names by rule, as of `League.prizes`; there are losers where the game or a trophy defines them.
    """
    seats = ends(state.engine, state.sheet)
    bottom = seats[LOSER] if LOSER in trophies else state.sheet.losers
    both = (
        End(WINNER, trophies.get(WINNER, _("Winner")), seats[WINNER]),
        End(LOSER, trophies.get(LOSER, _("Loser")), bottom),
    )
    return [end for end in both if end.seats]
