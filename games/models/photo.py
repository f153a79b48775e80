"""The paper sheet of a match as somebody photographed it."""

import uuid
from typing import Any, ClassVar

from django.db import models
from django.utils import timezone

from clubs.models import User
from games.models.match import Match


class PhotoManager(models.Manager["SheetPhoto"]):
    """The picture itself is left out of whatever does not ask for it by name."""

    def get_queryset(self) -> models.QuerySet["SheetPhoto"]:
        return super().get_queryset().defer("image")


class SheetPhoto(models.Model):
    """One photo of a match at a time. `image` is a JPEG, upright and without any data about it; it goes when the photo
    is removed, and the row stays for the history. Without `removed_by` and `removed_device` it went with a name.
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
