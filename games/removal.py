"""The page that says what goes with a match before it is removed, and the list of the removed ones."""

from collections.abc import Iterator
from uuid import UUID

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from clubs.access import Access, club_view
from clubs.fields import NameField
from clubs.models import Club, Role
from games import ledger
from games.access import HtmxRequest, MatchAccess, match_view
from games.base.names import listed
from games.base.wording import table_of, title
from games.consequences.league import league
from games.models import Match, RemovedMatch
from games.registry import table_game
from scoring.base import Illegal


class ReasonForm(forms.Form):
    reason = NameField(label=gettext_lazy("Reason"), max_length=300, missing=gettext_lazy("Enter why it is removed."))


@require_http_methods(["GET", "HEAD", "POST"])
@match_view("organise")
def remove(request: HtmxRequest, match: Match, access: MatchAccess) -> HttpResponse:
    """Show what goes with the match, or why it cannot be removed; POST removes it."""
    form = ReasonForm(request.POST if request.method == "POST" else None)
    wrong = league().holds(match)
    if not wrong and form.is_valid():
        try:
            ledger.remove(match.pk, form.cleaned_data["reason"], access.writer)
        except Illegal as error:
            wrong = error.message
        else:
            messages.success(request, _("Removed. It can be taken back for two weeks."))
            return redirect("removed-matches", match.club.slug)
    context = {
        "access": access.club_access,
        "here": "more",
        "match": match,
        "title": title(match),
        "form": form,
        "wrong": wrong,
        "goes": list(goes_with(match)),
        "decided": league().outcome(match) if match.finished_at else (),
    }
    return render(request, "games/removal/remove.html", context, status=422 if request.method == "POST" else 200)


def goes_with(match: Match) -> Iterator[str]:
    """What is removed with the match, each in words."""
    if match.rounds:
        yield ngettext("its sheet with {count} round", "its sheet with {count} rounds", match.rounds).format(
            count=match.rounds
        )
    if count := match.confirmations.filter(withdrawn_at=None).count():
        yield ngettext("{count} confirmation", "{count} confirmations", count).format(count=count)
    if count := match.tags.filter(removed_at=None).count():
        yield ngettext("{count} call-out tagged by hand", "{count} call-outs tagged by hand", count).format(count=count)
    if count := match.comments.count():
        yield ngettext("{count} comment", "{count} comments", count).format(count=count)
    if match.photos.filter(removed_at=None).exists():
        yield _("the photo of its sheet")
    for taken in league().taken(match):
        yield _("{trophy}, which {player} took here").format(trophy=taken.trophy.name, player=taken.player.label)


@require_safe
@club_view(Role.ORGANISER)
def removed_matches(request: HttpRequest, club: Club, access: Access) -> HttpResponse:
    rows = club.removed_matches.select_related("removed_by").prefetch_related("players")
    removed = [
        (row, table_game(row.game).name, listed(seat.label for seat in row.players.all()), _table_of(row))
        for row in rows
    ]
    context = {"access": access, "here": "manage", "club": club, "removed": removed}
    return render(request, "games/removal/removed.html", context)


def _table_of(row: RemovedMatch) -> str:
    return table_of(Match(table=row.table))


@require_POST
@club_view(Role.ORGANISER)
def take_back(request: HttpRequest, club: Club, access: Access, pk: UUID) -> HttpResponse:
    removed = get_object_or_404(RemovedMatch, pk=pk, club=club)
    try:
        match = ledger.take_back(removed)
    except Illegal as error:
        messages.error(request, error.message)
        return redirect("removed-matches", club.slug)
    messages.success(request, _("Taken back. Standings and trophies count it again."))
    return redirect(match)
