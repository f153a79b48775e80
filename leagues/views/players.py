"""Who plays in the club."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_POST, require_safe

from leagues.access import Access, club_view
from leagues.forms.player import PlayerForm
from leagues.models import Club, Player, Role
from leagues.paging import page_of
from leagues.turns import take_turns


@require_safe
@club_view(readers=True)
def players(request: HttpRequest, club: Club, access: Access) -> HttpResponse:
    rows = club.players.select_related("membership").order_by("-is_active", "name", "nickname", "pk")
    context = {"access": access, "here": "players", "page": page_of(request, rows)}
    return render(request, "leagues/players.html", context)


@club_view(Role.SCOREKEEPER)
@take_turns
def player_new(request: HttpRequest, club: Club, access: Access) -> HttpResponse:
    """At the table too: somebody may bring a guest."""
    form = PlayerForm(request.POST or None, player=Player(club=club))
    if form.is_valid():
        messages.success(request, f"{form.save().label} is in the book.")
        return redirect("player-new" if "another" in request.POST else "players", club.slug)
    return render(request, "leagues/player_new.html", {"access": access, "here": "players", "form": form})


@club_view(Role.ORGANISER)
@take_turns
def player_edit(request: HttpRequest, club: Club, access: Access, pk: int) -> HttpResponse:
    player = get_object_or_404(Player.objects.select_related("club"), club=club, pk=pk)
    form = PlayerForm(request.POST or None, player=player)
    if form.is_valid():
        messages.success(request, f"{form.save().label}: saved.")
        return redirect("players", club.slug)
    context = {"access": access, "here": "players", "form": form, "player": player}
    return render(request, "leagues/player_edit.html", context)


@require_POST
@club_view(Role.ORGANISER)
def player_rest(request: HttpRequest, club: Club, access: Access, pk: int) -> HttpResponse:
    """Take a player off the list for new matches, or put them back; the results stay either way."""
    player = get_object_or_404(Player, club=club, pk=pk)
    player.is_active = not player.is_active
    player.save(update_fields=["is_active"])
    words = "plays again" if player.is_active else "rests; the results stay"
    messages.success(request, f"{player.label} {words}.")
    return redirect("players", club.slug)
