"""The end of a match: who takes which trophy from whom, stopping without a result, and opening it again."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games import ledger
from games.access import MatchAccess, match_view
from games.book import Book, open_book
from games.models import Match
from games.rooms import award_names, room
from games.rooms.names import listed, shortened
from games.titles import title
from games.trophies import CONE, CUP, takers_before
from leagues.models import Player
from scoring.base import spell


@require_safe
@match_view("watch")
def finish(request: HttpRequest, match: Match, access: MatchAccess) -> HttpResponse:
    if match.finished_at is None:
        return redirect("table" if access.can_record else "match", match.pk)
    book = open_book(match)
    again = urlencode([("game", match.game), *(("player", seat.player_id) for seat in book.seats)])
    context = {
        "headline": _headline(book),
        "has_trophies": bool(room(match.game).trophies),
        "has_print": bool(room(match.game).prints),
        "awards": _awards(book),
        "ending": room(match.game).look.ending(book),
        "warnings": [spell(notice.message, shortened(book.names)) for notice in book.sheet.warnings],
        "last": book.live[-1].number,
        "again": f"{reverse('match-new', args=[match.club.slug])}?{again}",
    }
    return render(request, "games/finish.html", _about(match, access) | context)


@require_http_methods(["GET", "HEAD", "POST"])
@match_view("organise")
def abandon(request: HttpRequest, match: Match, access: MatchAccess) -> HttpResponse:
    """Without a result. The entries stay, and an organiser can open it again."""
    if request.method == "POST":
        if match.is_open:
            ledger.abandon(match.pk)
        messages.success(request, "Stopped without a result. What was written stays.")
        return redirect("match", match.pk)
    return render(request, "games/abandon.html", _about(match, access))


@require_POST
@match_view("organise")
def reopen(request: HttpRequest, match: Match, access: MatchAccess) -> HttpResponse:
    if match.abandoned_at:
        ledger.reopen(match.pk)
    messages.success(request, "Open again. It goes on where it stopped.")
    return redirect("match", match.pk)


def _about(match: Match, access: MatchAccess) -> dict[str, Any]:
    return {"access": access.club_access, "may": access, "here": "matches", "match": match, "title": title(match)}


def _headline(book: Book) -> str:
    names = shortened(book.names)
    winners = [names[seat] for seat in book.sheet.winners]
    if not winners:
        return "It is over"
    prize = f"the {room(book.match.game).trophies[0]}" if _is_for_trophies(book) else "the match"
    return f"{listed(winners)} {'take' if len(winners) > 1 else 'takes'} {prize}"


def _is_for_trophies(book: Book) -> bool:
    return bool(book.match.for_trophy and room(book.match.game).trophies)


def _awards(book: Book) -> list[dict[str, Any]]:
    """Each trophy with whoever takes it, what from whom, and the total it was done with."""
    before = takers_before(book.match) if _is_for_trophies(book) else {}
    ends = zip((CUP, CONE), award_names(book), (book.sheet.winners, book.sheet.losers), strict=True)
    return [
        {
            "trophy": word,
            "seat": book.seats[seat],
            "total": book.sheet.totals[seat],
            "mark": "top" if trophy == CUP else "low",
            "words": _passed(book, trophy, book.seats[seat].player, before.get(trophy)),
        }
        for trophy, word, seats in ends
        for seat in seats
    ]


def _passed(book: Book, trophy: str, player: Player, before: Player | None) -> str:
    if before is None:
        return "The first one." if _is_for_trophies(book) else ""
    if before == player:
        return "Back-to-Back: defended." if trophy == CUP else "Once more: nobody wanted it."
    if all(seat.player_id != before.pk for seat in book.seats):
        return f"Taken from {before.label}, who was not here to defend it."
    return f"Taken from {before.label}." if trophy == CUP else f"{before.label} is rid of it."
