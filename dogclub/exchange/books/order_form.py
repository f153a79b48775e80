"""The form to order a season book, and what was ordered."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from typing import Any

from django import forms
from django.db.models import Count, Max, Min, Q, QuerySet
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext_lazy

from clubs.access import Access
from clubs.accounts.adapter import is_mail_sent
from clubs.language.locales import date_format
from clubs.models import Club, Season
from clubs.models.calendar import club_day
from games.base.table_game import TableGame
from games.models import Entry, Match
from games.registry import TABLE_GAMES
from games.sheets.typst import Paper
from leagues.records import RecordScope

OVER = Q(matches__finished_at__isnull=False) | Q(matches__abandoned_at__isnull=False, matches__rounds__gt=0)

PAPERS = (("a4", "A4"), ("letter", pgettext_lazy("paper size", "Letter")))
ALL = "all"
PAPER = {"invalid_choice": gettext_lazy("Paper is A4 or Letter."), "required": gettext_lazy("Choose A4 or Letter.")}
GONE = {
    "invalid_choice": gettext_lazy("That season is not one of this club’s. Choose another one."),
    "required": gettext_lazy("Choose a season."),
}


class OrderForm(forms.Form):
    """`seasons` come with their number of finished matches; `has_address` adds the question about an email. `newest` is
    the key of the latest season with matches.
    """

    season = forms.ChoiceField(label=gettext_lazy("Season"), error_messages=GONE)
    paper = forms.ChoiceField(
        label=gettext_lazy("Paper"),
        choices=PAPERS,
        error_messages=PAPER,
    )
    mail = forms.BooleanField(label=gettext_lazy("Email me when it’s ready"), required=False)

    def __init__(self, seasons: Sequence[tuple[Season, int]], *, has_address: bool, **more: Any) -> None:
        super().__init__(**more)
        self.newest = next((str(season.pk) for season, count in seasons if count), ALL)
        self.known = {ALL, *(str(season.pk) for season, _ in seasons)}
        choices = [(str(season.pk), _matches(season, count)) for season, count in seasons]
        choice = self.fields["season"]
        assert isinstance(choice, forms.ChoiceField)
        choice.choices = [*choices, (ALL, _("All seasons in one book"))]
        for key, label in PARTS.items():
            self.fields[key] = forms.BooleanField(label=str(label), required=False)
        self.order_fields(["season", *PARTS, "paper", "mail"])
        if not has_address:
            del self.fields["mail"]

    @property
    def asked(self) -> Mapping[str, Any]:
        """The order as the job stores it: {"season": key or None for all, "paper", "parts"}."""
        cleaned = self.cleaned_data
        season = None if cleaned["season"] == ALL else int(cleaned["season"])
        return {"season": season, "paper": cleaned["paper"], "parts": [part for part in PARTS if cleaned[part]]}


def _matches(season: Season, count: int) -> str:
    words = ngettext("{season}, {count} match", "{season}, {count} matches", count)
    return (words if count else _("{season}, no match yet")).format(season=season, count=count)


def order_form(access: Access, **more: Any) -> OrderForm:
    """Return the form with the club's seasons, newest first; one query."""
    rows = access.club.seasons.annotate(over=Count("matches", filter=OVER)).order_by("-starts_on", "-pk")
    seasons = [(each, each.over) for each in rows]
    return OrderForm(seasons, has_address=bool(access.user and access.user.email and is_mail_sent()), **more)


def nothing_in(club: Club, form: OrderForm) -> str:
    """Return an error sentence where the book of a valid order would be empty, else ""."""
    wanted = volume(club, form.asked)
    if wanted is None or wanted.count:
        return ""
    name = wanted.name if wanted.season else club.name
    words = _("{name} has no finished match yet, so its book would be empty. Finish one, or choose another season.")
    return words.format(name=name)


# The order of a book: one season or all, the paper size, and the parts.

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
