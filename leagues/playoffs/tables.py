"""One dealt table of a play-off with its players, places and totals."""

from collections.abc import Sequence
from dataclasses import dataclass

from clubs.models import Player
from games.entries.confirmation import is_over
from games.entries.derived_rows import rounds_played
from games.entries.match_state import MatchState
from games.models import Match
from games.registry import table_game
from leagues.models import Fixture
from scoring.base import Sheet
from scoring.competition.playoffs import Final, final
from scoring.records import options_from_json


@dataclass(frozen=True)
class Chair:
    """A player at a table; `is_there` is False after leaving early."""

    player: Player
    total: int
    place: int
    is_there: bool = True


@dataclass(frozen=True)
class Table:
    """A dealt table, with chairs in seat order. `rounds` is how many were played, `hands` how many are planned (0 if
    not fixed), `final` is the input for the trophies.
    """

    fixture: Fixture
    match: Match
    chairs: Sequence[Chair]
    rounds: int
    hands: int
    is_over: bool
    final: Final

    @property
    def players(self) -> set[int]:
        return {chair.player.pk for chair in self.chairs}


def table_of(fixture: Fixture, state: MatchState, sheet: Sheet) -> Table:
    """Return the table as this sheet has it."""
    place = {seat: rank.place for rank in state.engine.ranks(sheet) for seat in rank.seats}
    chairs = [
        Chair(seat.player, sheet.totals[seat.position], place[seat.position], seat.position in sheet.active_seats)
        for seat in state.seats
        if seat.position in sheet.totals
    ]
    options = options_from_json(state.engine, state.match.options)
    hands = table_game(state.match.game).playoff_options.hands(options)
    ended = is_over(state.match, sheet)
    return Table(fixture, state.match, chairs, rounds_played(sheet), hands, ended, _final(state, sheet, chairs))


def _final(state: MatchState, sheet: Sheet, chairs: Sequence[Chair]) -> Final:
    keys = {seat.position: seat.player_id for seat in state.seats}
    present = [chair for chair in chairs if chair.is_there] or chairs
    best = max(chair.total for chair in present)
    winners = [keys[seat] for seat in sheet.winners] or [each.player.pk for each in present if each.total == best]
    return final({chair.player.pk: chair.total for chair in chairs}, winners, [keys[seat] for seat in sheet.losers])
