"""Share links: they show one thing of a club without signing in."""

import uuid
from datetime import datetime, timedelta
from typing import ClassVar

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy

from clubs.models import Club, Night, Player, Role, Season, Sharing, User
from games.models import Match

MONTH = timedelta(days=30)


class ShareLink(models.Model):
    """A link to a match, the report of a night, the standings of a game, the page of a player, or two players against
    each other; no season means all time. Only the hash of the token is stored, so that the link cannot be read from the
    database.

    It works as long as its maker may share, and is deleted with what it shows.
    """

    class Kind(models.TextChoices):
        MATCH = "match", gettext_lazy("match")
        REPORT = "report", gettext_lazy("night report")
        STANDINGS = "standings", gettext_lazy("standings")
        PLAYER = "player", gettext_lazy("player’s page")
        HEAD_TO_HEAD = "head-to-head", gettext_lazy("head to head")

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    club = models.ForeignKey(Club, models.CASCADE, related_name="share_links")
    kind = models.CharField(max_length=12, choices=Kind.choices)
    match = models.ForeignKey(Match, models.CASCADE, null=True, blank=True, related_name="share_links")
    night = models.ForeignKey(Night, models.CASCADE, null=True, blank=True, related_name="share_links")
    season = models.ForeignKey(Season, models.CASCADE, null=True, blank=True, related_name="share_links")
    player = models.ForeignKey(Player, models.CASCADE, null=True, blank=True, related_name="share_links")
    opponent = models.ForeignKey(Player, models.CASCADE, null=True, blank=True, related_name="+")
    game = models.CharField(max_length=30, blank=True)
    fingerprint = models.CharField(max_length=64, unique=True)
    created_by = models.ForeignKey(User, models.SET_NULL, null=True, related_name="share_links")
    created_at = models.DateTimeField(default=timezone.now)
    expires_at = models.DateTimeField(null=True, blank=True)
    revoked_at = models.DateTimeField(null=True, blank=True)
    opened = models.PositiveIntegerField(default=0)

    class Meta:
        ordering: ClassVar = ["-created_at", "-pk"]
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=(
                    models.Q(kind="match", match__isnull=False, night=None, season=None, player=None, game="")
                    | models.Q(kind="report", night__isnull=False, match=None, season=None, player=None, game="")
                    | (models.Q(kind="standings", match=None, night=None, player=None) & ~models.Q(game=""))
                    | models.Q(kind="player", player__isnull=False, match=None, night=None, season=None, game="")
                )
                & models.Q(opponent=None)
                | models.Q(kind="head-to-head", player__isnull=False, opponent__isnull=False, match=None, night=None),
                name="a_link_shows_one_thing",
            )
        ]

    def __str__(self) -> str:
        return f"link to a {self.get_kind_display()}"

    @property
    def ends_at(self) -> datetime | None:
        """The earlier of its own expiry and that of the club's policy; None if there is neither."""
        if not self.club.links_expire:
            return self.expires_at
        longest = self.created_at + MONTH
        return longest if self.expires_at is None else min(self.expires_at, longest)

    def is_open(self, role: int | None, now: datetime) -> bool:
        """Whether the link works; `role` is the current role of its maker in the club, None after leaving."""
        is_on = self.revoked_at is None and may_share(self.club, role) and self.club.deletes_at is None
        return is_on and (self.ends_at is None or self.ends_at > now)


def may_share(club: Club, role: int | None) -> bool:
    """Whether the club lets members of this role make links."""
    least = {Sharing.OFF: None, Sharing.ORGANISERS: Role.ORGANISER, Sharing.MEMBERS: Role.MEMBER}[Sharing(club.sharing)]
    return least is not None and role is not None and role >= least
