"""A cup, a cone, or whatever else a club passes on."""

from typing import ClassVar

from django.db import models
from django.db.models.functions import Lower
from django.utils import timezone

from leagues.models.club import Club
from leagues.names import check_name


class Trophy(models.Model):
    """`game` is empty for a trophy of the whole club; only those passed on by hand can be that."""

    class Rule(models.TextChoices):
        WINNER = "winner", "passes to the winner of every match played for it"
        LOSER = "loser", "passes to the top loser of every match played for it"
        HAND = "hand", "is passed on by hand"

    club = models.ForeignKey(Club, models.CASCADE, related_name="trophies")
    game = models.CharField(max_length=30, blank=True)
    name = models.CharField(max_length=40, validators=[check_name])
    rule = models.CharField(max_length=6, choices=Rule.choices)
    about = models.CharField(max_length=200, blank=True)
    created_at = models.DateTimeField(default=timezone.now)
    retired_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering: ClassVar = ["game", "-rule", "pk"]
        constraints: ClassVar = [
            models.UniqueConstraint("club", Lower("name"), name="trophies_can_be_told_apart"),
            models.UniqueConstraint(
                fields=["club", "game", "rule"],
                condition=models.Q(retired_at__isnull=True) & ~models.Q(rule="hand"),
                name="one_trophy_a_rule",
            ),
            models.CheckConstraint(
                condition=models.Q(rule="hand") | ~models.Q(game=""), name="only_hands_pass_on_a_club_trophy"
            ),
        ]

    def __str__(self) -> str:
        return self.name
