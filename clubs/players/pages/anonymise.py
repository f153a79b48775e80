"""Leaving the club, and removing a player's name."""

from collections.abc import Sequence

from django.contrib import messages
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods

from clubs.access import Access, club_view
from clubs.accounts.second_sign_in import require_second_sign_in, second_sign_in
from clubs.api_keys.keys import made_by
from clubs.locks import serialised
from clubs.members.membership import LAST_OWNER, LastOwner, leave_club
from clubs.models import Club, Membership, Player, Role
from clubs.players import free_text
from clubs.players.anonymise import anonymise_player, names_in
from clubs.players.free_text import CannotStand, Mention
from clubs.players.search import player_of

UNSURE = gettext_lazy("Tick the box first. This cannot be undone.")
UNWRITTEN = gettext_lazy("One of the texts can’t be saved like that. Nothing was changed yet.")
TOO_MUCH = gettext_lazy("{player} has an account. Only they can remove their name, when they leave the club.")


@require_http_methods(["GET", "HEAD", "POST"])
@club_view()
@serialised
def leave(request: HttpRequest, club: Club, access: Access) -> HttpResponse:
    """With `name` "out" the name is removed too, which must be confirmed by a ticked box."""
    row = club.memberships.select_related("user", "player", "club").get(user=access.user)
    forgotten = row.player if "out" in (request.GET.get("name"), request.POST.get("name")) else None
    texts = free_text.mentions(club, names_in(forgotten)) if forgotten else []
    wrong = UNSURE if request.method == "POST" and forgotten and "sure" not in request.POST else ""
    if request.method == "POST" and not wrong:
        if forgotten:
            require_second_sign_in(request)
        return _left(request, row, forgotten, [each for each in texts if each.key in request.POST])
    context = {
        "access": access,
        "player": row.player,
        "is_out": forgotten is not None,
        "wrong": wrong,
        "keys": made_by(row.user, club),
        "texts": texts,
    }
    return render(request, "clubs/players/leave.html", context, status=422 if wrong else 200)


def _left(
    request: HttpRequest, row: Membership, forgotten: Player | None, texts: Sequence[Mention] = ()
) -> HttpResponse:
    try:
        with transaction.atomic():
            leave_club(row)
            if forgotten:
                anonymise_player(forgotten, texts)
    except LastOwner:
        messages.error(request, LAST_OWNER)
    except CannotStand:
        messages.error(request, UNWRITTEN)
        return redirect(f"{request.path}?name=out")
    else:
        words = _("You have left {club}.")
        if forgotten:
            words = _("You have left {club}. Your name was removed; the results stay.")
        messages.success(request, words.format(club=row.club.name))
    return redirect("account")


@require_http_methods(["GET", "HEAD", "POST"])
@club_view(Role.ORGANISER)
@second_sign_in
@serialised
def player_former(request: HttpRequest, club: Club, access: Access, pk: int) -> HttpResponse:
    """An organiser anonymises a player without an account, and rewrites texts that mention the name."""
    player = player_of(club, pk)
    signs_in = Membership.objects.filter(player=player).exists()
    texts = [] if signs_in else free_text.mentions(club, names_in(player))
    wrong = TOO_MUCH.format(player=player) if signs_in else ""
    if request.method == "POST" and not wrong:
        wrong = "" if "sure" in request.POST else str(UNSURE)
        try:
            texts = free_text.answered(texts, request.POST.dict())
            if not wrong:
                name = anonymise_player(player, texts).name
                messages.success(request, _("Anonymised: {name} from now on. The results stay.").format(name=name))
                return redirect("player", club.slug, player.pk)
        except CannotStand as error:
            texts, wrong = list(error.mentions), str(UNWRITTEN)
    context = {"access": access, "here": "players", "player": player, "wrong": wrong, "signs_in": signs_in}
    status = 422 if request.method == "POST" else 200
    return render(request, "clubs/players/former.html", {**context, "texts": texts}, status=status)
