"""The device that keeps a match's score: the scorekeeper lock, and the pages that hand it over and guard it."""

from collections.abc import Callable
from datetime import timedelta
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeVar
from uuid import UUID, uuid4

from allauth.core.ratelimit import consume_or_429
from django.conf import settings
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.db.models import Q
from django.http import HttpRequest, HttpResponse, HttpResponseBadRequest, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from clubs.access import View, opened_links, remember_link
from clubs.accounts.sessions import user_agent
from clubs.links.tokens import by_code, code_of, public_url, sign, unsign
from clubs.models import User
from clubs.names import plain_name
from games.access import DEVICE_COOKIE, TABLETS, HtmxRequest, MatchAccess, device_of, match_view
from games.base.wording import game_name, table_of
from games.entries.match_state import load
from games.models import Match, ScorekeeperLock, TabletPass
from games.registry import table_game

# The scorekeeper lock: which device holds it, how it passes on, and its holder's half-entered form. See ADR 28.


Response = TypeVar("Response", bound=HttpResponseBase)
LASTS = timedelta(days=400)
LONGEST_FORM = 8192  # characters of a half-entered form


def new_device(request: HttpRequest) -> UUID:
    """The id of the requesting device, or a new one if it has none."""
    return device_of(request) or uuid4()


def keep_device(response: Response, device: UUID) -> Response:
    """Set the device's cookie on the response.

    It is set before the device takes the lock, so that a second tap, after a response was lost, comes from the same
    device.
    """
    secure = settings.SESSION_COOKIE_SECURE
    response.set_cookie(DEVICE_COOKIE, str(device), max_age=LASTS, secure=secure, httponly=True, samesite="Lax")
    return response


def kind_of(request: HttpRequest) -> str:
    """The kind of device by its user agent: a tablet, a phone, a computer or a device."""
    agent = user_agent(request)
    if "iPad" in agent or ("Android" in agent and "Mobile" not in agent):
        return "a tablet"
    return "a phone" if "Mobi" in agent else "a computer" if agent else "a device"


def device_label(device: str) -> str:
    """The name of a tablet with a pass, in quotes if a person chose it."""
    return device if device.startswith("tablet ") else f"“{device[:58]}”"


@transaction.atomic
def take(match: UUID, device: UUID, user: User | None, label: str, seen: str | None = None) -> bool:
    """Give the lock to this device and return whether it holds it.

    Refused if the lock has passed on since the page was drawn: `seen` is `ScorekeeperLock.mark` on it, None to ignore
    that.
    """
    row, _ = ScorekeeperLock.objects.select_for_update().get_or_create(match_id=match)
    if row.holder != device:
        if row.holder and seen is not None and row.mark != seen:
            return False
        row.holder, row.user, row.label, row.taken_at = device, user, label, timezone.now()
        row.save(update_fields=["holder", "user", "label", "taken_at"])
    return True


def take_pass(row: TabletPass, device: UUID, *, held: bool) -> bool:
    """Use a tablet pass: bind it to this device and give it the lock; returns whether it worked.

    A pass works only on the first device that uses it. `held` says that this browser's session has the pass already.
    """
    free = Q() if held else Q(taken_by=None) | Q(taken_by=device)
    taken_at = row.taken_at or timezone.now()
    updated = TabletPass.objects.filter(free, pk=row.pk).update(taken_by=device, taken_at=taken_at)
    return bool(updated) and take(row.match_id, device, None, device_label(str(row)))


def release(row: TabletPass) -> None:
    """Release the lock held by the device of a revoked pass, so that any device may write."""
    ScorekeeperLock.objects.filter(match=row.match_id, holder=row.taken_by).update(holder=None, taken_at=None)


def holder_of(match: Match) -> ScorekeeperLock | None:
    """The lock with its holder; None if no device holds it. A user who has left the club is not named."""
    row = ScorekeeperLock.objects.filter(match=match.pk).exclude(holder=None).first()
    if row and row.user_id:
        row.user = User.objects.filter(pk=row.user_id, memberships__club=match.club_id).first()
    return row


def keep_unsaved_form(match: UUID, device: UUID, text: str) -> None:
    """Store the half-entered form of this device, unless another one holds the lock."""
    values = {"unsaved_form": {"text": text, "by": str(device)}, "unsaved_at": timezone.now()}
    with transaction.atomic():
        if not ScorekeeperLock.objects.filter(Q(holder=None) | Q(holder=device), match=match).update(**values):
            ScorekeeperLock.objects.bulk_create([ScorekeeperLock(match_id=match, **values)], ignore_conflicts=True)


def unsaved_form_before(match: UUID, device: UUID | None) -> str:
    """The half-entered form that the previous device left for the holder `device`; "" if there is none."""
    row = ScorekeeperLock.objects.filter(match=match, holder=device).first() if device else None
    return row.unsaved_form.get("text", "") if row and row.unsaved_form.get("by") != str(device) else ""


# Pages that hand over, take over and guard the scorekeeping of a match.


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
        "lock": holder_of(match),
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
        "lock": holder_of(match) if access.holder else None,
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
    release(row)
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
    device, is_held = new_device(request), row.pk in opened_links(request, TABLETS)
    if request.method != "POST" and (is_held or row.taken_by in (None, device)):
        return keep_device(render(request, "games/scoring_device/take.html", _offered(row)), device)
    if request.method != "POST" or not take_pass(row, device, held=is_held):
        return render(request, "games/scoring_device/closed.html", {"reason": "taken"}, status=410)
    remember_link(request, TABLETS, row.pk)
    return keep_device(redirect(f"{row.match.get_absolute_url()}table/?half"), device)


def _offered(row: TabletPass) -> dict[str, Any]:
    about = {"match": row.match, "table": table_of(row.match), "lock": holder_of(row.match)}
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
    device, writer = new_device(request), access.writer
    label = kind_of(request) if writer.user else device_label(writer.device)
    if not take(match.pk, device, writer.user, label, request.POST.get("seen", "")):
        return scored_elsewhere(request, access)
    return keep_device(redirect(f"{match.get_absolute_url()}table/?half"), device)


@require_POST
@match_view("record")
@with_scoring_device
def unsaved_form(request: HtmxRequest, match: Match, access: MatchAccess) -> HttpResponse:
    """Store the tablet's half-entered form for a successor; a request without `half` only checks the lock."""
    text = request.POST.get("half", "")
    if len(text) > LONGEST_FORM or "\x00" in text:
        return HttpResponseBadRequest(_("Too much is half entered to hand it over. Save first."))
    response, device = HttpResponse(status=204), new_device(request)
    if "half" in request.POST:
        keep_unsaved_form(match.pk, device, text)
        keep_device(response, device)
    return response
