"""A match in one line of a list: what it was, who won and who lost."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from clubs.club_day import club_day
from clubs.language.dates import date_format
from games.base.results.titles import game_name, table_of, title
from games.models import Match, Seat


@dataclass(frozen=True)
class Result:
    """A match in one line; `without` says why nobody has won."""

    match: Match
    title: str
    game: str
    table: str
    players: Sequence[Seat]
    without: str

    @property
    def day(self) -> str:
        """With the year where it is not this one."""
        day = club_day(self.match.started_at)
        return date_format(day, "j M" if day.year == club_day().year else "j M Y")

    @property
    def winners(self) -> list[Seat]:
        return [seat for seat in self.players if seat.is_winner]

    @property
    def level(self) -> list[Seat]:
        """Who shares the first place of a match that names no winner: a group whose tie at the top decides nothing."""
        if self.winners or self.match.abandoned_at or not self.match.finished_at:
            return []
        return [seat for seat in self.players if seat.place == 1]

    @property
    def losers(self) -> list[Seat]:
        return [seat for seat in self.players if seat.is_loser]


def result(match: Match, seats: Sequence[Seat]) -> Result:
    without = _("abandoned") if match.abandoned_at else "" if match.finished_at else _("at the table")
    return Result(match, title(match), game_name(match), table_of(match), seats, without)
