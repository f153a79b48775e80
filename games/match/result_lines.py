"""A match as one line of a list: game, table, day, winners and losers."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from clubs.club_day import club_day
from clubs.language.dates import date_format
from games.base.results.titles import game_name, table_of, title
from games.models import Match, Seat


@dataclass(frozen=True)
class Result:
    """A match as one line of a list; `without` says why it has no result, "" if it has one."""

    match: Match
    title: str
    game: str
    table: str
    players: Sequence[Seat]
    without: str

    @property
    def day(self) -> str:
        """The date, with the year unless it is the current one."""
        day = club_day(self.match.started_at)
        return date_format(day, "j M" if day.year == club_day().year else "j M Y")

    @property
    def winners(self) -> list[Seat]:
        return [seat for seat in self.players if seat.is_winner]

    @property
    def level(self) -> list[Seat]:
        """Those who share first place in a final match without winner, such as a group where a tie at the top decides
        nothing.
        """
        if self.winners or self.match.abandoned_at or not self.match.finished_at:
            return []
        return [seat for seat in self.players if seat.place == 1]

    @property
    def losers(self) -> list[Seat]:
        return [seat for seat in self.players if seat.is_loser]


def result(match: Match, seats: Sequence[Seat]) -> Result:
    """The line of a match; `seats` are its seats."""
    without = _("abandoned") if match.abandoned_at else "" if match.finished_at else _("at the table")
    return Result(match, title(match), game_name(match), table_of(match), seats, without)
