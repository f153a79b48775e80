"""The draw of a night: who sits where, kept from the moment it is made until its tables are dealt, and afterwards."""

import uuid
from typing import ClassVar

from django.db import models
from django.utils import timezone

from clubs.models import Night, Player, User
from leagues.models.playoff import Playoff


class NightDraw(models.Model):
    """`tables` are players in seat order, table by table; `answers` is what else was chosen: the plan, how many go up.

    A night has one open draw at most. Drawn again, the earlier one is withdrawn with a `reason`; dealt, it stays.
    """

    night = models.ForeignKey(Night, models.CASCADE, related_name="draws")
    key = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)  # its matches are named after it
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
        """The keys of all who sit somewhere, table by table."""
        return [key for table in self.tables for key in table]


class DrawChange(models.Model):
    """What somebody changed in a draw by hand. Written once."""

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
