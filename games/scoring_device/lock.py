"""The scorekeeper lock: which device holds it, how it passes on, and its holder's half-entered form. See ADR 28."""

from datetime import timedelta
from typing import TypeVar
from uuid import UUID, uuid4

from django.conf import settings
from django.db import transaction
from django.db.models import Q
from django.http import HttpRequest, HttpResponseBase
from django.utils import timezone

from clubs.accounts.sessions import user_agent
from clubs.models import User
from games.access import DEVICE_COOKIE, device_of
from games.models import Match, ScorekeeperLock, TabletPass

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
