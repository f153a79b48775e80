"""Who takes the trophies of a match: its winners, and its top loser."""

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from leagues.models import Trophy
from scoring.base import Engine, Sheet

WINNER, LOSER = Trophy.Rule.WINNER, Trophy.Rule.LOSER
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
