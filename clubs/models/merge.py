"""Merges of two players who are the same person."""

from typing import ClassVar

from django.db import models
from django.utils import timezone

from clubs.models.player import Player
from clubs.models.user import User


class Merge(models.Model):
    """A merge. `moved` has the rows that were changed, by name of the relation, so that undoing restores exactly
    those.
    """

    source = models.ForeignKey(Player, models.RESTRICT, related_name="merges_away")
    target = models.ForeignKey(Player, models.RESTRICT, related_name="merges")
    by = models.ForeignKey(User, models.SET_NULL, null=True, blank=True, related_name="+")
    at = models.DateTimeField(default=timezone.now)
    moved = models.JSONField(default=dict)
    undone_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering: ClassVar = ["-at", "-pk"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["source"], condition=models.Q(undone_at__isnull=True), name="merged_into_one_only"
            ),
            models.CheckConstraint(condition=~models.Q(source=models.F("target")), name="nobody_merges_alone"),
        ]

    def __str__(self) -> str:
        return f"{self.source_id} into {self.target_id}"
