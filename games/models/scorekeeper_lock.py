"""Which device keeps the score of a match, once scorekeeping went from one to another."""

from typing import ClassVar

from django.db import models

from clubs.models import User
from games.models.match import Match


class ScorekeeperLock(models.Model):
    """Without a holder any device may write. `holder` is a device; it is shown by its owner and by `label`.

    `unsaved_form` is what is half entered, as the tablet's own script keeps it: what is asked and what was answered so
    far. It is no part of the match, and goes to the next holder alone.
    """

    match = models.OneToOneField(Match, models.CASCADE, primary_key=True, related_name="scorekeeper_lock")
    holder = models.UUIDField(null=True, blank=True)
    user = models.ForeignKey(User, models.SET_NULL, null=True, blank=True, related_name="+")
    label = models.CharField(max_length=60, blank=True)
    taken_at = models.DateTimeField(null=True, blank=True)
    unsaved_form = models.JSONField(default=dict)
    unsaved_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering: ClassVar = ["match"]

    def __str__(self) -> str:
        return f"{self.user}’s {self.label.removeprefix('a ')}" if self.user else self.label

    @property
    def mark(self) -> str:
        """Another one each time it goes on."""
        return str(self.taken_at.timestamp()) if self.taken_at else ""
