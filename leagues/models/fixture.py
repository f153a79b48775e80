"""The tables of play-offs and their matches, and the decisions made between stages."""

from typing import ClassVar

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy

from clubs.models import Player, User
from games.models.match import Match
from leagues.models.playoff import Playoff


class Fixture(models.Model):
    """One table of a play-off. `players` are keys in seat order; `match` is set when the table is dealt."""

    class Stage(models.TextChoices):
        GROUP = "group", "group"
        WINNERS = "winners", gettext_lazy("winners’ table")
        LOSERS = "losers", gettext_lazy("losers’ table")
        ROUND = "round", "round"

    playoff = models.ForeignKey(Playoff, models.CASCADE, related_name="fixtures")
    stage = models.CharField(max_length=7, choices=Stage.choices)
    round = models.PositiveSmallIntegerField(default=1)
    number = models.PositiveSmallIntegerField(default=1)
    players = models.JSONField(default=list)
    match = models.OneToOneField(Match, models.SET_NULL, null=True, blank=True, related_name="fixture")

    class Meta:
        ordering: ClassVar = ["playoff", "round", "stage", "number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["playoff", "stage", "round", "number"], name="one_fixture_a_place"),
        ]

    def __str__(self) -> str:
        return f"{self.get_stage_display()} {self.number}"


class CutPull(models.Model):
    """Cards pulled by players level on the cut line (DD-50), as `cards` by player key. Never modified; a wrong one is
    withdrawn and pulled again.
    """

    playoff = models.ForeignKey(Playoff, models.CASCADE, related_name="pulls")
    group = models.PositiveSmallIntegerField()
    cards = models.JSONField()
    recorded_by = models.ForeignKey(User, models.PROTECT, null=True, related_name="+")
    recorded_at = models.DateTimeField(default=timezone.now)
    withdrawn_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering: ClassVar = ["recorded_at", "pk"]

    def __str__(self) -> str:
        return f"group {self.group}: {self.cards}"


class Reseat(models.Model):
    """The organiser's decision when a correction would have moved players whose final table had begun."""

    playoff = models.ForeignKey(Playoff, models.CASCADE, related_name="reseats")
    went_up = models.ForeignKey(Player, models.RESTRICT, null=True, related_name="+")
    went_down = models.ForeignKey(Player, models.RESTRICT, null=True, related_name="+")
    is_kept = models.BooleanField()
    note = models.CharField(max_length=300, blank=True)
    decided_by = models.ForeignKey(User, models.PROTECT, null=True, related_name="+")
    decided_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering: ClassVar = ["decided_at", "pk"]

    def __str__(self) -> str:
        return "as seated" if self.is_kept else "reseated"

    @property
    def is_level(self) -> bool:
        """Whether the decision was that those level on the line of their group stay where they sit, without naming
        anybody.
        """
        return self.is_kept and self.went_up_id is None and self.went_down_id is None


class PlayoffLeaver(models.Model):
    """A player who went home between the groups and the final tables (DD-44); the next in the group takes the place."""

    playoff = models.ForeignKey(Playoff, models.CASCADE, related_name="leavers")
    player = models.ForeignKey(Player, models.RESTRICT, related_name="+")
    decided_by = models.ForeignKey(User, models.SET_NULL, null=True, related_name="+")
    left_at = models.DateTimeField(default=timezone.now)
    withdrawn_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering: ClassVar = ["left_at", "pk"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["playoff", "player"], condition=models.Q(withdrawn_at=None), name="one_leaving_a_player"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player} went home"
