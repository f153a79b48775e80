"""Pages for deleting a player who has never played, and for merging two players."""

from django.contrib import messages
from django.db.models import ProtectedError, RestrictedError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, ngettext_lazy
from django.views.decorators.http import require_http_methods, require_POST

from clubs.access import Access, club_view
from clubs.models import Club, Merge, Player, Role
from clubs.players.forms import OtherForm
from clubs.players.search import player_of
from clubs.queries import serialised
from games.models import Entry, Seat
from leagues.players import merge as merging
from leagues.players.merge import CannotMerge, Preview, playoffs_of

# Deleting a player who has never played. Others stay, since the results of other players depend on them.


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


# Pages for merging two players: choose the other, see what is moved, merge, undo.


WORDS = {
    "seats": ngettext_lazy("{count} match", "{count} matches", "count"),
    "awards": ngettext_lazy("{count} trophy taken", "{count} trophies taken", "count"),
    "attendances": ngettext_lazy("{count} night", "{count} nights", "count"),
    "tags": ngettext_lazy("{count} call-out at the table", "{count} call-outs at the table", "count"),
    "accounts": ngettext_lazy("{count} account", "{count} accounts", "count"),
    "invitations": ngettext_lazy("{count} invitation", "{count} invitations", "count"),
    "names": ngettext_lazy("{count} earlier name", "{count} earlier names", "count"),
}


@require_http_methods(["GET", "HEAD", "POST"])
@club_view(Role.ORGANISER)
@serialised
def merge(request: HttpRequest, club: Club, access: Access, pk: int) -> HttpResponse:
    """GET with `into` shows a preview, POST with it merges."""
    source = get_object_or_404(Player.everybody.select_related("club"), club=club, pk=pk)
    query = request.POST if request.method == "POST" else request.GET
    form = OtherForm(query if "into" in query or request.method == "POST" else None, player=source)
    context = {"access": access, "here": "players", "player": source, "form": form}
    status = 422 if form.is_bound else 200
    if form.is_valid():
        target = form.cleaned_data["into"]
        try:
            preview = merging.preview(source, target)
            if request.method == "POST":
                return _merged(request, access, preview)
            context |= {"target": target, "moves": _counts_in_words(preview)}
            status = 200
        except CannotMerge as refused:
            context |= {"refused": refused, "target": target}
    return render(request, "leagues/players/merge.html", context, status=status)


def _merged(request: HttpRequest, access: Access, preview: Preview) -> HttpResponse:
    merging.merge(preview.source, preview.target, access.user)
    messages.success(
        request,
        _("{source} is now merged into {target}, with every result of both.").format(
            source=preview.source, target=preview.target
        ),
    )
    return redirect("player", access.club.slug, preview.target.pk)


def _counts_in_words(preview: Preview) -> list[str]:
    return [words.format(count=preview.counts[name]) for name, words in WORDS.items() if preview.counts[name]]


@require_POST
@club_view(Role.ORGANISER)
@serialised
def merge_undo(request: HttpRequest, club: Club, access: Access, pk: int) -> HttpResponse:
    row = get_object_or_404(Merge.objects.select_related("source__club", "target__club"), target__club=club, pk=pk)
    try:
        merging.undo(row)
    except CannotMerge as refused:
        context = {"access": access, "here": "players", "player": row.target, "refused": refused}
        return render(request, "leagues/players/merge.html", context, status=422)
    messages.success(
        request,
        _("{source} and {target} are separate players again, each with their own results.").format(
            source=row.source, target=row.target
        ),
    )
    return redirect("player", club.slug, row.source_id)
