"""Contests of several matches: groups with a cut, knock-outs, round robins. Their matches are linked by fixtures."""

from typing import ClassVar

from django.db import models
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy

from clubs.models.calendar import Night
from clubs.models.club import Club
from clubs.models.player import Player
from clubs.models.user import User


class Playoff(models.Model):
    """A contest. `advance` of each group go up, as agreed before the first card (DD-46); `bottom` of each group play
    for the loser trophy, None means all who do not go up (DD-47); `options` are shared by all its matches.

    The fields below "figures" are derived from its matches and can be rebuilt.
    """

    class Kind(models.TextChoices):
        GROUPS = "groups", gettext_lazy("groups and final tables")
        KNOCKOUT = "knockout", gettext_lazy("knock-out")
        ROUND_ROBIN = "round-robin", gettext_lazy("round robin")

    club = models.ForeignKey(Club, models.CASCADE, related_name="playoffs")
    night = models.ForeignKey(Night, models.SET_NULL, null=True, blank=True, related_name="playoffs")
    kind = models.CharField(max_length=12, choices=Kind.choices)
    game = models.CharField(max_length=30)
    advance = models.PositiveSmallIntegerField(default=1)
    bottom = models.PositiveSmallIntegerField(null=True, blank=True)
    options = models.JSONField(default=dict)
    for_trophy = models.BooleanField(default=True)
    created_by = models.ForeignKey(User, models.SET_NULL, null=True, blank=True, related_name="+")
    started_at = models.DateTimeField(default=timezone.now)
    called_off_at = models.DateTimeField(null=True, blank=True)
    # figures
    finished_at = models.DateTimeField(null=True, blank=True)
    winner = models.ForeignKey(Player, models.SET_NULL, null=True, blank=True, related_name="+")
    loser = models.ForeignKey(Player, models.SET_NULL, null=True, blank=True, related_name="+")

    class Meta:
        ordering: ClassVar = ["-started_at", "-pk"]
        constraints: ClassVar = [
            models.CheckConstraint(condition=models.Q(advance__gte=1), name="somebody_advances"),
        ]

    def __str__(self) -> str:
        return f"{self.get_kind_display()}, {self.started_at:%d %B %Y}"

    def get_absolute_url(self) -> str:
        return reverse("playoff" if self.kind == self.Kind.GROUPS else "tournament", args=[self.club.slug, self.pk])
