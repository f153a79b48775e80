"""Substitutes: players who took over a seat in mid-match."""

from typing import ClassVar

from django.db import models
from django.utils import timezone

from clubs.models import Player, User
from games.models.match import Match


class Substitution(models.Model):
    """From line `number` of the sheet on, `player` plays the seat `position` in place of `instead_of` (ADR 90).

    With `takes_result` the result is the substitute's from then on, else it stays with whose it was. Only
    `withdrawn_at` ever changes, when it is taken back, and `number`, when a forgotten line is inserted before it.
    `version` is the match's after this row was written.
    """

    match = models.ForeignKey(Match, models.CASCADE, related_name="substitutions")
    position = models.PositiveSmallIntegerField()
    number = models.PositiveSmallIntegerField()
    player = models.ForeignKey(Player, models.PROTECT, related_name="+")
    instead_of = models.ForeignKey(Player, models.PROTECT, related_name="+")
    takes_result = models.BooleanField(default=False)
    version = models.PositiveIntegerField()
    recorded_by = models.ForeignKey(User, models.PROTECT, null=True, blank=True, related_name="+")
    device = models.CharField(max_length=60, blank=True)
    recorded_at = models.DateTimeField(default=timezone.now)
    withdrawn_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering: ClassVar = ["version", "pk"]
        constraints: ClassVar = [
            models.CheckConstraint(condition=models.Q(number__gte=1), name="a_substitute_plays_a_line"),
            models.CheckConstraint(
                condition=~models.Q(player=models.F("instead_of")), name="a_substitute_is_somebody_else"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player_id} for {self.instead_of_id}, line {self.number}"
