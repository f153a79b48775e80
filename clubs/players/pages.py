"""Pages of players: the list, the forms, the link to an account, and removing a name."""

from collections.abc import Sequence

from django.contrib import messages
from django.core.exceptions import BadRequest
from django.db import transaction
from django.db.models import F, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from clubs.access import Access, club_view
from clubs.accounts.second_factors import require_second_sign_in, second_sign_in
from clubs.api_keys import made_by
from clubs.member_photos import settle_photo
from clubs.members.membership import LAST_OWNER, LastOwner, leave_club
from clubs.members.pages import AccountForm
from clubs.models import Club, Membership, Player, Role
from clubs.models.player import note_guest_change
from clubs.players import anonymise
from clubs.players.anonymise import CannotStand, Mention, anonymise_player, names_in
from clubs.players.forms import PlayerForm
from clubs.players.search import by_name, matching_players, player_of
from clubs.queries import serialised
from clubs.responses import page_of, saved

# The list of players, and the forms to add and change them.


LONGEST_SEARCH = 60
FEW_PLAYERS = 9  # longest list without a search field


@require_safe
@club_view(readers=True)
def players(request: HttpRequest, club: Club, access: Access) -> HttpResponse:
    query = " ".join(request.GET.get("q", "").replace("\x00", "").split())[:LONGEST_SEARCH]
    rows = matching_players(club.players.all(), query).select_related("membership")
    page = page_of(request, _in_order(rows))
    is_long = query or len(page.object_list) > FEW_PLAYERS
    context = {"access": access, "here": "players", "page": page, "asked": query, "is_long": is_long}
    return render(request, "clubs/players/players.html", context)


def _in_order(rows: "QuerySet[Player]") -> "QuerySet[Player] | list[Player]":
    """Return the players by name: active ones first, former members last."""
    named = by_name(rows)
    if isinstance(named, list):
        return sorted(named, key=lambda player: (player.former or 0, not player.is_active))
    return named.order_by(F("former").asc(nulls_first=True), "-is_active", *named.query.order_by)


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
        messages.success(request, saved(form.save().label))
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
        note_guest_change(club)
    messages.success(request, _("{player} is a club player now, with every result so far.").format(player=player.label))
    return redirect("player", club.slug, player.pk)


# The page that links a player to an account: results belong to the player, signing in to the account.


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


# Leaving the club, and removing a player's name.


UNSURE = gettext_lazy("Tick the box first. This cannot be undone.")
UNWRITTEN = gettext_lazy("One of the texts can’t be saved like that. Nothing was changed yet.")
TOO_MUCH = gettext_lazy("{player} has an account. Only they can remove their name, when they leave the club.")


@require_http_methods(["GET", "HEAD", "POST"])
@club_view()
@serialised
def leave(request: HttpRequest, club: Club, access: Access) -> HttpResponse:
    """With `name` "out" the name is removed too, which must be confirmed by a ticked box."""
    row = club.memberships.select_related("user", "player", "club").get(user=access.user)
    names = {*request.GET.getlist("name"), *request.POST.getlist("name")}
    if names - {"out"}:
        raise BadRequest("“name” is out, or not sent.")
    forgotten = row.player if names else None
    texts = anonymise.mentions(club, names_in(forgotten)) if forgotten else []
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
        "unticked": {each.key for each in texts if wrong and each.key not in request.POST},
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
    texts = [] if signs_in else anonymise.mentions(club, names_in(player))
    wrong = TOO_MUCH.format(player=player) if signs_in else ""
    if request.method == "POST" and not wrong:
        wrong = "" if "sure" in request.POST else str(UNSURE)
        try:
            texts = anonymise.answered(texts, request.POST.dict())
            if not wrong:
                name = anonymise_player(player, texts).name
                messages.success(request, _("Anonymised: {name} from now on. The results stay.").format(name=name))
                return redirect("player", club.slug, player.pk)
        except CannotStand as error:
            texts, wrong = list(error.mentions), str(UNWRITTEN)
    context = {"access": access, "here": "players", "player": player, "wrong": wrong, "signs_in": signs_in}
    status = 422 if request.method == "POST" else 200
    return render(request, "clubs/players/former.html", {**context, "texts": texts}, status=status)
