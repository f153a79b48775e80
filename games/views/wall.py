"""The wall board of a match. It asks every few seconds whether there is news; `since` is the version it shows."""

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from games.access import MatchAccess, match_view
from games.book import Book, open_book
from games.models import Match
from games.rooms import room
from games.rooms.names import shortened
from games.titles import game_name, title
from games.trophies import holders
from games.views.fresh import fresh


@require_safe
@match_view("watch")
def wall(request: HttpRequest, match: Match, access: MatchAccess) -> HttpResponseBase:
    """204 while nothing is new: three queries and no page."""
    if request.GET.get("since") == str(match.version):
        return HttpResponse(status=204)
    book = open_book(match).public
    return fresh(request, (match.pk, match.version, match.club.name, book.names), lambda: _board(request, book, access))


def _board(request: HttpRequest, book: Book, access: MatchAccess) -> HttpResponse:
    match, look = book.match, room(book.match.game).look
    chances = look.chances(book)
    trophies = holders(match.club_id, match.game)
    context = {
        "access": access.club_access,
        "match": match,
        "title": title(match),
        "game": game_name(match),
        "room": room(match.game),
        "board": look.wall(book),
        "trophies": zip(trophies, shortened([holder.player.label for holder in trophies]), strict=True),
        "news": chances.news if chances else "",
        "changed": book.history[-1].received_at if book.history else match.started_at,
        "now": timezone.now(),
    }
    return render(request, "games/wall.html", context)
