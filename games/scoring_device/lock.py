"""The pencil goes from one device to another: who holds it, and what was half entered there. See ADR 28."""

from datetime import timedelta
from typing import TypeVar
from uuid import UUID, uuid4

from django.conf import settings
from django.db import transaction
from django.db.models import Q
from django.http import HttpRequest, HttpResponseBase
from django.utils import timezone

from clubs.accounts.devices import user_agent
from clubs.models import User
from games.models import Match, ScorekeeperLock, TabletPass

Response = TypeVar("Response", bound=HttpResponseBase)
DEVICE_COOKIE = "pen"  # cookie: the device, whoever is signed in on it
LASTS = timedelta(days=400)
MOST = 8192  # letters of what is half entered


def device_of(request: HttpRequest) -> UUID | None:
    try:
        return UUID(request.COOKIES.get(DEVICE_COOKIE, ""))
    except ValueError:
        return None


def new_device(request: HttpRequest) -> UUID:
    """The device's own, and a new one where it never held a pencil."""
    return device_of(request) or uuid4()


def keep_device(response: Response, device: UUID) -> Response:
    """On the device before it takes anything: a second tap, after an answer that was lost, comes from the same one."""
    secure = settings.SESSION_COOKIE_SECURE
    response.set_cookie(DEVICE_COOKIE, str(device), max_age=LASTS, secure=secure, httponly=True, samesite="Lax")
    return response


def kind_of(request: HttpRequest) -> str:
    """What somebody holds in the hand, as far as its browser says so."""
    agent = user_agent(request)
    if "iPad" in agent or ("Android" in agent and "Mobile" not in agent):
        return "a tablet"
    return "a phone" if "Mobi" in agent else "a computer" if agent else "a device"


def called(device: str) -> str:
    """A tablet that was handed the match, by the name somebody gave it."""
    return device if device.startswith("tablet ") else f"“{device[:58]}”"


@transaction.atomic
def take(match: UUID, device: UUID, user: User | None, label: str, seen: str | None = None) -> bool:
    """Whether the device has it now; not where it went on since whoever taps here last saw it."""
    row, _ = ScorekeeperLock.objects.select_for_update().get_or_create(match_id=match)
    if row.holder != device:
        if row.holder and seen is not None and row.mark != seen:
            return False
        row.holder, row.user, row.label, row.taken_at = device, user, label, timezone.now()
        row.save(update_fields=["holder", "user", "label", "taken_at"])
    return True


def take_pass(row: TabletPass, device: UUID, *, held: bool) -> bool:
    """A pass is for one device: the first to take it up, which `held` it may have before it had a cookie of its own."""
    free = Q() if held else Q(taken_by=None) | Q(taken_by=device)
    taken_at = row.taken_at or timezone.now()
    updated = TabletPass.objects.filter(free, pk=row.pk).update(taken_by=device, taken_at=taken_at)
    return bool(updated) and take(row.match_id, device, None, called(str(row)))


def release(row: TabletPass) -> None:
    """A pass that was taken back holds no pencil: anybody else may write."""
    ScorekeeperLock.objects.filter(match=row.match_id, holder=row.taken_by).update(holder=None, taken_at=None)


def holder_of(match: Match) -> ScorekeeperLock | None:
    """None where nobody took it. Whoever has left the club has taken the name along."""
    row = ScorekeeperLock.objects.filter(match=match.pk).exclude(holder=None).first()
    if row and row.user_id:
        row.user = User.objects.filter(pk=row.user_id, memberships__club=match.club_id).first()
    return row


def keep_unsaved_form(match: UUID, device: UUID, text: str) -> None:
    """What the device has half entered, while the pencil is not elsewhere."""
    values = {"unsaved_form": {"text": text, "by": str(device)}, "unsaved_at": timezone.now()}
    with transaction.atomic():
        if not ScorekeeperLock.objects.filter(Q(holder=None) | Q(holder=device), match=match).update(**values):
            ScorekeeperLock.objects.bulk_create([ScorekeeperLock(match_id=match, **values)], ignore_conflicts=True)


def unsaved_form_before(match: UUID, device: UUID | None) -> str:
    """What the device before this one had half entered; "" where it was this one itself."""
    row = ScorekeeperLock.objects.filter(match=match, holder=device).first() if device else None
    return row.unsaved_form.get("text", "") if row and row.unsaved_form.get("by") != str(device) else ""
