"""The trophies of a club."""

from datetime import datetime
from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.db.models.functions import Lower
from django.utils import timezone
from django.utils.translation import gettext_lazy

from clubs.models import Night, Player, User
from clubs.models.club import Club
from clubs.names import check_name
from games.models.match import Match
from leagues.models.playoff import Playoff


class Trophy(models.Model):
    """A trophy that passes from player to player. `game` is "" for a trophy of the whole club, which can only be passed
    on by hand.

    Without `counts_from` every match ever played counts; so it is for the trophies that a club has from the start.
    """

    class Rule(models.TextChoices):
        WINNER = "winner", gettext_lazy("passes to the winner of every match played for it")
        LOSER = "loser", gettext_lazy("passes to the top loser of every match played for it")
        HAND = "hand", gettext_lazy("is passed on by hand")

    club = models.ForeignKey(Club, models.CASCADE, related_name="trophies")
    game = models.CharField(max_length=30, blank=True)
    name = models.CharField(max_length=40, validators=[check_name])
    rule = models.CharField(max_length=6, choices=Rule.choices)
    about = models.CharField(max_length=200, blank=True)
    created_at = models.DateTimeField(default=timezone.now)
    counts_from = models.DateTimeField(null=True, blank=True)
    retired_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering: ClassVar = ["game", "-rule", "pk"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                "club",
                Lower("name"),
                condition=models.Q(retired_at__isnull=True),
                name="trophies_can_be_told_apart",
                violation_error_message=gettext_lazy(
                    "The club has a trophy of this name. Call this one something else."
                ),
            ),
            models.UniqueConstraint(
                fields=["club", "game", "rule"],
                condition=models.Q(retired_at__isnull=True) & ~models.Q(rule="hand"),
                name="one_trophy_a_rule",
                violation_error_message=gettext_lazy(
                    "This game has such a trophy. Rename that one, or retire it first."
                ),
            ),
            models.CheckConstraint(
                condition=models.Q(rule="hand") | ~models.Q(game=""), name="only_hands_pass_on_a_club_trophy"
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def rule_in_words(self) -> str:
        return str(RULES_IN_WORDS[self.Rule(self.rule)])

    def counts(self, moment: datetime) -> bool:
        """Whether a match or play-off that ended at this moment was played for the trophy."""
        is_begun = self.counts_from is None or moment >= self.counts_from
        return is_begun and (self.retired_at is None or moment < self.retired_at)


RULES_IN_WORDS = {
    Trophy.Rule.WINNER: gettext_lazy("It passes to the winner of every match played for it."),
    Trophy.Rule.LOSER: gettext_lazy("It passes to the top loser of every match played for it."),
    Trophy.Rule.HAND: gettext_lazy("It is passed on by hand."),
}


# Awards: who took a trophy, when, and why.


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
