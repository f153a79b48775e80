"""Forecasts: how likely each player of a match was to win and to finish last, after each round. Derived."""

from typing import ClassVar

from django.db import models

from games.models.match import Match


class Forecast(models.Model):
    """The forecast of a match.

    `history` is the game's data from the club's matches before this one, as JSON; `points` is the curve, one before the
    first round and one after each. `version` grows when the curve changes. Players are seat numbers, without names.
    """

    match = models.OneToOneField(Match, models.CASCADE, related_name="forecast", primary_key=True)
    version = models.PositiveIntegerField(default=1)
    history = models.JSONField(default=dict)
    points = models.JSONField(default=list)

    class Meta:
        ordering: ClassVar = ["match"]

    def __str__(self) -> str:
        return f"{self.match_id}, version {self.version}"
