"""Pages that hand over, take over and guard the scorekeeping of a match."""

from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate, ParamSpec
from uuid import UUID

from allauth.core.ratelimit import consume_or_429
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseBadRequest, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from clubs.access import View, opened_links, remember_link
from clubs.links.tokens import by_code, code_of, public_url, sign, unsign
from clubs.names import plain_name
from games.access import TABLETS, HtmxRequest, MatchAccess, match_view
from games.base.wording import game_name, table_of
from games.entries.match_state import load
from games.models import Match, TabletPass
from games.registry import table_game
from games.scoring_device import lock

# Restriction of the table's pages to the scoring device; other devices see the current score.


P = ParamSpec("P")
ELSEWHERE = "X-Pencil-Elsewhere"  # response header: the tablet must stop sending, and keep what it has


def with_scoring_device(view: Callable[Concatenate[HtmxRequest, Match, MatchAccess, P], HttpResponseBase]) -> View:
    """Decorate a view of the table: devices that may not score get `scored_elsewhere` instead."""

    @wraps(view)
    def inner(
        request: HtmxRequest, match: Match, access: MatchAccess, *args: P.args, **kwargs: P.kwargs
    ) -> HttpResponseBase:
        return view(request, match, access, *args, **kwargs) if access.may_score else scored_elsewhere(request, access)

    return inner


def scored_elsewhere(request: HtmxRequest, access: MatchAccess) -> HttpResponse:
    """A page that says which device keeps the score, and offers to take over; 409 for a form that came too late."""
    match, template = access.match, "games/table/elsewhere.html"
    context = {
        "access": access.club_access,
        "match": match,
        "lock": lock.holder_of(match),
        "table_game": table_game(match.game),
        "screen": {"template": template},
        "place": table_of(match),
        "was_writing": request.method == "POST",
        **as_it_stands(match),
    }
    page = template if request.htmx else "games/table/page.html"
    response = render(request, page, context, status=409 if request.method == "POST" else 200)
    response[ELSEWHERE] = "1"
    return response


def as_it_stands(match: Match) -> dict[str, Any]:
    """Progress, standings and totals of a match, as spectators may see them; two queries."""
    state, display = load(match).public, table_game(match.game).display
    return {
        "game": game_name(match),
        "progress": display.state(state),
        "standing": display.standing(state),
        "totals": [(state.names[seat], total) for seat, total in state.sheet.totals.items()],
    }


# Pages to hand over the scorekeeping of one match to a tablet in which nobody is signed in.


LONGEST_LABEL = 60
PASSED_ON = "passed on"  # session key of the passes that a tablet created for its successor


@require_http_methods(["GET", "HEAD", "POST"])
@match_view("record")
def handover(request: HttpRequest, match: Match, access: MatchAccess) -> HttpResponse:
    """Show and create passes: a scorekeeper creates any number, a tablet that scores creates one for its successor."""
    standing = match.tablet_passes.filter(revoked_at=None)
    if not access.club_access.can_record:
        standing = standing.filter(pk__in=opened_links(request, PASSED_ON))
    passes = list(standing)
    free = next((row for row in passes if row.taken_by is None), None)
    if request.method == "POST":
        _make(request, access, free)
        return redirect("handover", match.pk)
    context: dict[str, Any] = {
        "access": access.club_access,
        "round_word": table_game(match.game).display.round_word,
        "here": "tonight",
        "match": match,
        "table": table_of(match),
        "passes": passes,
        "lock": lock.holder_of(match) if access.holder else None,
        "is_mine": access.holder is not None and access.may_score,
        "may": access,
    }
    if free:
        context["link"] = public_url(request, reverse("tablet", args=[sign(free.pk, "tablet")]))
        context["code"] = code_of(free.pk, "tablet")
    return render(request, "games/scoring_device/handover.html", context)


def _make(request: HttpRequest, access: MatchAccess, free: TabletPass | None) -> None:
    """Create a pass. A tablet may have one unused pass at a time, and only if it may score. Raises PermissionDenied."""
    if access.club_access.can_record:
        label = plain_name(request.POST.get("label", ""))[:LONGEST_LABEL]
        TabletPass.objects.create(match=access.match, created_by=access.club_access.user, label=label)
    elif not access.may_score:
        raise PermissionDenied
    elif free is None:
        remember_link(request, PASSED_ON, TabletPass.objects.create(match=access.match).pk)


