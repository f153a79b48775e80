"""Leaving the club, with the name or without it."""

from django.contrib import messages
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from clubs.access import Access, club_view
from clubs.locks import take_turns
from clubs.members.membership import LAST_OWNER, LastOwner, part
from clubs.models import Club, Membership, Player, Role
from clubs.players.anonymise import take_the_name_out
from clubs.players.search import player_of

UNSURE = "Tick the box first. There is no way back from this."
TOO_MUCH = "{} signs in with an account. Only they can take their name out, when they leave the club."


@require_http_methods(["GET", "HEAD", "POST"])
@club_view()
@take_turns
def leave(request: HttpRequest, club: Club, access: Access) -> HttpResponse:
    """`name` is out when the name is to go too; that is asked a second time, and has to be ticked."""
    row = club.memberships.select_related("user", "player", "club").get(user=access.user)
    is_out = "out" in (request.GET.get("name"), request.POST.get("name")) and row.player is not None
    wrong = UNSURE if request.method == "POST" and is_out and "sure" not in request.POST else ""
    if request.method == "POST" and not wrong:
        return _left(request, row, row.player if is_out else None)
    context = {"access": access, "player": row.player, "is_out": is_out, "wrong": wrong}
    return render(request, "clubs/players/leave.html", context, status=422 if wrong else 200)


def _left(request: HttpRequest, row: Membership, forgotten: Player | None) -> HttpResponse:
    try:
        with transaction.atomic():
            part(row)
            if forgotten:
                take_the_name_out(forgotten)
    except LastOwner:
        messages.error(request, LAST_OWNER)
    else:
        more = " Your name is out of its book; the results stay." if forgotten else ""
        messages.success(request, f"You have left {row.club.name}.{more}")
    return redirect("account")


@require_http_methods(["GET", "HEAD", "POST"])
@club_view(Role.ORGANISER)
@take_turns
def player_former(request: HttpRequest, club: Club, access: Access, pk: int) -> HttpResponse:
    """An organiser does it for a player who has no account."""
    player = player_of(club, pk)
    signs_in = Membership.objects.filter(player=player).exists()
    wrong = TOO_MUCH.format(player) if signs_in else ""
    if request.method == "POST" and not wrong:
        wrong = "" if "sure" in request.POST else UNSURE
        if not wrong:
            name = take_the_name_out(player).name
            messages.success(request, f"The name is out of the book: it says {name} now. The results stay.")
            return redirect("player", club.slug, player.pk)
    context = {"access": access, "here": "players", "player": player, "wrong": wrong, "signs_in": signs_in}
    return render(request, "clubs/players/former.html", context, status=422 if request.method == "POST" else 200)
