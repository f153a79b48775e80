"""Call-outs: found by the engines when a match is over, and tagged by hand."""

from typing import ClassVar

from django.db import models
from django.utils import timezone

from clubs.models import Player, User
from games.models.match import Match


class CallOut(models.Model):
    """Derived: a call-out of one match, how often it occurred and in which round last. Without player: the whole
    table's.
    """

    match = models.ForeignKey(Match, models.CASCADE, related_name="shouts")
    term = models.CharField(max_length=30)
    player = models.ForeignKey(Player, models.CASCADE, null=True, blank=True, related_name="shouts")
    times = models.PositiveSmallIntegerField(default=1)
    round = models.PositiveSmallIntegerField()

    class Meta:
        ordering: ClassVar = ["match", "term", "player"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["match", "term", "player"],
                condition=models.Q(player__isnull=False),
                name="one_shout_a_player",
            ),
            models.UniqueConstraint(
                fields=["match", "term"], condition=models.Q(player__isnull=True), name="one_shout_a_table"
            ),
        ]
        indexes: ClassVar = [models.Index(fields=["term", "match"], name="where_it_was_shouted")]

    def __str__(self) -> str:
        return self.term


class Tag(models.Model):
    """A call-out that a person tagged on one round, as only the players can see it. Marked as removed, not deleted."""

    match = models.ForeignKey(Match, models.CASCADE, related_name="tags")
    round = models.PositiveSmallIntegerField()
    term = models.CharField(max_length=30)
    player = models.ForeignKey(Player, models.RESTRICT, null=True, blank=True, related_name="tags")
    tagged_by = models.ForeignKey(User, models.SET_NULL, null=True, blank=True, related_name="+")
    tagged_at = models.DateTimeField(default=timezone.now)
    removed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering: ClassVar = ["tagged_at", "pk"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["match", "round", "term", "player"],
                condition=models.Q(removed_at__isnull=True, player__isnull=False),
                name="one_tag_a_player",
            ),
            models.UniqueConstraint(
                fields=["match", "round", "term"],
                condition=models.Q(removed_at__isnull=True, player__isnull=True),
                name="one_tag_a_table",
            ),
        ]
        indexes: ClassVar = [
            models.Index(fields=["term", "match"], condition=models.Q(removed_at=None), name="where_it_was_tagged")
        ]

    def __str__(self) -> str:
        return f"{self.term}, round {self.round}"
