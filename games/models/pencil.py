"""The pencil of one match: which device keeps the score, once it went from one to another."""

from typing import ClassVar

from django.db import models

from games.models.match import Match
from leagues.models import User


class Pencil(models.Model):
    """Without a holder anybody who may write does. `holder` is a device; it is shown by whose it is and by `label`.

    `half` is what is half entered, as the tablet's own script keeps it: what is asked and what was answered so far. It
    is no part of the match, and goes to the next holder alone.
    """

    match = models.OneToOneField(Match, models.CASCADE, primary_key=True, related_name="pencil")
    holder = models.UUIDField(null=True, blank=True)
    user = models.ForeignKey(User, models.SET_NULL, null=True, blank=True, related_name="+")
    label = models.CharField(max_length=60, blank=True)
    taken_at = models.DateTimeField(null=True, blank=True)
    half = models.JSONField(default=dict)
    half_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering: ClassVar = ["match"]

    def __str__(self) -> str:
        return f"{self.user}’s {self.label.removeprefix('a ')}" if self.user else self.label

    @property
    def mark(self) -> str:
        """Another one each time it goes on."""
        return str(self.taken_at.timestamp()) if self.taken_at else ""
