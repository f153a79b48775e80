"""Stored sums over finished matches, so that a page reads a few rows, however much was played."""

from typing import ClassVar

from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Coalesce

from clubs.models import Club, Player, Season


class Aggregate(models.Model):
    """Derived sums of one player (None: the whole club) in one season (None: all time); can be rebuilt at any time.

    `games.statistics.sums.Sums` documents the four figures. The rows of a club and game exist completely or not at all;
    the club's all-time row is always among them.
    """

    club = models.ForeignKey(Club, models.CASCADE, related_name="aggregates")
    season = models.ForeignKey(Season, models.CASCADE, null=True, blank=True, related_name="aggregates")
    game = models.CharField(max_length=30)
    player = models.ForeignKey(Player, models.CASCADE, null=True, blank=True, related_name="aggregates")
    # figures
    results = models.JSONField(default=dict)
    best = models.JSONField(default=dict)
    rounds = models.JSONField(default=dict)
    callouts = models.JSONField(default=dict)

    class Meta:
        ordering: ClassVar = ["pk"]
        indexes: ClassVar = [models.Index(fields=["club", "season", "game", "player"], name="sums_of_a_player")]
        constraints: ClassVar = [
            models.UniqueConstraint(
                F("club"), F("game"), F("season"), Coalesce("player", 0),
                condition=Q(season__isnull=False), name="one_aggregate_a_season",
            ),
            models.UniqueConstraint(
                F("club"), F("game"), Coalesce("player", 0),
                condition=Q(season__isnull=True), name="one_aggregate_of_all_time",
            ),
        ]  # fmt: skip

    def __str__(self) -> str:
        return f"{self.game}, player {self.player_id}"
