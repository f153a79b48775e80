"""Stored figures of one seat in one round, for statistics and cell histories."""

from typing import ClassVar

from django.db import models

from games.models.match import Match, Seat


class Tally(models.Model):
    """Derived from a line of the sheet; `facts` are named small integers (bid, tricks, made …)."""

    match = models.ForeignKey(Match, models.CASCADE, related_name="tallies")
    seat = models.ForeignKey(Seat, models.CASCADE, related_name="tallies")
    number = models.PositiveSmallIntegerField()
    points = models.IntegerField()
    total = models.IntegerField()
    place = models.PositiveSmallIntegerField()
    facts = models.JSONField(default=dict)

    class Meta:
        ordering: ClassVar = ["number", "seat"]
        constraints: ClassVar = [models.UniqueConstraint(fields=["seat", "number"], name="one_tally_a_round")]
        indexes: ClassVar = [models.Index(fields=["match", "number"])]

    def __str__(self) -> str:
        return f"{self.seat_id}, round {self.number}: {self.points}"
