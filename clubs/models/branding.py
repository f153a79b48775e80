"""What a club shows of itself beside its name. Its colour stands on the club's own row."""

from django.db import models

from clubs.models.club import Club


class ClubLogo(models.Model):
    """The picture as it is sent: a PNG of at most 256 by 256 pixels. `club.logo` is the short hash of its bytes."""

    club = models.OneToOneField(Club, models.CASCADE, related_name="logo_picture")
    content = models.BinaryField()
    width = models.PositiveSmallIntegerField()
    height = models.PositiveSmallIntegerField()

    def __str__(self) -> str:
        return f"{self.width} × {self.height} pixels, {len(self.content) / 1000:.1f} kB"
