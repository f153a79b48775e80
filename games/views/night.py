"""A night at the club: its tables as they go, who is here, what is at stake. It asks every few seconds for news."""

import hashlib
from collections.abc import Sequence
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, QueryDict
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.views.decorators.http import require_safe

from games.access import TONIGHT
from games.book import Book
from games.nights.attending import attending
from games.nights.company import Company, company
from games.nights.stake import stakes
from games.nights.tables import seats_at_tables, table_now, tables_of
from games.nights.words import lead
from games.trophies import holders
from games.views.fresh import fresh
from leagues.access import Access, club_view
from leagues.models import Club, Night


@require_safe
@club_view(spectators=True)
def night(request: HttpRequest, club: Club, access: Access, pk: int) -> HttpResponseBase:
    """As many queries for one table as for ten, and for a short history as for a long one."""
    row = found(club, access, pk)
    books, people = tables_of(row), company(row, QueryDict())
    depends = _depends(row, books, people, access)
    stamp = stamp_of(depends)
    if request.GET.get("since") == stamp:
        return HttpResponse(status=204)
    return fresh(request, depends, lambda: _page(request, access, row, books, people, stamp))


def found(club: Club, access: Access, pk: int) -> Night:
    """A night somebody may look at: visitors who came by a link see tonight, and nothing else."""
    row = get_object_or_404(Night.objects.select_related("club", "season"), club=club, pk=pk)
    if not access.can_read_history and abs(timezone.now() - row.starts_at) > TONIGHT:
        raise Http404
    return row


def stamp_of(depends: object) -> str:
    """The same in every process of the house."""
    return hashlib.sha256(repr(depends).encode()).hexdigest()[:16]


def _depends(row: Night, books: Sequence[Book], people: Company, access: Access) -> tuple[Any, ...]:
    """Everything that stands on the page."""
    came = [
        (tile.player.label, tile.state, tile.row and (tile.row.arrived_at, tile.row.expected_at, tile.row.left_at))
        for tile in people.tiles
    ]
    about = (row.pk, row.title, row.starts_at, row.place, row.note, row.closed_at, row.called_off_at)
    tables = [(book.match.pk, book.match.version, book.match.table, tuple(book.names)) for book in books]
    return (*about, tables, came, row.club.name, access.role, timezone.localtime().strftime("%H:%M"))


def _page(
    request: HttpRequest, access: Access, row: Night, books: Sequence[Book], people: Company, stamp: str
) -> HttpResponse:
    held = holders(row.club_id) if access.can_read_history else []
    seats = seats_at_tables(books)
    is_live = any(book.match.is_open for book in books)
    context = {
        "access": access,
        "here": "tonight" if is_live else "nights",
        "night": row,
        "lead": lead(row, books, people),
        "tables": [table_now(book) for book in books],
        "is_live": is_live,
        "is_open": not (row.closed_at or row.called_off_at),
        "people": people,
        "attending": attending(row, people, seats, held),
        "stakes": stakes(books, people, held),
        "playoffs": list(row.playoffs.order_by("pk")),
        "stamp": stamp,
    }
    template = "games/night.html#live" if "HX-Request" in request.headers else "games/night.html"
    return render(request, template, context)
