"""The device that keeps the score of a match: its lock, and passes for tablets in which nobody is signed in."""

import uuid
from typing import ClassVar

from django.db import models
from django.utils import timezone

from clubs.models import User
from games.models.match import Match

# The lock that lets one device keep the score of a match, once scorekeeping was handed over.


class ScorekeeperLock(models.Model):
    """The scoring device of a match; without a `holder` any device may write. Pages show it by `user` and `label`.

    `unsaved_form` is the half-entered form of the holder, as the tablet's script stores it. It is not part of the
    match, and only the next holder receives it.
    """

    match = models.OneToOneField(Match, models.CASCADE, primary_key=True, related_name="scorekeeper_lock")
    holder = models.UUIDField(null=True, blank=True)
    user = models.ForeignKey(User, models.SET_NULL, null=True, blank=True, related_name="+")
    label = models.CharField(max_length=60, blank=True)
    taken_at = models.DateTimeField(null=True, blank=True)
    unsaved_form = models.JSONField(default=dict)
    unsaved_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering: ClassVar = ["match"]

    def __str__(self) -> str:
        return f"{self.user}’s {self.label.removeprefix('a ')}" if self.user else self.label

    @property
    def mark(self) -> str:
        """A string that changes each time the lock passes to another device; "" before it is first taken."""
        return str(self.taken_at.timestamp()) if self.taken_at else ""


# Passes that let a tablet keep the score of one match without signing in.


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
