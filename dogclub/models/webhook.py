"""Webhooks: URLs that receive a request when a match is finished or a trophy changes hands."""

import uuid
from typing import ClassVar

from django.db import models
from django.utils import timezone

from clubs.models import Club, User
from dogclub.models.encrypted_text import EncryptedText


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
