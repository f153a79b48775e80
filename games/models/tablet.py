"""Passes that let a tablet keep the score of one match without signing in."""

import uuid
from typing import ClassVar

from django.db import models
from django.utils import timezone

from clubs.models import User
from games.models.match import Match


class TabletPass(models.Model):
    """A pass for one match, valid until it is revoked or the match ends, and only on the first device to accept it."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    match = models.ForeignKey(Match, models.CASCADE, related_name="tablet_passes")
    label = models.CharField(max_length=60, blank=True)
    created_by = models.ForeignKey(User, models.SET_NULL, null=True, related_name="+")
    created_at = models.DateTimeField(default=timezone.now)
    taken_by = models.UUIDField(null=True, blank=True)
    taken_at = models.DateTimeField(null=True, blank=True)
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering: ClassVar = ["-created_at"]

    def __str__(self) -> str:
        return self.label or f"tablet {self.pk.hex[:4]}"
