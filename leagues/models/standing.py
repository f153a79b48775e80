"""Standings: one row for each player and table, with figures only, so that showing a table reads no other rows."""

from typing import ClassVar

from django.db import models

from clubs.models.calendar import Season
from clubs.models.club import Club
from clubs.models.player import Player


class Standing(models.Model):
    """A player's row in a table. Derived, and can be rebuilt. No season: of all time. Game "": across all games.

    `points` are in hundredths, `place` is NULL below the minimum of games, `decided` names the metrics that put the row
    below the one above, `form` holds the last places, the oldest first.
    """

    club = models.ForeignKey(Club, models.CASCADE, related_name="standings")
    season = models.ForeignKey(Season, models.CASCADE, null=True, blank=True, related_name="standings")
    game = models.CharField(max_length=30, blank=True)
    player = models.ForeignKey(Player, models.CASCADE, related_name="standings")
    place = models.PositiveSmallIntegerField(null=True)
    points = models.IntegerField(default=0)
    played = models.PositiveIntegerField(default=0)
    nights = models.PositiveIntegerField(default=0)
    wins = models.PositiveIntegerField(default=0)
    losses = models.PositiveIntegerField(default=0)
    total = models.IntegerField(default=0)
    best = models.IntegerField(null=True)
    metrics = models.JSONField(default=dict)
    decided = models.JSONField(default=list)
    form = models.JSONField(default=list)

    class Meta:
        ordering: ClassVar = ["place", "player"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["season", "game", "player"],
                condition=models.Q(season__isnull=False),
                name="one_standing_a_season",
            ),
            models.UniqueConstraint(
                fields=["game", "player"], condition=models.Q(season__isnull=True), name="one_standing_of_all_time"
            ),
        ]
        indexes: ClassVar = [models.Index(fields=["club", "season", "game", "place"], name="a_table_in_order")]

    def __str__(self) -> str:
        return f"{self.place}. {self.player_id}"
