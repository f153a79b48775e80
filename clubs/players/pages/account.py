"""The page that links a player to an account: results belong to the player, signing in to the account."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from clubs.access import Access, club_view
from clubs.locks import serialised
from clubs.member_photos.keeping import settle_photo
from clubs.members.forms import AccountForm
from clubs.models import Club, Membership, Role
from clubs.players.search import player_of


@require_http_methods(["GET", "HEAD", "POST"])
@club_view(Role.ORGANISER)
@serialised
def player_account(request: HttpRequest, club: Club, access: Access, pk: int) -> HttpResponse:
    player = player_of(club, pk)
    row = Membership.objects.filter(player=player).select_related("user").first()
    form = AccountForm(request.POST if request.method == "POST" and row is None else None, club=club)
    if request.method == "POST" and row is not None and request.POST.get("do") == "unlink":
        Membership.objects.filter(pk=row.pk).update(player=None)
        settle_photo(player)
        words = _("{person} is no longer linked to {player}. Account and results both stay.")
        messages.success(request, words.format(person=row.user, player=player))
        return redirect("player-account", club.slug, player.pk)
    if form.is_valid():
        chosen = form.cleaned_data["membership"]
        Membership.objects.filter(pk=chosen.pk).update(player=player)
        messages.success(
            request,
            _("{user} is linked to {player}, with every result so far.").format(user=chosen.user, player=player),
        )
        return redirect("player", club.slug, player.pk)
    context = {"access": access, "here": "players", "form": form, "player": player, "membership": row}
    return render(request, "clubs/players/account.html", context, status=422 if request.method == "POST" else 200)
