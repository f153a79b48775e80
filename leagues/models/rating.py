"""How strong a player is thought to be, match by match."""

from typing import ClassVar

from django.db import models

from clubs.language.locales import decimal_sign
from clubs.models import Club, Player
from games.models.match import Match
from scoring.competition.ratings import Estimate


class Rating(models.Model):
    """Derived: the estimate after this match, and how uncertain it is. The last one of a game is the player's own."""

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
