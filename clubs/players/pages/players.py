"""The list of players, and the forms to add and change them."""

from django.contrib import messages
from django.db.models import F
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from clubs.access import Access, club_view
from clubs.locks import serialised
from clubs.models import Club, Membership, Player, Role
from clubs.players import guests
from clubs.players.forms import PlayerForm
from clubs.players.search import matching_players, player_of
from clubs.web.paging import page_of

LONGEST = 60
FEW = 9  # longest list without a search field


@require_safe
@club_view(readers=True)
def players(request: HttpRequest, club: Club, access: Access) -> HttpResponse:
    query = " ".join(request.GET.get("q", "").replace("\x00", "").split())[:LONGEST]
    rows = matching_players(club.players.all(), query).select_related("membership")
    page = page_of(request, rows.order_by(F("former").asc(nulls_first=True), "-is_active", "name", "nickname", "pk"))
    is_long = query or len(page.object_list) > FEW
    context = {"access": access, "here": "players", "page": page, "asked": query, "is_long": is_long}
    return render(request, "clubs/players/players.html", context)


@club_view(Role.SCOREKEEPER)
@serialised
def player_new(request: HttpRequest, club: Club, access: Access) -> HttpResponse:
    """Scorekeepers may add players too, such as a guest at the table."""
    form = PlayerForm(request.POST or None, player=Player(club=club))
    if form.is_valid():
        messages.success(request, _("{save} added.").format(save=form.save().label))
        return redirect("player-new" if "another" in request.POST else "players", club.slug)
    return render(request, "clubs/players/new.html", {"access": access, "here": "players", "form": form})


@club_view(Role.ORGANISER)
@serialised
def player_edit(request: HttpRequest, club: Club, access: Access, pk: int) -> HttpResponse:
    player = player_of(club, pk)
    form = PlayerForm(request.POST or None, player=player)
    if form.is_valid():
        messages.success(request, _("{save}: saved.").format(save=form.save().label))
        return redirect("player", club.slug, player.pk)
    context = {
        "access": access,
        "here": "players",
        "form": form,
        "player": player,
        "before": player.former_names.all(),
        "merges": player.merges.filter(undone_at=None).select_related("source"),
        "membership": Membership.objects.filter(player=player).select_related("user").first(),
    }
    return render(request, "clubs/players/edit.html", context)


@require_POST
@club_view(Role.ORGANISER)
def player_rest(request: HttpRequest, club: Club, access: Access, pk: int) -> HttpResponse:
    """Make a player inactive, that is not offered for new matches, or active again; the results stay either way."""
    player = player_of(club, pk)
    player.is_active = not player.is_active
    player.save(update_fields=["is_active"])
    words = _("{player} is active again.") if player.is_active else _("{player} is inactive; the results stay.")
    messages.success(request, words.format(player=player.label))
    return redirect("players", club.slug)


@require_POST
@club_view(Role.ORGANISER)
@serialised
def player_welcome(request: HttpRequest, club: Club, access: Access, pk: int) -> HttpResponse:
    """Make a guest a player of the club; a second tap changes nothing."""
    player = player_of(club, pk)
    if player.is_guest:
        player.is_guest = False
        player.save(update_fields=["is_guest"])
        guests.note_guest_change(club)
    messages.success(request, _("{player} is a club player now, with every result so far.").format(player=player.label))
    return redirect("player", club.slug, player.pk)
