"""Awards: who took a trophy, when, and why."""

from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.utils import timezone

from clubs.models import Night, Player, User
from games.models.match import Match
from leagues.models.playoff import Playoff
from leagues.models.trophy import Trophy

# Awards that are neither withdrawn nor given by hand.
BY_PLAYING = Q(withdrawn_at__isnull=True) & (Q(match__isnull=False) | Q(playoff__isnull=False))


class Award(models.Model):
    """A trophy taken by a player: in a match or a play-off that was played for it, or by hand with a reason.

    Never deleted: an award that a correction moves, or that was a mistake, is withdrawn and stays readable. `night` is
    only for awards by hand; for others it is that of the match or play-off.
    """

    trophy = models.ForeignKey(Trophy, models.CASCADE, related_name="awards")
    player = models.ForeignKey(Player, models.RESTRICT, related_name="awards")
    match = models.ForeignKey(Match, models.CASCADE, null=True, blank=True, related_name="awards")
    playoff = models.ForeignKey(Playoff, models.CASCADE, null=True, blank=True, related_name="awards")
    night = models.ForeignKey(Night, models.SET_NULL, null=True, blank=True, related_name="awards")
    awarded_at = models.DateTimeField(default=timezone.now)
    given_by = models.ForeignKey(User, models.SET_NULL, null=True, blank=True, related_name="+")
    reason = models.CharField(max_length=300, blank=True)
    withdrawn_at = models.DateTimeField(null=True, blank=True)
    withdrawn_because = models.CharField(max_length=300, blank=True)
    withdrawn_by = models.ForeignKey(User, models.SET_NULL, null=True, blank=True, related_name="+")

    class Meta:
        ordering: ClassVar = ["-awarded_at", "-pk"]
        indexes: ClassVar = [
            models.Index(fields=["trophy", "-awarded_at"], name="the_chain_of_a_trophy"),
            models.Index(fields=["awarded_at"], condition=Q(withdrawn_at=None), name="awards_of_these_days"),
            models.Index(fields=["trophy", "player"], condition=BY_PLAYING, name="how_often_a_trophy_was_won"),
        ]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["trophy", "match", "player"],
                condition=Q(withdrawn_at__isnull=True, match__isnull=False),
                name="one_award_a_match",
            ),
            models.UniqueConstraint(
                fields=["trophy", "playoff", "player"],
                condition=Q(withdrawn_at__isnull=True, playoff__isnull=False),
                name="one_award_a_playoff",
            ),
            models.CheckConstraint(
                condition=Q(match__isnull=False) | Q(playoff__isnull=False) | ~Q(reason=""),
                name="by_hand_with_a_reason",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.trophy_id} to {self.player_id}"
