"""Deleting a player who has never played. Others stay, since the results of other players depend on them."""

from django.contrib import messages
from django.db.models import ProtectedError, RestrictedError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from clubs.access import Access, club_view
from clubs.locks import serialised
from clubs.models import Club, Player, Role
from clubs.players.search import player_of
from games.models import Entry, Seat
from leagues.players.merge_playoffs import playoffs_of


@require_http_methods(["GET", "HEAD", "POST"])
@club_view(Role.ORGANISER)
@serialised
def player_delete(request: HttpRequest, club: Club, access: Access, pk: int) -> HttpResponse:
    player = player_of(club, pk)
    why = _in_the_way(player)
    if request.method == "POST" and not why:
        why = _deleted(player)
        if not why:
            messages.success(request, _("{player} is deleted.").format(player=player))
            return redirect("players", club.slug)
    context = {"access": access, "here": "players", "player": player, "why": why}
    return render(request, "leagues/players/delete.html", context, status=422 if request.method == "POST" else 200)


def _in_the_way(player: Player) -> str:
    if matches := Seat.objects.filter(player=player).count():
        words = ngettext(
            "{player} played in {count} match, and other players’ results depend on that.",
            "{player} played in {count} matches, and other players’ results depend on that.",
            matches,
        )
        return words.format(player=player, count=matches)
    if Entry.objects.filter(player=player).exists() or playoffs_of(player):
        return _("{player} is on a sheet or in a play-off.").format(player=player)
    words = _("{player} has an account. Unlink it first.")
    return words.format(player=player) if hasattr(player, "membership") else ""


def _deleted(player: Player) -> str:
    """Delete the player; return why that is impossible, or "" on success."""
    label = str(player)
    try:
        player.delete()
    except (ProtectedError, RestrictedError):
        return _("{label} came to a night, held a trophy or was merged, so it must stay.").format(label=label)
    return ""