@require_POST
@match_view("record")
def handover_revoke(request: HttpRequest, match: Match, access: MatchAccess, tablet: UUID) -> HttpResponse:
    """Revoke a pass and release its device's lock; only for scorekeepers of the club."""
    if not access.club_access.can_record:
        raise PermissionDenied  # a tablet may not revoke passes
    row = get_object_or_404(TabletPass, match=match, pk=tablet)
    row.revoked_at = row.revoked_at or timezone.now()
    row.save(update_fields=["revoked_at"])
    lock.release(row)
    messages.success(request, _("Revoked: {row} can no longer keep score.").format(row=row))
    return redirect("handover", match.pk)


@require_http_methods(["GET", "HEAD", "POST"])
def tablet(request: HttpRequest, token: str) -> HttpResponse:
    """The link of a pass: one tap makes this the scoring device, and binds the pass to it."""
    pk = unsign(token, "tablet")
    row = TabletPass.objects.select_related("match__club").filter(pk=pk).first() if pk else None
    if row is None:
        return render(request, "games/scoring_device/closed.html", {"reason": "unknown"}, status=404)
    if row.revoked_at or not row.match.is_undecided or row.match.club.deletes_at:
        return render(request, "games/scoring_device/closed.html", {"reason": "ended"}, status=410)
    device, is_held = lock.new_device(request), row.pk in opened_links(request, TABLETS)
    if request.method != "POST" and (is_held or row.taken_by in (None, device)):
        return lock.keep_device(render(request, "games/scoring_device/take.html", _offered(row)), device)
    if request.method != "POST" or not lock.take_pass(row, device, held=is_held):
        return render(request, "games/scoring_device/closed.html", {"reason": "taken"}, status=410)
    remember_link(request, TABLETS, row.pk)
    return lock.keep_device(redirect(f"{row.match.get_absolute_url()}table/?half"), device)


def _offered(row: TabletPass) -> dict[str, Any]:
    about = {"match": row.match, "table": table_of(row.match), "lock": lock.holder_of(row.match)}
    return about | as_it_stands(row.match)


@require_http_methods(["GET", "HEAD", "POST"])
def tablet_code(request: HttpRequest) -> HttpResponseBase:
    """Form for the code of a pass, for a tablet without a camera."""
    too_many: HttpResponseBase | None = consume_or_429(request, action="code")
    if too_many:
        return too_many
    typed = request.POST.get("code", "")
    row = by_code(typed, "tablet", TabletPass.objects.filter(revoked_at=None)) if typed else None
    if row:
        return redirect("tablet", sign(row.pk, "tablet"))
    return render(request, "clubs/links/code.html", {"typed": typed, "wrong": request.method == "POST"})


# Views of the scorekeeper lock: taking it over, and storing the half-entered form of its holder.


@require_POST
@match_view("record")
def scoring_device(request: HtmxRequest, match: Match, access: MatchAccess) -> HttpResponse:
    """Make this the scoring device; if another device was first, say so instead."""
    device, writer = lock.new_device(request), access.writer
    label = lock.kind_of(request) if writer.user else lock.device_label(writer.device)
    if not lock.take(match.pk, device, writer.user, label, request.POST.get("seen", "")):
        return scored_elsewhere(request, access)
    return lock.keep_device(redirect(f"{match.get_absolute_url()}table/?half"), device)


@require_POST
@match_view("record")
@with_scoring_device
def unsaved_form(request: HtmxRequest, match: Match, access: MatchAccess) -> HttpResponse:
    """Store the tablet's half-entered form for a successor; a request without `half` only checks the lock."""
    text = request.POST.get("half", "")
    if len(text) > lock.LONGEST_FORM or "\x00" in text:
        return HttpResponseBadRequest(_("Too much is half entered to hand it over. Save first."))
    response, device = HttpResponse(status=204), lock.new_device(request)
    if "half" in request.POST:
        lock.keep_unsaved_form(match.pk, device, text)
        lock.keep_device(response, device)
    return response
