"""API keys: made, shown once, found again by their fingerprint, revoked."""

import hashlib
from datetime import datetime, timedelta
from uuid import UUID, uuid4

from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.crypto import get_random_string

from clubs.models import ApiKey, Club, Scope, User
from clubs.security.events import report_event

HEAD = "dk_live_"
LETTERS, GROUP = 28, 4  # of 62 letters and figures: 166 bits, so that nobody need fear a guess
USED_EVERY = timedelta(minutes=1)  # more often nobody wants to know, and a busy program would write all day


def make(
    label: str, scope: Scope, *, of: User | Club, by: User | None, until: datetime | None = None, pk: UUID | None = None
) -> tuple[ApiKey, str]:
    """The new key's row, and the key itself: whoever made it sees it now or never."""
    letters = get_random_string(LETTERS)
    token = HEAD + "_".join(letters[at : at + GROUP] for at in range(0, LETTERS, GROUP))
    owner = {"user": of} if isinstance(of, User) else {"club": of}
    row = ApiKey.objects.create(
        pk=pk or uuid4(),
        label=label,
        scope=scope,
        fingerprint=fingerprint(token),
        tail=token[-GROUP:],
        created_by=by,
        expires_at=until,
        **owner,
    )
    report_event("key-made", key=row)
    return row, token


def fingerprint(token: str) -> str:
    """Enough to know the key by; nobody can work back from it."""
    return hashlib.sha256(token.encode(errors="replace")).hexdigest()


def find(token: str) -> ApiKey | None:
    """The row of this key with its person, whether or not it still lets anybody in. One query."""
    return ApiKey.objects.select_related("user").filter(fingerprint=fingerprint(token)).first()


def note_use(key: ApiKey, now: datetime) -> None:
    if key.last_used_at is None or now - key.last_used_at >= USED_EVERY:
        ApiKey.objects.filter(pk=key.pk).update(last_used_at=now)


def revoke(key: ApiKey) -> None:
    """For good: a key does not come back."""
    if ApiKey.objects.filter(pk=key.pk, revoked_at=None).update(revoked_at=timezone.now()):
        report_event("key-revoked", key=key)


def made_by(user: User, club: Club) -> QuerySet[ApiKey]:
    """The keys of the club that this person made and that still let somebody in."""
    return club.keys.filter(created_by=user, revoked_at=None)


def key_of(request: HttpRequest) -> ApiKey | None:
    """The key this request was let in by."""
    shown = getattr(request, "auth", None)  # the framework of the API puts it there
    return shown if isinstance(shown, ApiKey) else None
