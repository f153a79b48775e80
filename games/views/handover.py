"""The scorekeeping of one match, handed to a tablet nobody has signed in on."""

from typing import Any
from uuid import UUID

from allauth.core.ratelimit import consume_or_429
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST

from games.access import TABLETS, MatchAccess, match_view
from games.models import Match, TabletPass
from games.rooms import room
from games.titles import table_of
from leagues.access import hold
from leagues.links import public_url
from leagues.names import tidy_name
from leagues.tokens import by_code, code_of, seal, unseal

LONGEST = 60


@require_http_methods(["GET", "HEAD", "POST"])
@match_view("record")
def handover(request: HttpRequest, match: Match, access: MatchAccess) -> HttpResponse:
    """A person makes passes; a tablet shows the one it holds, so that another can go on where its battery ends."""
    standing = match.tablet_passes.filter(revoked_at=None)
    if not access.club_access.can_record:
        standing = standing.filter(pk__in=[access.tablet])
    if request.method == "POST":
        _needs_a_person(access)
        label = tidy_name(request.POST.get("label", "").replace("\x00", ""))[:LONGEST]
        TabletPass.objects.create(match=match, created_by=access.club_access.user, label=label)
        return redirect("handover", match.pk)
    passes = list(standing)
    context: dict[str, Any] = {
        "access": access.club_access,
        "round_word": room(match.game).look.round_word,
        "here": "tonight",
        "match": match,
        "table": table_of(match),
        "passes": passes,
    }
    if passes:
        context["link"] = public_url(request, reverse("tablet", args=[seal(passes[0].pk, "tablet")]))
        context["code"] = code_of(passes[0].pk, "tablet")
    return render(request, "games/handover.html", context)


@require_POST
@match_view("record")
def handover_revoke(request: HttpRequest, match: Match, access: MatchAccess, tablet: UUID) -> HttpResponse:
    _needs_a_person(access)
    row = get_object_or_404(TabletPass, match=match, pk=tablet)
    row.revoked_at = row.revoked_at or timezone.now()
    row.save(update_fields=["revoked_at"])
    messages.success(request, f"Taken back from {row}. It writes nothing more.")
    return redirect("handover", match.pk)


@require_http_methods(["GET", "HEAD", "POST"])
def tablet(request: HttpRequest, token: str) -> HttpResponse:
    """The link itself: one tap, and this browser writes for the match."""
    pk = unseal(token, "tablet")
    row = TabletPass.objects.select_related("match__club").filter(pk=pk).first() if pk else None
    if row is None:
        return render(request, "games/handover_closed.html", {"reason": "unknown"}, status=404)
    if row.revoked_at or not row.match.is_open:
        return render(request, "games/handover_closed.html", {"reason": "ended"}, status=410)
    if request.method != "POST":
        return render(request, "games/handover_take.html", {"match": row.match, "table": table_of(row.match)})
    hold(request, TABLETS, row.pk)
    return redirect(f"{row.match.get_absolute_url()}table/")


@require_http_methods(["GET", "HEAD", "POST"])
def tablet_code(request: HttpRequest) -> HttpResponseBase:
    """For a tablet without a camera: the code off the other screen, typed."""
    too_many: HttpResponseBase | None = consume_or_429(request, action="code")
    if too_many:
        return too_many
    typed = request.POST.get("code", "")
    row = by_code(typed, "tablet", TabletPass.objects.filter(revoked_at=None)) if typed else None
    if row:
        return redirect("tablet", seal(row.pk, "tablet"))
    return render(request, "leagues/code.html", {"typed": typed, "wrong": request.method == "POST"})


def _needs_a_person(access: MatchAccess) -> None:
    """A tablet does not hand out what it was handed."""
    if not access.club_access.can_record:
        raise PermissionDenied
