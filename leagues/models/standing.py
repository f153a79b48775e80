"""Standings and ratings: stored rows, so that showing a table reads and computes nothing."""

from typing import ClassVar

from django.db import models

from clubs.language.locales import decimal_sign
from clubs.models.calendar import Season
from clubs.models.club import Club
from clubs.models.player import Player
from games.models.match import Match
from scoring.competition.ratings import Estimate

# Standings: one row for each player and table, with figures only, so that showing a table reads no other rows.


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


# Ratings: the estimated strength of a player after each match.


class Rating(models.Model):
    """Derived: the estimate after this match (`mu`) and its uncertainty (`sigma`); `number` counts the player's matches
    of the game from 1. The latest row is the player's current rating.
    """

    club = models.ForeignKey(Club, models.CASCADE, related_name="ratings")
    game = models.CharField(max_length=30)
    player = models.ForeignKey(Player, models.CASCADE, related_name="ratings")
    match = models.ForeignKey(Match, models.CASCADE, related_name="ratings")
    at = models.DateTimeField()
    number = models.PositiveIntegerField()
    mu = models.FloatField()
    sigma = models.FloatField()

    class Meta:
        ordering: ClassVar = ["at", "match"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["match", "player"], name="one_rating_a_match"),
            models.UniqueConstraint(fields=["player", "game", "number"], name="ratings_in_order"),
        ]
        indexes: ClassVar = [models.Index(fields=["club", "game", "at"], name="ratings_of_a_game")]

    def __str__(self) -> str:
        return str(self.estimate).replace(".", decimal_sign())

    @property
    def estimate(self) -> Estimate:
        return Estimate(self.mu, self.sigma)
