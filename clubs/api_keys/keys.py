"""API keys: created, shown once, found by fingerprint, revoked."""

import hashlib
from datetime import datetime, timedelta
from uuid import UUID, uuid4

from django.db.models import QuerySet
from django.utils import timezone
from django.utils.crypto import get_random_string

from clubs.models import ApiKey, Club, Scope, User
from clubs.security import report_event

KEY_HEAD = "dk_live_"
LETTERS, GROUP = 28, 4  # characters of 62: 166 bits, which cannot be guessed
USED_EVERY = timedelta(minutes=1)  # between two updates, so that not every request writes


def make(
    label: str, scope: Scope, *, of: User | Club, by: User | None, until: datetime | None = None, pk: UUID | None = None
) -> tuple[ApiKey, str]:
    """Return the new key's row and the key itself, which cannot be shown again."""
    letters = get_random_string(LETTERS)
    token = KEY_HEAD + "_".join(letters[at : at + GROUP] for at in range(0, LETTERS, GROUP))
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
    """Return the SHA-256 of a key, by which it is found; the key cannot be derived from it."""
    return hashlib.sha256(token.encode(errors="replace")).hexdigest()


def find(token: str) -> ApiKey | None:
    """Return the row of a key with its person, valid or not, or None. One query."""
    return ApiKey.objects.select_related("user").filter(fingerprint=fingerprint(token)).first()


def note_use(key: ApiKey, now: datetime) -> None:
    """Record the use, at most once a minute."""
    if key.last_used_at is None or now - key.last_used_at >= USED_EVERY:
        ApiKey.objects.filter(pk=key.pk).update(last_used_at=now)


def revoke(key: ApiKey) -> None:
    """Revoke a key for good."""
    if ApiKey.objects.filter(pk=key.pk, revoked_at=None).update(revoked_at=timezone.now()):
        report_event("key-revoked", key=key)


def made_by(user: User, club: Club) -> QuerySet[ApiKey]:
    """Return the club's keys that this person made and that are not revoked."""
    return club.keys.filter(created_by=user, revoked_at=None)
