"""What a player was called before: whoever looks for the old name finds the player."""

from typing import ClassVar

from django.db import models
from django.utils import timezone

from clubs.models.player import Player


class FormerName(models.Model):
    """Goes with the player: a former member has no former names."""

    player = models.ForeignKey(Player, models.CASCADE, related_name="former_names")
    name = models.CharField(max_length=60)
    nickname = models.CharField(max_length=30, blank=True)
    until = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering: ClassVar = ["-until", "-pk"]

    def __str__(self) -> str:
        return f"{self.name} ({self.nickname})" if self.nickname else self.name
