"""The draws of nights: who sits where, stored from the draw on and kept after the tables are dealt."""

import uuid
from typing import ClassVar

from django.db import models
from django.utils import timezone

from clubs.models import Night, Player, User
from leagues.models.playoff import Playoff


class NightDraw(models.Model):
    """A draw. `tables` are lists of player keys in seat order, `answers` are the other choices by form field, each a
    list of texts (the plan, how many go up).

    A night has at most one open draw. Drawing again withdraws the earlier one with a `reason`; a draw that was dealt
    stays.
    """

    night = models.ForeignKey(Night, models.CASCADE, related_name="draws")
    key = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)  # gives its matches their keys
    game = models.CharField(max_length=30)
    tables = models.JSONField(default=list)
    resting = models.JSONField(default=list)
    first_jacks = models.JSONField(default=list)
    answers = models.JSONField(default=dict)
    version = models.PositiveIntegerField(default=1)
    drawn_by = models.ForeignKey(User, models.SET_NULL, null=True, blank=True, related_name="+")
    drawn_at = models.DateTimeField(default=timezone.now)
    dealt_at = models.DateTimeField(null=True, blank=True)
    playoff = models.ForeignKey(Playoff, models.SET_NULL, null=True, blank=True, related_name="draws")
    withdrawn_at = models.DateTimeField(null=True, blank=True)
    reason = models.CharField(max_length=300, blank=True)

    class Meta:
        ordering: ClassVar = ["drawn_at", "pk"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["night"],
                condition=models.Q(dealt_at=None, withdrawn_at=None),
                name="one_open_draw_a_night",
            ),
        ]

    def __str__(self) -> str:
        return f"draw of {self.drawn_at:%d %B %Y, %H:%M}"

    @property
    def seated(self) -> list[int]:
        """The keys of all seated players, table by table."""
        return [key for table in self.tables for key in table]


class DrawChange(models.Model):
    """A change made in a draw by hand. Never modified."""

    class Kind(models.TextChoices):
        SWAP = "swap", "swapped"
        SEATED = "seated", "seated after the draw"
        OUT = "out", "taken out"

    draw = models.ForeignKey(NightDraw, models.CASCADE, related_name="changes")
    kind = models.CharField(max_length=6, choices=Kind.choices)
    player = models.ForeignKey(Player, models.CASCADE, related_name="+")
    other = models.ForeignKey(Player, models.CASCADE, null=True, blank=True, related_name="+")
    made_by = models.ForeignKey(User, models.SET_NULL, null=True, blank=True, related_name="+")
    made_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering: ClassVar = ["made_at", "pk"]

    def __str__(self) -> str:
        return f"{self.get_kind_display()}: {self.player}"
