"""Tonight at the club: the tables, the trophies, the latest results, and what to do first."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db.models import Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.formats import date_format
from django.views.decorators.http import require_safe

from games.access import TONIGHT
from games.book import Book
from games.models import Match, Seat
from games.reading import books_of, seats_of
from games.rooms import ROOMS, room
from games.rooms.names import listed, shortened
from games.sheets.text import minus
from games.titles import game_name, in_words, table_of, table_order, title
from games.trophies import holders
from leagues.access import Access, club_view
from leagues.evening import evening
from leagues.models import Club, Night
from leagues.nights import tonight as night_of

TABLES = 12
RESULTS = 8


@dataclass(frozen=True)
class Table:
    """One of tonight's matches: where it stands, and who leads."""

    match: Match
    name: str
    game: str
    state: str
    news: str


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
        local = timezone.localtime(self.match.started_at)
        return date_format(local, "j M" if local.year == timezone.localdate().year else "j M Y")

    @property
    def winners(self) -> list[Seat]:
        return [seat for seat in self.players if seat.is_winner]

    @property
    def losers(self) -> list[Seat]:
        return [seat for seat in self.players if seat.is_loser]


@require_safe
@club_view(spectators=True)
def club_home(request: HttpRequest, club: Club, access: Access) -> HttpResponse:
    """Ten queries, whatever is going on: tonight's sheets are read together, not one by one."""
    tonight = sorted(_tonight(club), key=lambda match: (not match.is_open, table_order(match), match.started_at))
    latest = list(_finished(club)[:RESULTS]) if access.can_read_history else []
    seats = seats_of([*tonight, *latest])
    tables = [_table(book.public) for book in books_of(tonight, seats)]
    results = [result(match, seats[match.pk]) for match in latest]
    night = night_of(club)
    began = _began(night)
    context = {
        "access": access,
        "here": "tonight",
        "tables": tables,
        "results": results,
        "has_losers": any(each.losers for each in results),
        "trophies": holders(club.pk) if access.can_read_history else [],
        "evening": evening(began),
        "began": began,
        "today": timezone.localdate(),
        "who": _who(tonight, seats),
        "night": night,
        "is_live": any(match.is_open for match in tonight),
    }
    if not tonight and not latest:
        fewest = min(each.engine.seats[0] for each in ROOMS)
        context |= {"players": club.players.filter(is_active=True).count(), "fewest": fewest}
    return render(request, "games/club_home.html", context)


def _began(night: Night | None) -> datetime:
    """After midnight it is still the evening the night began on."""
    now = timezone.now()
    is_after = night is not None and timezone.localdate(night.starts_at) < timezone.localdate(now)
    return night.starts_at if night and is_after else now


def _tonight(club: Club) -> QuerySet[Match]:
    """Still going, or over so recently that the table is still talking about it."""
    since = timezone.now() - TONIGHT
    going = Q(finished_at__isnull=True, abandoned_at__isnull=True)
    rows = club.matches.filter(going | Q(finished_at__gte=since) | Q(abandoned_at__gte=since))
    return rows.order_by("-started_at", "-id")[:TABLES]


def _finished(club: Club) -> QuerySet[Match]:
    return club.matches.filter(finished_at__isnull=False).order_by("-started_at", "-id")


def _table(book: Book) -> Table:
    match = book.match
    name = table_of(match) or _company(shortened(book.names))
    return Table(match, name[:1].upper() + name[1:], game_name(match), room(match.game).look.state(book), _news(book))


def _company(names: Sequence[str]) -> str:
    """Everybody by name, up to three."""
    return listed(names) if len(names) <= 3 else listed([*names[:2], "others"])


def _news(book: Book) -> str:
    sheet, names = book.sheet, shortened(book.names)
    if not sheet.lines:
        return f"No {room(book.match.game).look.round_word} is scored yet."
    if sheet.winners:
        won = f"{listed(names[seat] for seat in sheet.winners)} won with {minus(sheet.totals[sheet.winners[0]])}."
        return won if not sheet.losers else f"{won} {listed(names[seat] for seat in sheet.losers)} lost."
    top, low = sheet.lines[-1].leaders, sheet.lines[-1].bottom
    if len(top) == len(names):
        return f"Everybody is at {minus(sheet.totals[top[0]])}."
    lead = f"{listed(names[seat] for seat in top)} {'leads' if len(top) == 1 else 'lead'}"
    trail = f"{listed(names[seat] for seat in low)} {'is' if len(low) == 1 else 'are'}"
    return f"{lead} with {minus(sheet.totals[top[0]])}. {trail} at {minus(sheet.totals[low[0]])}."


def _who(tonight: Sequence[Match], seats: dict[UUID, list[Seat]]) -> str:
    """`Ten dogs, two tables`."""
    dogs = len({seat.player_id for match in tonight for seat in seats[match.pk]})
    tables = "table" if len(tonight) == 1 else "tables"
    return f"{in_words(dogs)} dogs, {in_words(len(tonight))} {tables}".capitalize()


def result(match: Match, seats: Sequence[Seat]) -> Result:
    without = "abandoned" if match.abandoned_at else "" if match.finished_at else "at the table"
    return Result(match, title(match), game_name(match), table_of(match), seats, without)
