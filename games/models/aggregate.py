"""What finished matches add up to, so that opening a page reads a few rows, however much was played."""

from typing import ClassVar

from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Coalesce

from clubs.models import Club, Player, Season


class Aggregate(models.Model):
    """Derived, and rebuilt at will. No season: of all time. No player: the club as a whole.

    `games.statistics.sums.Sums` says what stands in the figures. The rows of a club and a game are there as a whole or
    not at all, and that of the club of all time is there with them.
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
