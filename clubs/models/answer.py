"""Answers to whether a player comes to a night."""

from datetime import datetime, timedelta
from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy

from clubs.models.calendar import Night
from clubs.models.player import Player

LONGEST_NOTE, LONGEST_GUESTS = 120, 200
ARRIVALS = (0, 15, 30, 45, 60, 90, 120)  # minutes after the start
CLOSINGS = (0, 30, 60, 90, 120, 180, 360, 720, 1440, 2880)  # minutes before the start


class NightAnswer(models.Model):
    """A player's answer for one night. `number` counts the yes answers of the night in order: who said yes first has
    a place first; None for other answers. `guests` are names with commas between them, `arrives_after` is in minutes
    after the start.
    """

    class Answer(models.TextChoices):
        YES = "yes", gettext_lazy("Yes")
        MAYBE = "maybe", gettext_lazy("Maybe")
        NO = "no", gettext_lazy("No")

    night = models.ForeignKey(Night, models.CASCADE, related_name="answers")
    player = models.ForeignKey(Player, models.CASCADE, related_name="night_answers")
    answer = models.CharField(max_length=5, choices=Answer.choices)
    note = models.CharField(max_length=LONGEST_NOTE, blank=True)
    guests = models.CharField(max_length=LONGEST_GUESTS, blank=True)
    arrives_after = models.PositiveSmallIntegerField(default=0)
    number = models.PositiveIntegerField(null=True, blank=True)
    answered_at = models.DateTimeField()

    class Meta:
        ordering: ClassVar = ["number", "answered_at", "pk"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["night", "player"], name="one_answer_a_night"),
            models.UniqueConstraint(fields=["night", "number"], name="one_yes_a_number"),
            models.CheckConstraint(
                condition=models.Q(answer="yes", number__gte=1) | (~models.Q(answer="yes") & models.Q(number=None)),
                name="only_a_yes_has_a_number",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player_id}: {self.answer}"

    @property
    def guest_names(self) -> list[str]:
        return [name.strip() for name in self.guests.split(",") if name.strip()]

    @property
    def arrives_at(self) -> datetime | None:
        """When the player expects to arrive; None if on time."""
        return self.night.starts_at + timedelta(minutes=self.arrives_after) if self.arrives_after else None

    def is_late(self, now: datetime) -> bool:
        """Whether the player is expected after this moment."""
        return self.arrives_at is not None and self.arrives_at > now

    @property
    def places(self) -> int:
        """The number of seats needed, guests included."""
        return 1 + len(self.guest_names)
