"""The order of a book: one season or all, the paper size, and the parts."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from typing import Any

from django.db.models import Count, Max, Min, Q, QuerySet
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubs.club_day import club_day
from clubs.language.locales import date_format
from clubs.models import Club, Season
from games.base.table_game import TableGame
from games.models import Entry, Match
from games.registry import TABLE_GAMES
from games.sheets.pdf import Paper
from leagues.records.queries import RecordScope

PARTS: Mapping[str, str | Promise] = {
    "reports": gettext_lazy("A report of every night"),
    "sheets": gettext_lazy("Every score sheet"),
    "dogs": gettext_lazy("A page for every dog"),
}
EVERYTHING = gettext_lazy("All seasons")


@dataclass(frozen=True)
class Volume:
    """The book that was ordered. No season means all matches of the club. Unfinished matches are left out."""

    club: Club
    season: Season | None
    paper: Paper = "a4"
    parts: Sequence[str] = tuple(PARTS)

    @property
    def name(self) -> str:
        return self.season.name if self.season else str(EVERYTHING)

    @property
    def sheet_paper(self) -> str:
        """The paper size as Typst names it."""
        return "a4" if self.paper == "a4" else "us-letter"

    @property
    def matches(self) -> QuerySet[Match]:
        """Matches that are finished, or abandoned after at least one round."""
        over = Q(finished_at__isnull=False) | Q(abandoned_at__isnull=False, rounds__gt=0)
        rows = Match.objects.filter(over, club=self.club)
        return rows.filter(season=self.season) if self.season else rows

    @cached_property
    def played(self) -> dict[str, int]:
        """How many matches of each game, in the order of the games."""
        rows = dict(self.matches.order_by().values_list("game").annotate(Count("pk")))
        return {game.key: rows[game.key] for game in TABLE_GAMES if game.key in rows}

    @property
    def count(self) -> int:
        """How many matches there are."""
        return sum(self.played.values())

    @cached_property
    def table_games(self) -> list[TableGame]:
        return [game for game in TABLE_GAMES if game.key in self.played]

    @cached_property
    def main(self) -> TableGame:
        """The game that was played most."""
        return max(self.table_games, key=lambda game: self.played[game.key])

    def scope(self, game: TableGame) -> RecordScope:
        return RecordScope(self.club, game, self.season)

    @cached_property
    def timestamp(self) -> int:
        """When the last entry was received, in Unix seconds; used instead of the clock, so that the same results give
        the same bytes.
        """
        last = Entry.objects.filter(match__in=self.matches).aggregate(last=Max("received_at"))["last"]
        return int(last.timestamp()) if last else 0

    @cached_property
    def days(self) -> tuple[date, date]:
        """The first and last day of the season, or of the first and last match."""
        if self.season:
            return self.season.starts_on, self.season.ends_on
        ends = self.matches.aggregate(first=Min("started_at"), last=Max("started_at"))
        return club_day(ends["first"]), club_day(ends["last"])

    @property
    def days_in_words(self) -> str:
        """`days` in words: `17 September to 17 December 2026`."""
        first, last = self.days
        year = "" if first.year == last.year else " Y"
        return _("{first} to {last}").format(first=date_format(first, f"j F{year}"), last=date_format(last, "j F Y"))

    @property
    def file_name(self) -> str:
        """`autumn-2026.pdf`; the season's key where its name has no ASCII letter or digit."""
        ascii_only = "".join(sign if sign.isascii() and sign.isalnum() else "-" for sign in self.name.lower())
        words = "-".join(filter(None, ascii_only.split("-")))
        return f"{words or f'season-{self.season.pk if self.season else 0}'}.pdf"

    @property
    def number(self) -> str:
        """ "Volume 3": the number of the season, counted from the club's first."""
        if self.season is None:
            return _("All volumes")
        earlier = self.club.seasons.filter(starts_on__lte=self.season.starts_on)
        return _("Volume {number}").format(number=earlier.count())


def volume(club: Club, request: Mapping[str, Any]) -> Volume | None:
    """Return the book of an order; None where the season was deleted."""
    season = club.seasons.filter(pk=request["season"]).first() if request.get("season") else None
    if request.get("season") and season is None:
        return None
    paper: Paper = "letter" if request.get("paper") == "letter" else "a4"
    return Volume(club, season, paper, [part for part in PARTS if part in request.get("parts", PARTS)])
