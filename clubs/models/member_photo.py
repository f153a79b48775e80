"""A member's own photo in one club."""

from typing import ClassVar

from django.db import models
from django.utils.translation import gettext as _

from clubs.models.player import Player


class MemberPhotos(models.Manager["MemberPhoto"]):
    """Defers the image data."""

    def get_queryset(self) -> models.QuerySet["MemberPhoto"]:
        return super().get_queryset().defer("large", "small")


class MemberPhoto(models.Model):
    """A square JPEG in two sizes. `player.photo` is the short hash of the large one."""

    player = models.OneToOneField(Player, models.CASCADE, related_name="member_photo")
    large = models.BinaryField()
    small = models.BinaryField()

    objects: ClassVar[models.Manager["MemberPhoto"]] = MemberPhotos()

    def __str__(self) -> str:
        return _("Photo of player {player_id}").format(player_id=self.player_id)
