"""Comments of members, and photos of paper sheets."""

import uuid
from typing import Any, ClassVar

from django.db import models
from django.utils import timezone

from clubs.models import Club, Night, Player, User
from games.models.match import Match

# Comments of members on a night or a match.


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


# Photos of the paper sheets of matches.


class PhotoManager(models.Manager["SheetPhoto"]):
    """Defers the image, which is only loaded on access."""

    def get_queryset(self) -> models.QuerySet["SheetPhoto"]:
        return super().get_queryset().defer("image")


class SheetPhoto(models.Model):
    """A photo of a paper sheet; a match has one at a time, and keeps the rows of removed ones for its history.

    `image` is an upright JPEG without metadata, None once the photo is removed. A removed photo without `removed_by`
    and `removed_device` was removed because a name was erased.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    match = models.ForeignKey(Match, models.CASCADE, related_name="photos")
    image = models.BinaryField(null=True)
    width = models.PositiveSmallIntegerField()
    height = models.PositiveSmallIntegerField()
    recorded_by = models.ForeignKey(User, models.PROTECT, null=True, blank=True, related_name="+")
    device = models.CharField(max_length=60, blank=True)
    recorded_at = models.DateTimeField(default=timezone.now)
    removed_by = models.ForeignKey(User, models.PROTECT, null=True, blank=True, related_name="+")
    removed_device = models.CharField(max_length=60, blank=True)
    removed_at = models.DateTimeField(null=True, blank=True)

    objects: ClassVar[Any] = PhotoManager()

    class Meta:
        ordering: ClassVar = ["recorded_at", "pk"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["match"], condition=models.Q(removed_at__isnull=True), name="one_photo_a_match"
            ),
            models.CheckConstraint(
                condition=models.Q(removed_at__isnull=True, image__isnull=False)
                | models.Q(removed_at__isnull=False, image__isnull=True),
                name="a_removed_photo_has_no_picture",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.width} × {self.height}"
