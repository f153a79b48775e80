"""Photos of the paper sheets of matches."""

import uuid
from typing import Any, ClassVar

from django.db import models
from django.utils import timezone

from clubs.models import User
from games.models.match import Match


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
