"""Former names of players, by which they are still found."""

from typing import ClassVar

from django.db import models
from django.utils import timezone

from clubs.models.player import Player


class FormerName(models.Model):
    """A former name; deleted when the player becomes a former member."""

    player = models.ForeignKey(Player, models.CASCADE, related_name="former_names")
    name = models.CharField(max_length=60)
    nickname = models.CharField(max_length=30, blank=True)
    until = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering: ClassVar = ["-until", "-pk"]

    def __str__(self) -> str:
        return f"{self.name} ({self.nickname})" if self.nickname else self.name
