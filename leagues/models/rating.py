"""Ratings: the estimated strength of a player after each match."""

from typing import ClassVar

from django.db import models

from clubs.language.locales import decimal_sign
from clubs.models import Club, Player
from games.models.match import Match
from scoring.competition.ratings import Estimate


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
