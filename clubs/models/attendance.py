"""Attendance of players at nights."""

from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy

from clubs.models.calendar import Night
from clubs.models.player import Player


class Attendance(models.Model):
    """One player on one night. A player without a row counts as away."""

    class State(models.TextChoices):
        HERE = "here", gettext_lazy("here")
        LATE = "late", gettext_lazy("late")
        AWAY = "away", gettext_lazy("away")
        LEFT = "left", gettext_lazy("left early")

    night = models.ForeignKey(Night, models.CASCADE, related_name="attendances")
    player = models.ForeignKey(Player, models.RESTRICT, related_name="attendances")
    state = models.CharField(max_length=5, choices=State.choices, default=State.HERE)
    host = models.ForeignKey(Player, models.SET_NULL, null=True, blank=True, related_name="+")
    expected_at = models.DateTimeField(null=True, blank=True)
    arrived_at = models.DateTimeField(null=True, blank=True)
    left_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering: ClassVar = ["arrived_at", "player"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["night", "player"], name="one_attendance_a_night"),
            models.CheckConstraint(
                condition=models.Q(left_at__isnull=True) | models.Q(left_at__gte=models.F("arrived_at")),
                name="nobody_leaves_before_coming",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player_id}: {self.state}"
