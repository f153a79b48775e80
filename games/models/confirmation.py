"""What those who sat there say of a complete sheet: that it is right, or that something is wrong."""

from typing import ClassVar

from django.db import models
from django.utils import timezone

from clubs.models import Player, User
from games.models.match import Match


class Confirmation(models.Model):
    """Written once; `withdrawn_at` is when it ceased to count, nothing else of it ever changes.

    `sheet` is the version of the newest entry that was on the sheet they saw, `totals` what it came to by seat, and
    `version` the match's after this was written. A seat says at most one thing at a time. Without a seat an organiser
    speaks for all: with `settled` the match is final as it stands, with `kept` it stays so after a correction.
    `browser` is the device it came from, by a number of its own: one may speak for several.
    """

    class Kind(models.TextChoices):
        CONFIRMED = "confirmed", "it is right"
        OBJECTED = "objected", "something is wrong"
        SETTLED = "settled", "an organiser settled it"
        KEPT = "kept", "corrected by an organiser, and final still"

    OF_A_SEAT = (Kind.CONFIRMED, Kind.OBJECTED)

    match = models.ForeignKey(Match, models.CASCADE, related_name="confirmations")
    kind = models.CharField(max_length=9, choices=Kind.choices)
    position = models.PositiveSmallIntegerField(null=True, blank=True)
    player = models.ForeignKey(Player, models.PROTECT, null=True, blank=True, related_name="+")
    sheet = models.PositiveIntegerField()
    totals = models.JSONField(default=list)
    version = models.PositiveIntegerField()
    note = models.CharField(max_length=300, blank=True)
    recorded_by = models.ForeignKey(User, models.PROTECT, null=True, blank=True, related_name="+")
    device = models.CharField(max_length=60, blank=True)
    browser = models.UUIDField(null=True, blank=True)
    recorded_at = models.DateTimeField(default=timezone.now)
    withdrawn_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering: ClassVar = ["version", "pk"]
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=models.Q(kind__in=("confirmed", "objected"), position__isnull=False, player__isnull=False)
                | models.Q(kind__in=("settled", "kept"), position__isnull=True, player__isnull=True),
                name="a_seat_or_an_organiser",
            ),
            models.UniqueConstraint(
                fields=["match", "position"],
                condition=models.Q(withdrawn_at__isnull=True),
                name="a_seat_says_one_thing",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} by {self.position}"
