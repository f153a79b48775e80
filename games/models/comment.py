"""Comments of members on a night or a match."""

from typing import ClassVar

from django.db import models
from django.utils import timezone

from clubs.models import Club, Night, Player
from games.models.match import Match

LONGEST_COMMENT = 500


class Comment(models.Model):
    """Plain text on one night or one match. The author is a player, not a user, so that it survives the account."""

    night = models.ForeignKey(Night, models.CASCADE, null=True, blank=True, related_name="comments")
    match = models.ForeignKey(Match, models.CASCADE, null=True, blank=True, related_name="comments")
    player = models.ForeignKey(Player, models.CASCADE, related_name="comments")
    text = models.CharField(max_length=LONGEST_COMMENT)
    written_at = models.DateTimeField(default=timezone.now)
    edited_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering: ClassVar = ["written_at", "pk"]
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=models.Q(night=None, match__isnull=False) | models.Q(night__isnull=False, match=None),
                name="a_comment_on_one_thing",
            ),
        ]
        indexes: ClassVar = [models.Index(fields=["player", "-written_at"], name="how_much_somebody_says")]

    def __str__(self) -> str:
        return f"{self.player_id}: {self.text}"

    @property
    def about(self) -> Night | Match:
        thing = self.night or self.match
        assert thing is not None
        return thing

    @property
    def club(self) -> Club:
        return self.about.club
