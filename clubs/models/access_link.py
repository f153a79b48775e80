"""Access to a club without an account: an invitation to join, a link to watch. Both can be revoked."""

import uuid
from datetime import datetime, timedelta
from typing import ClassVar

from django.db import models
from django.utils import timezone

from clubs.models.club import Club, Role
from clubs.models.user import User


def in_a_fortnight() -> datetime:
    """Return 14 days from now."""
    return timezone.now() + timedelta(days=14)


class Invitation(models.Model):
    """An invitation to join as `player` or anybody; `role` is the role it gives, `uses_left` counts down."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    club = models.ForeignKey(Club, models.CASCADE, related_name="invitations")
    role = models.PositiveSmallIntegerField(choices=Role.choices, default=Role.MEMBER)
    player = models.ForeignKey("clubs.Player", models.CASCADE, null=True, blank=True, related_name="invitations")
    created_by = models.ForeignKey(User, models.SET_NULL, null=True, related_name="+")
    created_at = models.DateTimeField(default=timezone.now)
    expires_at = models.DateTimeField(default=in_a_fortnight)
    revoked_at = models.DateTimeField(null=True, blank=True)
    uses_left = models.PositiveSmallIntegerField(default=1)

    class Meta:
        ordering: ClassVar = ["-created_at"]

    def __str__(self) -> str:
        return f"invitation as {self.get_role_display()}"

    @property
    def is_open(self) -> bool:
        return self.revoked_at is None and self.uses_left > 0 and self.expires_at > timezone.now()


class SpectatorLink(models.Model):
    """A link to watch without an account; `label` is for the organisers."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    club = models.ForeignKey(Club, models.CASCADE, related_name="spectator_links")
    label = models.CharField(max_length=60, blank=True)
    created_by = models.ForeignKey(User, models.SET_NULL, null=True, related_name="+")
    created_at = models.DateTimeField(default=timezone.now)
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering: ClassVar = ["-created_at"]

    def __str__(self) -> str:
        return self.label or "watch link"
