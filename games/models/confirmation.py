"""Players' answers about a complete sheet: that it is right, or that it has a mistake."""

from typing import ClassVar

from django.db import models
from django.utils import timezone

from clubs.models import Player, User
from games.models.match import Match


class Confirmation(models.Model):
    """One answer. Apart from erased names only `withdrawn_at` ever changes: it is set when the answer ceases to count.

    `sheet` is the version of the newest entry on the sheet that was seen, `totals` are its totals by seat, and
    `version` is the match's after this row was written. A seat has at most one answer at a time. Rows without a seat
    are an organiser's: `settled` makes the match final as it is, `kept` keeps it final after a correction. `browser`
    identifies the device; one device may answer for several seats.
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
