"""Phones and other browsers that are notified, and of what."""

from typing import ClassVar

from django.db import models
from django.utils import timezone

from clubs.models import Membership, User
from dogclub.models.webhook import EncryptedText

QUIET_FROM, QUIET_UNTIL, HOURS = 22, 8, range(24)


class PushDevice(models.Model):
    """A browser that asked for notifications. Whoever has its `endpoint` and `auth` can send to it: both are encrypted,
    and it is found by the SHA-256 of the endpoint. `p256dh` is the browser's public key, `server_key` that of this
    server by which it subscribed.
    """

    user = models.ForeignKey(User, models.CASCADE, related_name="push_devices")
    fingerprint = models.CharField(max_length=64, unique=True)
    endpoint = EncryptedText()
    auth = EncryptedText()
    p256dh = models.CharField(max_length=100)
    server_key = models.CharField(max_length=100)
    label = models.CharField(max_length=80, blank=True)
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering: ClassVar = ["created_at", "pk"]

    def __str__(self) -> str:
        return f"{self.label or 'a browser'} of {self.user_id}"


class PushSettings(models.Model):
    """What a member of a club is notified of on all own devices: nothing, until chosen. From `quiet_from` until
    `quiet_until` o'clock by the club's clock nothing is sent; if they are equal there are no such hours.
    """

    membership = models.OneToOneField(Membership, models.CASCADE, related_name="push_settings")
    night = models.BooleanField(default=False)
    seat = models.BooleanField(default=False)
    confirmation = models.BooleanField(default=False)
    trophy = models.BooleanField(default=False)
    quiet_from = models.PositiveSmallIntegerField(default=QUIET_FROM)
    quiet_until = models.PositiveSmallIntegerField(default=QUIET_UNTIL)

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=models.Q(quiet_from__range=(0, 23), quiet_until__range=(0, 23)), name="quiet_hours_of_a_day"
            ),
        ]

    def __str__(self) -> str:
        return f"notifications of {self.membership_id}"
