"""Webhooks: URLs that receive a request when a match is finished or a trophy changes hands."""

import uuid
from typing import Any, ClassVar

from django.db import models
from django.utils import timezone

from clubs.models import Club, User
from clubs.security import decrypt, encrypt

# A text field that is encrypted in the database: docs/developers/adr/0041.


HEAD, PURPOSE = "fernet:", "dogclub.models.encrypted_text"


class EncryptedText(models.TextField):  # type: ignore[type-arg]  # the class takes none when it runs
    """Text that is encrypted with SECRET_KEY in the database and in backups, and plain in Python.

    A row from before the encryption, without the prefix, is read as it is and encrypted when saved. A value encrypted
    with another SECRET_KEY is read as "". Each encryption differs, so rows cannot be filtered by such a field.
    """

    def get_prep_value(self, value: Any) -> Any:
        text = super().get_prep_value(value)
        return HEAD + encrypt(text, PURPOSE) if text else text

    def from_db_value(self, value: str | None, *_: Any) -> str | None:
        if not value or not value.startswith(HEAD):
            return value
        return decrypt(value.removeprefix(HEAD), PURPOSE) or ""


class Webhook(models.Model):
    """A webhook of a club; each delivery is a job. After days of failures it is paused (`paused_at`, with the reason)
    until an organiser resumes it.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    club = models.ForeignKey(Club, models.CASCADE, related_name="hooks")
    url = models.URLField(max_length=300)
    secret = EncryptedText()
    events = models.JSONField(default=list)
    created_by = models.ForeignKey(User, models.SET_NULL, null=True, related_name="+")
    created_at = models.DateTimeField(default=timezone.now)
    paused_at = models.DateTimeField(null=True, blank=True)
    paused_because = models.CharField(max_length=200, blank=True)
    removed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering: ClassVar = ["-created_at", "pk"]

    def __str__(self) -> str:
        return self.url
