"""Matches that were removed by mistake or on purpose, until they are taken back or erased."""

import uuid
from typing import Any, ClassVar

from django.db import models
from django.utils import timezone

from clubs.models import Club, Player, User


class RemovedMatchManager(models.Manager["RemovedMatch"]):
    """Defers `rows`, which may contain a photo and are only needed to take the match back."""

    def get_queryset(self) -> models.QuerySet["RemovedMatch"]:
        return super().get_queryset().defer("rows")


class RemovedMatch(models.Model):
    """A match that an organiser removed, with the key it had; `erased_at` is when nothing of it is left.

    `rows` are all its rows as JSON, as `games.ledger.removal` writes them: the match is in no other table, so that
    nothing can show or count it. `batch` is that of its import.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    club = models.ForeignKey(Club, models.CASCADE, related_name="removed_matches")
    game = models.CharField(max_length=30)
    table = models.CharField(max_length=40, blank=True)
    started_at = models.DateTimeField()
    rounds = models.PositiveSmallIntegerField(default=0)
    players = models.ManyToManyField(Player, related_name="+")
    batch = models.UUIDField(null=True, blank=True)
    reason = models.CharField(max_length=300, blank=True)
    removed_by = models.ForeignKey(User, models.SET_NULL, null=True, blank=True, related_name="+")
    removed_at = models.DateTimeField(default=timezone.now)
    erased_at = models.DateTimeField(db_index=True)
    rows = models.JSONField(default=dict)

    objects: ClassVar[Any] = RemovedMatchManager()

    class Meta:
        ordering: ClassVar = ["-removed_at", "pk"]

    def __str__(self) -> str:
        return f"{self.game} {self.started_at:%Y-%m-%d}, removed"
