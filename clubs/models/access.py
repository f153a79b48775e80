"""Access to a club: an invitation, a link to watch, an API key. All can be revoked."""

import uuid
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import ClassVar

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy

from clubs.models.club import Club, Role
from clubs.models.user import User

# Access to a club without an account: an invitation to join, a link to watch. Both can be revoked.


def in_a_fortnight() -> datetime:
    """Return 14 days from now."""
    return timezone.now() + timedelta(days=14)


class Invitation(models.Model):
    """An invitation to join as `player` or anybody; `role` is the role it gives, `uses_left` counts down.

    `email` is the address it is for, until it was used, revoked or ran out; "" for a link that is handed over.
    `sent_at` is when the email was handed to a job.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    club = models.ForeignKey(Club, models.CASCADE, related_name="invitations")
    role = models.PositiveSmallIntegerField(choices=Role.choices, default=Role.MEMBER)
    player = models.ForeignKey("clubs.Player", models.CASCADE, null=True, blank=True, related_name="invitations")
    created_by = models.ForeignKey(User, models.SET_NULL, null=True, related_name="+")
    created_at = models.DateTimeField(default=timezone.now)
    expires_at = models.DateTimeField(default=in_a_fortnight)
    revoked_at = models.DateTimeField(null=True, blank=True)
    uses_left = models.PositiveSmallIntegerField(default=1)
    email = models.EmailField(blank=True, default="", db_default="")
    sent_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering: ClassVar = ["-created_at"]

    def __str__(self) -> str:
        return f"invitation as {self.get_role_display()}"

    @property
    def is_open(self) -> bool:
        return self.revoked_at is None and self.uses_left > 0 and self.expires_at > timezone.now()


class SpectatorLink(models.Model):
    """A link to watch without an account; `label` is for the organisers."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    club = models.ForeignKey(Club, models.CASCADE, related_name="spectator_links")
    label = models.CharField(max_length=60, blank=True)
    created_by = models.ForeignKey(User, models.SET_NULL, null=True, related_name="+")
    created_at = models.DateTimeField(default=timezone.now)
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering: ClassVar = ["-created_at"]

    def __str__(self) -> str:
        return self.label or "watch link"


# API keys, which give a program access for a person or for a club as a whole.


class Scope(models.TextChoices):
    """Each includes the ones before it, but ARCHIVE only those that read: a backup needs no more."""

    TONIGHT = "tonight", gettext_lazy("read tonight")
    RESULTS = "results", gettext_lazy("read results")
    RECORD = "record", gettext_lazy("read and write results")
    ORGANISE = "organise", gettext_lazy("organise the club")
    ARCHIVE = "archive", gettext_lazy("read results and the archive")

    def covers(self, needed: "Scope") -> bool:
        """Whether this scope includes another."""
        return needed == self or needed in INCLUDES[self]

    @property
    def role(self) -> Role | None:
        """The highest role a key of this scope can have in a club; None can only watch tonight."""
        return ROLES[self]


INCLUDES: Mapping[Scope, Sequence[Scope]] = {
    Scope.TONIGHT: (),
    Scope.RESULTS: (Scope.TONIGHT,),
    Scope.RECORD: (Scope.TONIGHT, Scope.RESULTS),
    Scope.ORGANISE: (Scope.TONIGHT, Scope.RESULTS, Scope.RECORD),
    Scope.ARCHIVE: (Scope.TONIGHT, Scope.RESULTS),
}
ROLES = {
    Scope.TONIGHT: None,
    Scope.RESULTS: Role.MEMBER,
    Scope.RECORD: Role.SCOREKEEPER,
    Scope.ORGANISE: Role.ORGANISER,
    Scope.ARCHIVE: Role.MEMBER,
}


class ApiKey(models.Model):
    """An API key, of which only the fingerprint is stored. A person's key (`user`) never gives more access than the
    person has.

    A club's key (`club`) belongs to no person: what it writes has the key's label as device.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    user = models.ForeignKey(User, models.CASCADE, null=True, blank=True, related_name="keys")
    club = models.ForeignKey(Club, models.CASCADE, null=True, blank=True, related_name="keys")
    label = models.CharField(max_length=60)
    scope = models.CharField(max_length=8, choices=Scope.choices)
    fingerprint = models.CharField(max_length=64, unique=True)
    tail = models.CharField(max_length=4)
    created_by = models.ForeignKey(User, models.SET_NULL, null=True, related_name="+")
    created_at = models.DateTimeField(default=timezone.now)
    expires_at = models.DateTimeField(null=True, blank=True)
    last_used_at = models.DateTimeField(null=True, blank=True)
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering: ClassVar = ["-created_at", "pk"]
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=models.Q(user__isnull=True) ^ models.Q(club__isnull=True), name="a_person_s_or_a_club_s_key"
            ),
            models.CheckConstraint(condition=models.Q(scope__in=Scope.values), name="a_known_scope"),
        ]

    def __str__(self) -> str:
        return self.label

    @property
    def device(self) -> str:
        """The device of entries by a club's key; "" for a person's key, which writes in the person's name."""
        return self.label if self.club_id else ""

    def is_open(self, now: datetime) -> bool:
        return self.revoked_at is None and (self.expires_at is None or self.expires_at > now)
